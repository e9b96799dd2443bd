import { forSvelteKit } from '@schoolbell/extension/sveltekit'
import { extension } from './shop'

export const { visits, requireVisit, visitOf, findVisit, isEntrance, signOut } = forSvelteKit(extension)
