/** Deleted entries: reported by identifier, and no longer listed. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, required, verdict } from '../../case.ts'
import { isNamed, PREPARED } from '../../prepared.ts'
import { fieldsOf, firstOf, shown } from '../../words.ts'
import { allNews } from './entries.ts'

export const deletedCases: Case[] = [
  required(
    'news/deleted-reported',
    ['Endpoint 2, rules 1 and 3', 'An entry deleted after lastSyncTime is reported in delNewsIds.'],
    async visit => {
      const { newsList, deleted } = await allNews(visit)
      if (deleted.length > 0) return passed(counted(deleted.length, 'deleted entry', 'deleted entries'))
      const isListed = (name: string) => newsList.some(entry => isNamed(`${fieldsOf(entry).newsTitle}`, name))
      if (!isListed(PREPARED.afterDeletion)) return notShown('a deleted entry')
      return failed(
        `delNewsIds is empty, and “${PREPARED.deleted}”, which was deleted before “${PREPARED.afterDeletion}” was entered, ${isListed(PREPARED.deleted) ? 'is still listed' : 'is gone'}`,
      )
    },
  ),
  required(
    'news/deleted-not-listed',
    ['Endpoint 2, rule 3', 'Deleted entries are reported in delNewsIds.'],
    async visit => {
      const { listed, deleted } = await allNews(visit)
      if (deleted.length === 0) return notShown('a deleted entry')
      const both = deleted.filter(id => listed.includes(id))
      return verdict(
        both.length === 0,
        `${counted(deleted.length, 'deleted entry', 'deleted entries')}, none of them listed`,
        `in newsList and delNewsIds: ${firstOf(both.map(shown))}`,
      )
    },
  ),
]
