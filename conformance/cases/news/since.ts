/** lastSyncTime: required form, and what it excludes. */
import { parseWireDateTime, printWireDateTime } from '../../../shared/contract/wire-time.ts'
import { counted } from '../../../shared/text/counted.ts'
import {
  type Case,
  type Finding,
  failed,
  notShown,
  observed,
  passed,
  type SilentCase,
  verdict,
} from '../../case.ts'
import { newsOf, type ReadNews } from '../../envelope.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { answered, firstOf, shown } from '../../words.ts'
import { CONTENT_RULES, NEWS, silence } from '../content/call.ts'
import { accepted, openPoint, refusedCases } from '../content/refusals.ts'
import { allNews, datedEntries, FAR_AHEAD, newsSince } from './entries.ts'

const RULE_ONE = {
  place: 'Endpoint 2, rule 1',
  says: 'The call returns news published or deleted after lastSyncTime.',
}
const refused = refusedCases(NEWS)
const WRONG_TIMES: readonly (readonly [id: string, value: string, what: string])[] = [
  ['letters', 'yesterday', 'How a text that is not a time is answered'],
  ['impossible', '20261399000000', 'How a time that does not exist is answered'],
  ['day-only', '20260101', 'Whether a day alone, YYYYMMDD, is accepted'],
  ['iso', '2026-01-01T00:00:00Z', 'Whether an ISO 8601 timestamp is accepted'],
]

export const sinceCases: Case[] = [
  ...refused('last-sync-time-missing', 'lastSyncTime', undefined, CONTENT_RULES.errorsTwo),
  ...refused('last-sync-time-empty', 'lastSyncTime', '', CONTENT_RULES.required),
  ...WRONG_TIMES.map(([id, lastSyncTime, what]) =>
    openPoint(
      NEWS,
      `last-sync-time-${id}`,
      { lastSyncTime },
      silence('Endpoint 2, query parameter lastSyncTime', what),
    ),
  ),
  {
    id: 'news/two-faults',
    level: 'silent',
    rule: silence('Errors', 'Which fault is named when there are two'),
    clients: 'Any.',
    look: async visit => observed(answered(await visit.news({ siteId: '', lastSyncTime: '' }))),
  },
  {
    id: 'news/since-far-ahead',
    level: 'required',
    rule: RULE_ONE,
    async look(visit) {
      const { newsList, deleted } = await newsSince(visit, FAR_AHEAD)
      const all = newsList.length + deleted.length
      return verdict(
        all === 0,
        all === 0
          ? `nothing since ${FAR_AHEAD}`
          : `since ${FAR_AHEAD}: ${counted(newsList.length, 'entry', 'entries')}, ${deleted.length} deleted`,
      )
    },
  },
  { id: 'news/since-long-ago', level: 'required', rule: RULE_ONE, look: longAgo },
  { id: 'news/since-monotone', level: 'required', rule: RULE_ONE, look: monotone },
  {
    id: 'news/since-by-date',
    level: 'silent',
    rule: { ...RULE_ONE, says: `${RULE_ONE.says} Whether newsDateTime is the time of publishing: not said.` },
    clients: 'The agent never uses the dates of entries, only the time of its own calls.',
    look: byDate,
  },
  {
    id: 'news/since-itself',
    level: 'silent',
    rule: { ...RULE_ONE, says: `${RULE_ONE.says} Whether the very second counts as after it: not said.` },
    clients: 'The agent overlaps its calls by ten minutes or more, so either works.',
    look: sinceItself,
  },
  wholeSchool(),
]

/** An earlier time must return at least as much. Repeated once if not, because something may have been published in between. */
async function longAgo(visit: Visit): Promise<Finding> {
  const { since } = visit.content
  const recent = (await newsSince(visit, visit.recent)).listed
  let all = idsOf(await allNews(visit))
  if (all.size === 0) return notShown('at least one entry')
  if (recent.some(id => !all.has(id))) {
    all = idsOf(newsOf(await visit.news({ ...ACADEMY, lastSyncTime: since }, { anew: true })))
  }
  const missing = recent.filter(id => !all.has(id))
  if (missing.length > 0) {
    return failed(`returned since ${visit.recent} but not since ${since}: ${firstOf(missing.map(shown))}`)
  }
  return passed(`${all.size} since ${since}, including all ${recent.length} since ${visit.recent}`)
}

/** Three times between the oldest and the newest entry. The latest comes first, because news may be published meanwhile. */
async function monotone(visit: Visit): Promise<Finding> {
  const dates = [...new Set((await datedEntries(visit)).map(({ newsDateTime }) => newsDateTime))]
  if (dates.length < 4) return notShown('four entries of different times')
  const seen: string[] = []
  let later: Set<string> | undefined
  for (const share of [0.25, 0.5, 0.75]) {
    const time = dates[Math.floor(share * dates.length)] ?? ''
    const ids = idsOf(await newsSince(visit, time))
    const missing = later ? [...later.difference(ids)] : []
    if (missing.length > 0) {
      return failed(`since ${time}, entries of a later time are missing: ${firstOf(missing.map(shown))}`)
    }
    seen.unshift(`${ids.size} since ${time}`)
    later = ids
  }
  return passed(seen.join(', '))
}

const idsOf = ({ listed, deleted }: ReadNews) => new Set([...listed, ...deleted])

/** For a few entries: returned for the second before newsDateTime, and not for the second after it? */
async function byDate(visit: Visit): Promise<Finding> {
  const tried = (await datedEntries(visit)).slice(0, TRIED)
  if (tried.length === 0) return notShown('at least one entry')
  let exactly = 0
  for (const { newsId, newsDateTime } of tried) {
    const [before, after] = [secondsFrom(newsDateTime, -1), secondsFrom(newsDateTime, 1)]
    if (before === undefined || after === undefined) continue
    const returns = async (time: string) => (await newsSince(visit, time)).listed.includes(newsId)
    if ((await returns(before)) && !(await returns(after))) exactly += 1
  }
  return observed(`${exactly} of ${counted(tried.length, 'entry', 'entries')} follow newsDateTime`)
}

const TRIED = 4

/** Uses entries that were published at their own date and not edited; edited ones show nothing. */
async function sinceItself(visit: Visit): Promise<Finding> {
  for (const { newsId, newsDateTime } of (await datedEntries(visit)).slice(0, TRIED)) {
    const times = [-1, 0, 1].map(seconds => secondsFrom(newsDateTime, seconds))
    const returned: boolean[] = []
    for (const time of times) {
      returned.push(time !== undefined && (await newsSince(visit, time)).listed.includes(newsId))
    }
    const [before, same, after] = returned
    if (before && !same && !after)
      return observed(`strictly after: the entry of ${newsDateTime} is not returned for that second`)
    if (before && same && !after) {
      return observed(
        `from that second on: the entry of ${newsDateTime} is returned for that second, and not a second later`,
      )
    }
  }
  return notShown('a new entry that was published at its own date and not edited since')
}

function wholeSchool(): SilentCase {
  return {
    id: 'news/since-whole-list',
    level: 'silent',
    rule: { place: 'Limits', says: 'Paging and size limits: not shown.' },
    clients: 'The agent reads a response of any size as a stream, without pages.',
    async look(visit) {
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since })
      const size = counted(answer.bytes.byteLength, 'byte')
      return observed(
        `${accepted(NEWS, answer)} in one response, ${size} in ${Math.round(answer.elapsedMs)} ms`,
      )
    },
  }
}

function secondsFrom(newsDateTime: string, seconds: number): string | undefined {
  try {
    return printWireDateTime(parseWireDateTime(newsDateTime).add({ seconds }))
  } catch {
    return undefined
  }
}
