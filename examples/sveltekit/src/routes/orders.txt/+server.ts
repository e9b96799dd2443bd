import { allOrders } from '../../lib/server/shop'
import { requireVisit } from '../../lib/server/visits'

export const GET = requireVisit({ role: 'Staff' }, () => new Response(allOrders()))
