/** Deleted entries: reported by identifier, and no longer listed. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, verdict } from '../../case.ts'
import { isNamed, PREPARED } from '../../prepared.ts'
import { fieldsOf, firstOf, shown } from '../../words.ts'
import { allNews } from './entries.ts'

export const deletedCases: Case[] = [
  {
    id: 'news/deleted-reported',
    level: 'required',
    rule: {
      place: 'Endpoint 2, rules 1 and 3',
      says: 'An entry deleted after lastSyncTime is reported in delNewsIds.',
    },
    async look(visit) {
      const { newsList, deleted } = await allNews(visit)
      if (deleted.length > 0) return passed(counted(deleted.length, 'deleted entry', 'deleted entries'))
      const isListed = (name: string) => newsList.some(entry => isNamed(`${fieldsOf(entry).newsTitle}`, name))
      if (!isListed(PREPARED.afterDeletion)) return notShown('a deleted entry')
      return failed(
        `delNewsIds is empty, and “${PREPARED.deleted}”, which was deleted before “${PREPARED.afterDeletion}” was entered, ${isListed(PREPARED.deleted) ? 'is still listed' : 'is gone'}`,
      )
    },
  },
  {
    id: 'news/deleted-not-listed',
    level: 'required',
    rule: { place: 'Endpoint 2, rule 3', says: 'Deleted entries are reported in delNewsIds.' },
    async look(visit) {
      const { listed, deleted } = await allNews(visit)
      if (deleted.length === 0) return notShown('a deleted entry')
      const both = deleted.filter(id => listed.includes(id))
      return verdict(
        both.length === 0,
        both.length === 0
          ? `${counted(deleted.length, 'deleted entry', 'deleted entries')}, none of them listed`
          : `in newsList and delNewsIds: ${firstOf(both.map(shown))}`,
      )
    },
  },
]
