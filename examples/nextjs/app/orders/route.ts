import { order } from '../../shop'
import { requireVisit, visitOf } from '../../visits'

export const POST = requireVisit({ role: 'Guardian' }, async (request: Request) => {
  const isOrdered = order(await visitOf(), Object.fromEntries(await request.formData()))
  return new Response(null, isOrdered ? { status: 303, headers: { location: '/' } } : { status: 400 })
})
