import { answer } from '../../../under-test.js'
import { functions } from '../../visits.js'

export const trailingSlash = 'ignore'

const route = event => answer(functions, event, event.request.method, event.url.pathname)

export { route as GET, route as POST, route as HEAD }
