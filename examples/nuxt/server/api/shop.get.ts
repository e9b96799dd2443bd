import { shopFor } from '../utils/shop'
import { requireVisit, visitOf } from '../utils/visits'

export default defineEventHandler(requireVisit(event => shopFor(visitOf(event))))
