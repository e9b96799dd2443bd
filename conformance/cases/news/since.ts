/** lastSyncTime: required form, and what it excludes. */
import { counted } from '../../../shared/text/counted.ts'
import {
  type Case,
  type Finding,
  failed,
  notShown,
  passed,
  required,
  type Says,
  verdict,
} from '../../case.ts'
import { newsOf, type ReadNews } from '../../envelope.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { firstOf, shown } from '../../words.ts'
import { CONTENT_RULES, NEWS } from '../content/call.ts'
import { refusedCases } from '../content/refusals.ts'
import { allNews, datedEntries, FAR_AHEAD, newsSince } from './entries.ts'

const RULE_ONE: Says = [
  'Endpoint 2, rule 1',
  'The call returns news published or deleted after lastSyncTime.',
]
const refused = refusedCases(NEWS)

export const sinceCases: Case[] = [
  ...refused('last-sync-time-missing', 'lastSyncTime', undefined, CONTENT_RULES.errorsTwo),
  ...refused('last-sync-time-empty', 'lastSyncTime', '', CONTENT_RULES.required),
  required('news/since-far-ahead', RULE_ONE, async visit => {
    const { newsList, deleted } = await newsSince(visit, FAR_AHEAD)
    const all = newsList.length + deleted.length
    return verdict(
      all === 0,
      `nothing since ${FAR_AHEAD}`,
      `since ${FAR_AHEAD}: ${counted(newsList.length, 'entry', 'entries')}, ${deleted.length} deleted`,
    )
  }),
  required('news/since-long-ago', RULE_ONE, longAgo),
  required('news/since-monotone', RULE_ONE, monotone),
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
