import { forNitro } from '@schoolbell/extension/nitro'
import { extension } from './shop'

export const { visits, requireVisit, visitOf, findVisit, isEntrance, signOut } = forNitro(extension)
