/** What an operator should know of without asking, in the words of `status`, `doctor` and the log, each with its remedy. */
import { LONGEST_MESSAGE, serviceText } from '../../../shared/client/service-text.ts'
import { counted } from '../../../shared/text/counted.ts'
import type { FollowerStatus } from '../../log/reports.ts'
import { STALE_AFTER_MS } from '../../options/options.ts'
import { FOLDER } from '../../outlets/files/folder-status.ts'
import { streamName } from '../../stream.ts'
import { nothingDeleted } from '../../sync/reconcile.ts'
import { isOlder } from '../age.ts'
import type { Status, StreamStatus } from '../status.ts'
import { inOneLine } from '../status-check.ts'
import { stateOf } from '../status-table.ts'
import { followerConcern, NOTABLE_WAIT_MS } from '../store-findings.ts'

export interface Problem {
  /** What it is with: as long as there is a problem with it, it is the same one. */
  subject: string
  /** What is wrong, and the remedy. */
  text: string
  /** How long it has to last before it is told, milliseconds. */
  afterMs: number
}

/** What flaps, or is over by itself, is not told. */
export const STANDS_MS = 2 * 60_000

const CALL = 'schoolbell sync'

export function problemsOf({ streams, followers = [], replaced }: Status, nowMs: number): Problem[] {
  const ofStore = replaced === undefined ? [] : [problem('store', replaced, '')]
  return [
    ...ofStore,
    ...streams.flatMap(ofStream),
    ...followers.flatMap(follower => ofFollower(follower, nowMs)),
  ]
}

function ofFollower(follower: FollowerStatus, nowMs: number): Problem[] {
  const { name, state, aside, failuresInARow, lastDone } = follower
  const concern = followerConcern(follower, CALL)
  if (concern === undefined) return []
  // A new one, or one that was set back, begins with changes that are months old.
  const isCatchingUp =
    state === 'active' &&
    aside + failuresInARow === 0 &&
    lastDone !== undefined &&
    !isOlder(nowMs - Date.parse(lastDone), NOTABLE_WAIT_MS)
  return [
    problem(
      name,
      `${name}: ${concern}`,
      ` (see ${CALL} ${listing(follower)})`,
      isCatchingUp ? NOTABLE_WAIT_MS : STANDS_MS,
    ),
  ]
}

/** The store knows nothing of the folder: without its path, it would not be listed. */
const listing = ({ name, to }: FollowerStatus) => `followers${name === FOLDER ? ` --publish-to ${to}` : ''}`

function ofStream(stream: StreamStatus): Problem[] {
  const name = streamName(stream)
  const { lastSuccess, failuresInARow, quarantined, refused } = stream
  // A first copy takes its time.
  const afterMs = !lastSuccess && failuresInARow === 0 ? STALE_AFTER_MS : STANDS_MS
  const copied = problem(
    name,
    `${failuresInARow === 0 ? 'stale: ' : ''}${inOneLine(stream)}`,
    `; run ${CALL} doctor`,
    afterMs,
  )
  const entries = counted(quarantined, 'entry', 'entries')
  return [
    ...(stateOf(stream) === 'well' ? [] : [copied]),
    ...(refused === undefined
      ? []
      : [
          problem(
            `reconciliation of ${name}`,
            nothingDeleted(stream, refused),
            `; see ${CALL} reconcile --dry-run`,
          ),
        ]),
    ...(quarantined === 0
      ? []
      : [
          problem(
            `quarantine of ${name}`,
            `${name}: ${entries} cannot be published`,
            `: see ${CALL} quarantine list`,
          ),
        ]),
  ]
}

/** A long reason of a service leaves room for the remedy. */
const problem = (subject: string, what: string, remedy: string, afterMs = STANDS_MS): Problem => ({
  subject,
  text: serviceText(what, LONGEST_MESSAGE - remedy.length) + remedy,
  afterMs,
})
