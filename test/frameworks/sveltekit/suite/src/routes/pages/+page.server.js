import { redirect } from '@sveltejs/kit'
import { functions } from '../../visits.js'

const { requireVisit, signOut, visitOf } = functions

export const load = requireVisit(async event => ({
  refNo: visitOf(event).user.refNo,
  inside: (await (await event.fetch('/open')).json()).user?.refNo ?? 'nobody',
}))

export const actions = {
  staffOnly: requireVisit({ role: 'Staff' }, () => redirect(303, '/done')),
  leave(event) {
    signOut(event)
    redirect(303, '/left')
  },
}
