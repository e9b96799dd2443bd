import { signedOut } from '../../shop'
import { signOut } from '../../visits'

export async function POST() {
  await signOut()
  return new Response(signedOut, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
