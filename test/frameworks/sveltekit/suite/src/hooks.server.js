export { visits as handle } from './visits.js'
