import { signedOut } from '../../lib/server/shop'
import { signOut } from '../../lib/server/visits'

export function POST(event: { request: Request }) {
  signOut(event)
  return new Response(signedOut, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
