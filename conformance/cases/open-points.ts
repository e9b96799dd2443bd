/**
 * Points that the interface leaves open, and that somebody who writes a client has to know: what this service does. Where a required case
 * asks the same, its finding says it.
 */
import { dateOf } from '../../shared/client/reply.ts'
import { ICONS } from '../../shared/contract/icon.ts'
import { parseWireDateTime, printWireDateTime } from '../../shared/contract/wire-time.ts'
import { counted } from '../../shared/text/counted.ts'
import type { Answer } from '../ask.ts'
import { type Case, type Finding, notShown, open } from '../case.ts'
import { codeOf, SUCCEEDED } from '../envelope.ts'
import { ACADEMY, type Visit } from '../visit.ts'
import { answered, fieldsOf, firstOf, shown } from '../words.ts'
import { isNone, listOf, records } from './attendance/list.ts'
import { allNews, datedEntries, FAR_AHEAD, isNameable, newsSince } from './news/entries.ts'
import { messages } from './popups.ts'
import { fieldsOfUser, holdsUser, userOrError } from './session/user.ts'

/** An origin that no page has. */
const FOREIGN = 'https://school.invalid'
const NOBODY = 'schoolbell-conformance-0'

export const openPoints: Case[] = [
  open(
    'popups/cors',
    ['Endpoint 1', 'Whether pages of other origins may read the response: not said.'],
    'Needed by pages that call the service directly; other pages call the sync agent.',
    async visit => {
      const { headers } = await visit.popups(ACADEMY, { headers: { origin: FOREIGN } })
      const allowed = headers.get('access-control-allow-origin')
      return allowed === null ? 'not allowed' : `access-control-allow-origin: ${allowed}`
    },
  ),
  open(
    'popups/icon-known',
    ['Popup message, icon IDs', 'Nine icon ids have a meaning; the example also has "1", which has none.'],
    'An id outside the table shows no icon.',
    async visit => {
      const ids = (await messages(visit))
        .map(message => fieldsOf(message).iconId)
        .filter(id => typeof id === 'string')
      if (ids.length === 0) return notShown('a message with iconId')
      const unknown = [...new Set(ids.filter(id => !Object.hasOwn(ICONS, id)))]
      return unknown.length === 0
        ? `all of ${counted(ids.length, 'icon')} are in the table`
        : `sends ${firstOf(unknown.map(shown))}, which is not in the table`
    },
  ),
  open(
    'news/date',
    ['Endpoint 2', 'Whether responses have a date, and by which clock: not said.'],
    'The agent’s cursor uses the Date header; without it, the agent overlaps by an hour.',
    async visit => skewOf(await visit.news({ ...ACADEMY, lastSyncTime: visit.recent })),
  ),
  open(
    'news/since-itself',
    [
      'Endpoint 2, rule 1',
      'News after lastSyncTime is returned; whether the very second counts as after it: not said.',
    ],
    'The agent overlaps its calls by ten minutes or more, so either works.',
    sinceItself,
  ),
  open(
    'news/news-ids-unknown',
    ['Endpoint 2, query parameter newsIDs', 'How an unknown identifier is treated: not said.'],
    'A missing entry counts as deleted only if it was returned before.',
    async visit => {
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs: NOBODY })
      return codeOf(answer) === SUCCEEDED ? whereIs(visit, NOBODY) : answered(answer)
    },
  ),
  open(
    'news/news-ids-deleted',
    [
      'Endpoint 2, query parameter newsIDs',
      'Whether a deleted entry named in newsIDs is reported as deleted: not said.',
    ],
    'Both: in delNewsIds, or left out.',
    async visit => {
      const [gone] = (await allNews(visit)).deleted.filter(isNameable)
      return gone === undefined ? notShown('a deleted entry') : whereIs(visit, gone)
    },
  ),
  open(
    'attendance/student-without-record',
    ['attendanceEntry', 'What an item holds for a student with no record for the day: not shown.'],
    'attendanceEntry may be absent, null or an empty object.',
    async visit => {
      const all = listOf(await visit.list()).map(item => fieldsOf(item).attendanceEntry)
      const none = all.filter(isNone)
      if (none.length === 0) return notShown('a student without a record on that day')
      const ways = none.map(entry =>
        entry === undefined
          ? 'no attendanceEntry'
          : entry === null
            ? 'attendanceEntry null'
            : 'an empty attendanceEntry',
      )
      return [counted(all.length, 'student'), ...numberOfEach(ways, 'with ')].join(', ')
    },
  ),
  open(
    'attendance/optional-fields',
    ['attendanceEntry', 'Which fields are optional: not shown.'],
    'note, approvedBy and approvedAt may be left out or null.',
    async visit => {
      const all = (await records(visit)).map(({ value }) => fieldsOf(value))
      if (all.length === 0) return notShown('a day with records')
      const some = ['note', 'approvedBy', 'approvedAt'].flatMap(name => {
        const absent = all.filter(record => record[name] === undefined).length
        const empty = all.filter(record => record[name] === null).length
        return [
          ...(absent > 0 ? [`${name} is left out in ${absent} of ${all.length}`] : []),
          ...(empty > 0 ? [`${name} is null in ${empty} of ${all.length}`] : []),
        ]
      })
      return some.join(', ') || `all three are in each of ${counted(all.length, 'record')}`
    },
  ),
  open(
    'session/resolve-twice',
    ['Endpoint 4, use', 'Whether a token can be resolved more than once: not said.'],
    'A host resolves it once and then uses its own session.',
    async visit => {
      const first = await visit.user()
      const second = await visit.user({ anew: true })
      if (!holdsUser(first)) return notShown('a token that resolves to a user')
      if (!holdsUser(second)) return `the second time: ${answered(second)}`
      const same = fieldsOf(first.json).userId === fieldsOf(second.json).userId
      return same ? 'the same user both times' : 'another user the second time'
    },
  ),
  open(
    'session/expired',
    ['Session user, expireAt', 'Whether an expired session still resolves to its user: not said.'],
    'The client does not check the user: a host compares expireAt.',
    async visit => {
      const { expiredToken } = visit.session
      if (expiredToken !== undefined)
        return userOrError(await visit.user({ headers: { 'x-session-token': expiredToken } }))
      const left = Date.parse(`${(await fieldsOfUser(visit)).expireAt}`) - visit.now.epochMilliseconds
      return left <= 0
        ? 'this session has expired and still resolves to its user'
        : notShown('the token of an expired session')
    },
  ),
  open(
    'session/other-environment',
    [
      'Errors',
      'Staging and production have different addresses; whether one accepts the other’s tokens: not shown.',
    ],
    'They use the environment of their configuration.',
    async visit => {
      const { otherSessionUrl } = visit.session
      if (otherSessionUrl === undefined) return notShown('the address of the other environment')
      return userOrError(await visit.user({ base: otherSessionUrl }))
    },
  ),
]

/** As in `2 with no attendanceEntry`. */
const numberOfEach = (kinds: readonly string[], before: string) =>
  [...new Set(kinds)].map(kind => `${kinds.filter(one => one === kind).length} ${before}${kind}`)

/** Of an entry that newsIDs names. */
async function whereIs(visit: Visit, newsId: string): Promise<string> {
  const { listed, deleted } = await newsSince(visit, FAR_AHEAD, { newsIDs: newsId })
  if (deleted.includes(newsId)) return 'in delNewsIds'
  return listed.includes(newsId) ? 'listed' : 'left out'
}

/** As in `2 seconds ahead of this machine`. */
function skewOf({ headers, startedAtMs, elapsedMs }: Answer): string {
  const dateMs = dateOf(headers)
  if (dateMs === undefined) return 'no usable Date header'
  // The header has whole seconds, and may be from any moment of the call.
  const early = Math.round((startedAtMs - dateMs) / 1000) - 1
  const late = Math.round((dateMs - startedAtMs - elapsedMs) / 1000)
  if (late > 0) return `dated, ${counted(late, 'second')} ahead of this machine`
  return early > 0
    ? `dated, ${counted(early, 'second')} behind this machine`
    : 'dated, same time as this machine'
}

/** Of the newest entries, to stay short. */
const TRIED = 4

/** Uses entries that were published at their own date and not edited; edited ones show nothing. */
async function sinceItself(visit: Visit): Promise<string | Finding> {
  for (const { newsId, newsDateTime } of (await datedEntries(visit)).slice(0, TRIED)) {
    const returns = async (seconds: number) =>
      (await newsSince(visit, secondsFrom(newsDateTime, seconds))).listed.includes(newsId)
    if (!(await returns(-1)) || (await returns(1))) continue
    return (await returns(0))
      ? `from that second on: the entry of ${newsDateTime} is returned for that second, and not a second later`
      : `strictly after: the entry of ${newsDateTime} is not returned for that second`
  }
  return notShown('a new entry that was published at its own date and not edited since')
}

const secondsFrom = (newsDateTime: string, seconds: number) =>
  printWireDateTime(parseWireDateTime(newsDateTime).add({ seconds }))
