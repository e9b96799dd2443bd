import { shopFor } from '../lib/server/shop'
import { requireVisit, visitOf } from '../lib/server/visits'

export const load = requireVisit(event => shopFor(visitOf(event)))
