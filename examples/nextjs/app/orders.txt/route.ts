import { allOrders } from '../../shop'
import { requireVisit } from '../../visits'

export const GET = requireVisit({ role: 'Staff' }, (_request: Request) => new Response(allOrders()))
