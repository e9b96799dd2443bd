import { requireVisit } from '../utils/visits'

const guard = requireVisit(() => undefined)

export default defineEventHandler(event => {
  if (event.path.split('?')[0] === '/') return guard(event)
})
