import { functions } from '../../visits.js'
import { leave, staffOnly } from './actions.js'

const { isEntrance, requireVisit, visitOf } = functions

export default requireVisit(async () => (
  <main>
    <p>{(await visitOf()).user.refNo}</p>
    <p>{(await isEntrance()) ? 'the entrance' : 'a later page'}</p>
    <form action={staffOnly}>
      <button type="submit">For staff</button>
    </form>
    <form action={leave}>
      <button type="submit">Leave</button>
    </form>
  </main>
))
