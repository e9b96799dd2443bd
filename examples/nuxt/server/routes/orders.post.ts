import { order } from '../utils/shop'
import { requireVisit, visitOf } from '../utils/visits'

export default defineEventHandler(
  requireVisit({ role: 'Guardian' }, async event => {
    const isOrdered = order(visitOf(event), await readBody(event))
    return isOrdered ? sendRedirect(event, '/', 303) : new Response(null, { status: 400 })
  }),
)
