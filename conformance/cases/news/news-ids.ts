/** newsIDs: additional entries, whatever their time. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, type Finding, failed, notShown, required, type Says, verdict } from '../../case.ts'
import { codeOf, newsOf, SUCCEEDED } from '../../envelope.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { firstOf, shown } from '../../words.ts'
import { allNews, datedEntries, FAR_AHEAD, isNameable, newsSince } from './entries.ts'

const RULE_TWO: Says = ['Endpoint 2, rule 2', 'Entries listed in newsIDs are returned in addition.']
const PARAMETER = 'Endpoint 2, query parameter newsIDs'

const NOBODY = 'schoolbell-conformance-0'

export const newsIdsCases: Case[] = [
  required(
    'news/news-ids',
    [PARAMETER, 'Identifiers are returned in addition, regardless of lastSyncTime.'],
    visit => asked(visit, 1),
  ),
  required('news/news-ids-several', [PARAMETER, 'Several identifiers are separated by commas.'], visit =>
    asked(visit, 3),
  ),
  required('news/news-ids-in-addition', RULE_TWO, async visit => {
    const dated = (await datedEntries(visit)).filter(({ newsId }) => isNameable(newsId))
    const middle = dated[Math.floor(dated.length / 2)]
    const oldest = dated.at(-1)
    if (!middle || !oldest) return notShown('two entries of different times')
    const plain = new Set((await newsSince(visit, middle.newsDateTime)).listed)
    const wanted = plain.has(oldest.newsId) ? undefined : oldest.newsId
    if (plain.size === 0 || wanted === undefined) return notShown('a new entry and an old one')
    const both = new Set((await newsSince(visit, middle.newsDateTime, { newsIDs: wanted })).listed)
    const missing = [...plain.difference(both)]
    if (missing.length > 0) return failed(`missing when newsIDs is added: ${firstOf(missing.map(shown))}`)
    return verdict(both.has(wanted), `${plain.size} by time, ${both.size} with one more by newsIDs`)
  }),
  required('news/news-ids-mixed', RULE_TWO, async visit => {
    const [first] = await nameable(visit)
    if (first === undefined) return notShown('at least one entry')
    const answer = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs: `${NOBODY},${first}` })
    if (codeOf(answer) !== SUCCEEDED) return notShown('a service that accepts unknown identifiers')
    const { listed } = newsOf(answer)
    return verdict(
      listed.includes(first),
      `the known entry is ${listed.includes(first) ? '' : 'not '}returned beside an unknown one`,
    )
  }),
]

/** Requests some entries by identifier only: lastSyncTime excludes all of them. */
async function asked(visit: Visit, count: number): Promise<Finding> {
  const wanted = (await nameable(visit)).slice(-count)
  if (wanted.length < count) return notShown(counted(count, 'entry', 'entries'))
  const { listed } = await newsSince(visit, FAR_AHEAD, { newsIDs: wanted.join(',') })
  const missing = wanted.filter(id => !listed.includes(id))
  return verdict(
    missing.length === 0,
    `${counted(count, 'entry', 'entries')} returned since ${FAR_AHEAD}`,
    `not returned: ${firstOf(missing.map(shown))}`,
  )
}

const nameable = async (visit: Visit) => (await allNews(visit)).listed.filter(isNameable)
