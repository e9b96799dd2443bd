export { visits as proxy } from './visits'

export const config = { matcher: '/((?!_next/).*)' }
