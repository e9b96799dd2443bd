import { order } from '../../lib/server/shop'
import { requireVisit, visitOf } from '../../lib/server/visits'

export const POST = requireVisit({ role: 'Guardian' }, async event => {
  const isOrdered = order(visitOf(event), Object.fromEntries(await event.request.formData()))
  return new Response(null, isOrdered ? { status: 303, headers: { location: '/' } } : { status: 400 })
})
