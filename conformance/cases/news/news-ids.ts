/** newsIDs: additional entries, whatever their time. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, type Finding, failed, notShown, observed, passed, verdict } from '../../case.ts'
import { codeOf, newsOf, SUCCEEDED } from '../../envelope.ts'
import { ACADEMY, PRE_SCHOOL, type Visit } from '../../visit.ts'
import { answered, firstOf, shown } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import { allNews, datedEntries, FAR_AHEAD, isNameable, newsSince } from './entries.ts'

const RULE_TWO = { place: 'Endpoint 2, rule 2', says: 'Entries listed in newsIDs are returned in addition.' }
const PARAMETER = 'Endpoint 2, query parameter newsIDs'
const openPoint = openPoints('news')
const open = (id: string, what: string, clients: string, look: Parameters<typeof openPoint>[4]) =>
  openPoint(id, PARAMETER, what, clients, look)

const NOBODY = 'schoolbell-conformance-0'
const MANY = 300

export const newsIdsCases: Case[] = [
  {
    id: 'news/news-ids',
    level: 'required',
    rule: { place: PARAMETER, says: 'Identifiers are returned in addition, regardless of lastSyncTime.' },
    look: visit => asked(visit, 1),
  },
  {
    id: 'news/news-ids-several',
    level: 'required',
    rule: { place: PARAMETER, says: 'Several identifiers are separated by commas.' },
    look: visit => asked(visit, 3),
  },
  {
    id: 'news/news-ids-in-addition',
    level: 'required',
    rule: RULE_TWO,
    async look(visit) {
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
    },
  },
  {
    id: 'news/news-ids-mixed',
    level: 'required',
    rule: RULE_TWO,
    async look(visit) {
      const [first] = await nameable(visit)
      if (first === undefined) return notShown('at least one entry')
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs: `${NOBODY},${first}` })
      if (codeOf(answer) !== SUCCEEDED) return notShown('a service that accepts unknown identifiers')
      const { listed } = newsOf(answer)
      return verdict(
        listed.includes(first),
        `the known entry is ${listed.includes(first) ? '' : 'not '}returned beside an unknown one`,
      )
    },
  },
  open(
    'news-ids-unknown',
    'How an unknown identifier is treated',
    'A missing entry counts as deleted only if it was returned before.',
    async visit => {
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs: NOBODY })
      if (codeOf(answer) !== SUCCEEDED) return answered(answer)
      const { listed, deleted } = newsOf(answer)
      if (deleted.includes(NOBODY)) return 'in delNewsIds, like a deleted entry'
      return listed.includes(NOBODY) ? 'listed, although it does not exist' : 'left out'
    },
  ),
  open(
    'news-ids-deleted',
    'Whether a deleted entry named in newsIDs is reported as deleted',
    'Both: in delNewsIds, or left out.',
    async visit => {
      const [gone] = (await allNews(visit)).deleted.filter(isNameable)
      if (gone === undefined) return notShown('a deleted entry')
      const { listed, deleted } = await newsSince(visit, FAR_AHEAD, { newsIDs: gone })
      if (deleted.includes(gone)) return observed('in delNewsIds')
      return observed(listed.includes(gone) ? 'still listed' : 'left out')
    },
  ),
  open(
    'news-ids-twice',
    'How often an entry is returned that is new and also in newsIDs',
    'The last one counts; a repetition changes nothing.',
    async visit => {
      const [first] = await nameable(visit)
      if (first === undefined) return notShown('at least one entry')
      const { listed } = await newsSince(visit, visit.content.since, { newsIDs: `${first},${first}` })
      return observed(counted(listed.filter(id => id === first).length, 'time'))
    },
  ),
  open(
    'news-ids-other-site',
    'Whether newsIDs can return an entry of the other website',
    'They request each website separately.',
    async visit => {
      const own = new Set((await allNews(visit)).listed)
      const [foreign] = (await allNews(visit, PRE_SCHOOL)).listed.filter(id => !own.has(id) && isNameable(id))
      if (foreign === undefined) return notShown('an entry of pre-school that academy does not show')
      const { listed, deleted } = await newsSince(visit, FAR_AHEAD, { newsIDs: foreign })
      if (deleted.includes(foreign)) return observed('reported as deleted')
      return observed(listed.includes(foreign) ? 'returned' : 'left out')
    },
  ),
  open(
    'news-ids-empty',
    'Whether an empty newsIDs counts as left out',
    'They leave the parameter out.',
    async visit => {
      const answer = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs: '' })
      return codeOf(answer) === SUCCEEDED
        ? `accepted, ${counted(newsOf(answer).newsList.length, 'entry', 'entries')}`
        : answered(answer)
    },
  ),
  open(
    'news-ids-blanks',
    'Whether blanks beside the commas are ignored',
    'They write no blanks.',
    async visit => {
      const [first, second] = await nameable(visit)
      if (first === undefined || second === undefined) return notShown('two entries')
      const { listed } = await newsSince(visit, FAR_AHEAD, { newsIDs: `${first}, ${second}` })
      return observed(`${[first, second].filter(id => listed.includes(id)).length} of two returned`)
    },
  ),
  open(
    'news-ids-comma',
    'Whether the commas may be percent-encoded',
    'They send %2C, as the URL standard requires.',
    async visit => {
      const wanted = (await nameable(visit)).slice(0, 2)
      if (wanted.length < 2) return notShown('two entries')
      const query = (comma: string) =>
        `siteId=academy&lastSyncTime=${FAR_AHEAD}&newsIDs=${wanted.map(encodeURIComponent).join(comma)}`
      const all = async (comma: string) => {
        const { listed } = newsOf(await visit.news({}, { query: query(comma) }))
        return wanted.every(id => listed.includes(id)) ? 'both returned' : 'not both returned'
      }
      return `plain: ${await all(',')}; as %2C: ${await all('%2C')}`
    },
  ),
  {
    ...open(
      'news-ids-many',
      `How many identifiers one call may name`,
      'The agent names as many as fit into a URL of 4,000 characters.',
      async visit => {
        const newsIDs = Array.from({ length: MANY }, (_, index) => `${NOBODY}-${index}`).join(',')
        return `${MANY} of them: ${answered(await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD, newsIDs }))}`
      },
    ),
    heavy: true,
  },
]

/** Requests some entries by identifier only: lastSyncTime excludes all of them. */
async function asked(visit: Visit, count: number): Promise<Finding> {
  const wanted = (await nameable(visit)).slice(-count)
  if (wanted.length < count) return notShown(counted(count, 'entry', 'entries'))
  const { listed } = await newsSince(visit, FAR_AHEAD, { newsIDs: wanted.join(',') })
  const missing = wanted.filter(id => !listed.includes(id))
  return missing.length === 0
    ? passed(`${counted(count, 'entry', 'entries')} returned since ${FAR_AHEAD}`)
    : failed(`not returned: ${firstOf(missing.map(shown))}`)
}

const nameable = async (visit: Visit) => (await allNews(visit)).listed.filter(isNameable)
