/** lastSyncTime: what it demands, and what it leaves out. */
import { parseWireDateTime, printWireDateTime } from '../../../shared/contract/wire-time.ts'
import {
  type Case,
  type Finding,
  failed,
  notShown,
  passed,
  type SilentCase,
  told,
  verdict,
} from '../../case.ts'
import { newsOf, type Told } from '../../envelope.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { answered, counted, firstOf, shown } from '../../words.ts'
import { CONTENT_RULES, NEWS, silence } from '../content/call.ts'
import { accepted, openPoint, refusedCases } from '../content/refusals.ts'
import { allNews, datedEntries, FAR_AHEAD, newsSince } from './entries.ts'

const RULE_ONE = {
  place: 'Endpoint 2, rule 1',
  says: 'The call returns news published or deleted after lastSyncTime.',
}
const refused = refusedCases(NEWS)
const WRONG_TIMES: readonly (readonly [id: string, value: string, what: string])[] = [
  ['letters', 'yesterday', 'How a text that is no time is answered'],
  ['impossible', '20261399000000', 'How a time that does not exist is answered'],
  ['day-only', '20260101', 'Whether a day alone, YYYYMMDD, is taken'],
  ['iso', '2026-01-01T00:00:00Z', 'Whether an ISO 8601 timestamp is taken'],
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
    look: async visit => told(answered(await visit.news({ siteId: '', lastSyncTime: '' }))),
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
    clients: 'The agent never reckons with the dates of entries, only with the time at which it asked.',
    look: byDate,
  },
  {
    id: 'news/since-itself',
    level: 'silent',
    rule: { ...RULE_ONE, says: `${RULE_ONE.says} Whether the very second counts as after it: not said.` },
    clients: 'The agent asks with an overlap of ten minutes or more, so both do.',
    look: sinceItself,
  },
  wholeSchool(),
]

/** An earlier time may only tell of more. Asked once more where it does not: something may have come in between. */
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
    return failed(`told since ${visit.recent} but not since ${since}: ${firstOf(missing.map(shown))}`)
  }
  return passed(`${all.size} since ${since}, among them all ${recent.length} since ${visit.recent}`)
}

/** Three times between the oldest entry and the newest; the latest is asked first, since news may come in meanwhile. */
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
      return failed(`since ${time} without what a later time tells of: ${firstOf(missing.map(shown))}`)
    }
    seen.unshift(`${ids.size} since ${time}`)
    later = ids
  }
  return passed(seen.join(', '))
}

const idsOf = ({ listed, deleted }: Told) => new Set([...listed, ...deleted])

/** Of a few entries: is each told when the second before its date is asked for, and not when the second after is? */
async function byDate(visit: Visit): Promise<Finding> {
  const tried = (await datedEntries(visit)).slice(0, TRIED)
  if (tried.length === 0) return notShown('at least one entry')
  let exactly = 0
  for (const { newsId, newsDateTime } of tried) {
    const [before, after] = [secondsFrom(newsDateTime, -1), secondsFrom(newsDateTime, 1)]
    if (before === undefined || after === undefined) continue
    const tells = async (time: string) => (await newsSince(visit, time)).listed.includes(newsId)
    if ((await tells(before)) && !(await tells(after))) exactly += 1
  }
  return told(`${exactly} of ${counted(tried.length, 'entry', 'entries')} went by newsDateTime`)
}

const TRIED = 4

/** Goes by entries that were published at their own date and left as they were; edited ones say nothing. */
async function sinceItself(visit: Visit): Promise<Finding> {
  for (const { newsId, newsDateTime } of (await datedEntries(visit)).slice(0, TRIED)) {
    const times = [-1, 0, 1].map(seconds => secondsFrom(newsDateTime, seconds))
    const tells: boolean[] = []
    for (const time of times) {
      tells.push(time !== undefined && (await newsSince(visit, time)).listed.includes(newsId))
    }
    const [before, same, after] = tells
    if (before && !same && !after)
      return told(`strictly after: the entry of ${newsDateTime} is not told since then`)
    if (before && same && !after) {
      return told(
        `from it on: the entry of ${newsDateTime} is still told since then, and no more a second later`,
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
    clients: 'The agent reads an answer of any size as a stream; it knows no pages.',
    async look(visit) {
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since })
      const size = counted(answer.bytes.byteLength, 'byte')
      return told(`${accepted(NEWS, answer)} in one answer, ${size} in ${Math.round(answer.elapsedMs)} ms`)
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
