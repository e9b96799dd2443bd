'use server'
import { redirect } from 'next/navigation'
import { functions } from '../../visits.js'

export const staffOnly = functions.requireVisit({ role: 'Staff' }, async () => redirect('/done'))

export async function leave() {
  await functions.signOut()
  redirect('/left')
}
