/** What content holds, and the fields of a news entry. */

import { SUCCESS } from '../../../shared/contract/return-code.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, type Rule, verdict } from '../../case.ts'
import { codeOf, contentOf, newsOf } from '../../envelope.ts'
import { ADDRESS, DAY, FILLED_TEXT, fieldCases, nullsIn, TEXT, WALL_CLOCK } from '../../fields.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { fieldsOf, firstOf, kindOf } from '../../words.ts'
import { ATTACHMENT_FIELDS } from './attachments.ts'
import { allNews, entries, FAR_AHEAD } from './entries.ts'

const field = fieldCases(entries, 'entry')
const rule = (name: string, says: string): Rule => ({ place: `News entry, ${name}`, says })
const success = (says: string): Rule => ({ place: 'Endpoint 2, success response', says })

const content = async (visit: Visit) =>
  contentOf(await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since }))

const isArrayOrText = (value: unknown) => Array.isArray(value) || typeof value === 'string'

export const NEWS_FIELDS = [
  ...['newsId', 'newsTitle', 'newsContent', 'newsDate', 'newsDateTime'],
  ...['mobileScreenImageUrl', 'thumbnailUrl', 'attachments'],
]

export const newsFieldCases: Case[] = [
  {
    id: 'news/content-object',
    level: 'required',
    rule: success('content is an object with newsList and delNewsIds.'),
    async look(visit) {
      const found = await content(visit)
      const isObject = kindOf(found) === 'an object'
      return verdict(
        isObject,
        isObject ? Object.keys(fieldsOf(found)).join(', ') : `content is ${kindOf(found)}`,
      )
    },
  },
  {
    id: 'news/news-list',
    level: 'required',
    rule: success('newsList is an array of news entries.'),
    async look(visit) {
      const { newsList } = fieldsOf(await content(visit))
      const isList = Array.isArray(newsList)
      return verdict(
        isList,
        isList ? counted(newsList.length, 'entry', 'entries') : `newsList is ${kindOf(newsList)}`,
      )
    },
  },
  {
    id: 'news/del-news-ids',
    level: 'required',
    rule: {
      place: 'News entry, delNewsIds',
      says: 'delNewsIds is always present: the identifiers of deleted news, empty when there are none.',
    },
    async look(visit) {
      const { delNewsIds } = fieldsOf(await content(visit))
      if (!isArrayOrText(delNewsIds)) return failed(`delNewsIds is ${kindOf(delNewsIds)}`)
      // A service may refuse a time in the future.
      const nothing = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD })
      const empty = codeOf(nothing) === SUCCESS ? fieldsOf(contentOf(nothing)).delNewsIds : delNewsIds
      return isArrayOrText(empty)
        ? passed(`delNewsIds is ${kindOf(delNewsIds)}`)
        : failed(`delNewsIds is ${kindOf(empty)} where nothing was deleted, as since ${FAR_AHEAD}`)
    },
  },
  {
    id: 'news/del-news-ids-elements',
    level: 'required',
    rule: {
      place: 'Endpoint 2, rule 3',
      says: 'Deleted entries are reported by identifier, which is a string.',
    },
    async look(visit) {
      const { delNewsIds, deleted } = await allNews(visit)
      const count = Array.isArray(delNewsIds) ? delNewsIds.length : deleted.length
      if (count === 0) return notShown('a deleted entry')
      if (!Array.isArray(delNewsIds)) return passed(`a text with ${counted(deleted.length, 'identifier')}`)
      const wrong = delNewsIds.filter(id => typeof id !== 'string' || id === '')
      return verdict(
        wrong.length === 0,
        wrong.length === 0
          ? `${counted(deleted.length, 'identifier')}`
          : `${wrong.length} of ${delNewsIds.length}: ${firstOf(wrong.map(kindOf))}`,
      )
    },
  },
  field('news/news-id', rule('newsId', 'The identifier, a string; required.'), {
    field: 'newsId',
    ...FILLED_TEXT,
  }),
  field('news/news-title', rule('newsTitle', 'The title, a string; required.'), {
    field: 'newsTitle',
    ...TEXT,
  }),
  field('news/news-content', rule('newsContent', 'A string that contains HTML; required.'), {
    field: 'newsContent',
    ...TEXT,
  }),
  field('news/news-date', rule('newsDate', 'A day, as its example YYYYMMDD; required.'), {
    field: 'newsDate',
    ...DAY,
  }),
  field('news/news-date-time', rule('newsDateTime', 'A time, as its example YYYYMMDDhhmmss; required.'), {
    field: 'newsDateTime',
    ...WALL_CLOCK,
  }),
  field('news/cover-screen', rule('mobileScreenImageUrl', 'The address of the cover; optional.'), {
    field: 'mobileScreenImageUrl',
    optional: true,
    ...ADDRESS,
  }),
  field('news/cover-thumbnail', rule('thumbnailUrl', 'The address of the small cover; optional.'), {
    field: 'thumbnailUrl',
    optional: true,
    ...ADDRESS,
  }),
  field('news/attachments', rule('attachments', 'An array, which may be empty; optional.'), {
    field: 'attachments',
    optional: true,
    must: 'an array',
    is: Array.isArray,
  }),
  {
    id: 'news/no-null',
    level: 'required',
    rule: { place: 'News entry', says: 'Every field has its type; one that does not apply is absent.' },
    async look(visit) {
      const all = newsOf(await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since })).newsList
      if (all.length === 0) return notShown('at least one entry')
      const nulls = nullsIn(all, '/content/newsList', [...NEWS_FIELDS, ...ATTACHMENT_FIELDS])
      return nulls.length === 0 ? passed('no field is null') : failed(`null: ${firstOf(nulls)}`)
    },
  },
]
