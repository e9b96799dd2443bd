export { visits as proxy } from './visits.js'
export const config = { matcher: '/((?!not-covered).*)' }
