import { allOrders } from '../utils/shop'
import { requireVisit } from '../utils/visits'

export default defineEventHandler(requireVisit({ role: 'Staff' }, () => allOrders()))
