import { forNext } from '@schoolbell/extension/next'
import { extension } from './shop'

export const { visits, requireVisit, visitOf, findVisit, isEntrance, signOut } = forNext(extension)
