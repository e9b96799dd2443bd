import { signedOut } from '../utils/shop'
import { signOut } from '../utils/visits'

export default defineEventHandler(event => {
  signOut(event)
  return signedOut
})
