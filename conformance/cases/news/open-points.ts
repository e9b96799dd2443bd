/** What the interface leaves open about news entries. */
import { type Case, notShown, observed } from '../../case.ts'
import { newsOf } from '../../envelope.ts'
import { elementsAt, unknownFields } from '../../fields.ts'
import { ACADEMY, PRE_SCHOOL, type Visit } from '../../visit.ts'
import { fieldsOf, firstOf, shown } from '../../words.ts'
import { bodiesFound } from '../content/bodies.ts'
import { orderOf } from '../content/order.ts'
import { openPoints } from '../open-points.ts'
import { ATTACHMENT_FIELDS } from './attachments.ts'
import { allNews, attachments, entries } from './entries.ts'
import { NEWS_FIELDS } from './fields.ts'

const open = openPoints('news')

export const newsOpenPoints: Case[] = [
  open(
    'id-once',
    'News entry, newsId',
    'Whether an identifier can appear twice in one list',
    'The last one counts.',
    async visit => {
      const { listed } = await allNews(visit)
      if (listed.length === 0) return notShown('at least one entry')
      const twice = listed.length - new Set(listed).size
      return observed(twice === 0 ? 'each appears once' : `${twice} appear more than once`)
    },
  ),
  open(
    'two-sites',
    'Endpoint 2, query parameter siteId',
    'News is of the whole school; whether both websites get the same',
    'Each website is copied separately.',
    async visit => {
      const academy = new Set((await allNews(visit)).listed)
      const preSchool = new Set((await allNews(visit, PRE_SCHOOL)).listed)
      const both = academy.intersection(preSchool).size
      return observed(`${academy.size} on academy, ${preSchool.size} on pre-school, ${both} on both`)
    },
  ),
  open(
    'order',
    'Endpoint 2, success response',
    'The order of newsList',
    'Any; they sort by newsDateTime.',
    async visit => {
      const dates = (await allNews(visit)).newsList.map(entry => `${fieldsOf(entry).newsDateTime}`)
      return dates.length < 2 ? notShown('two entries') : observed(orderOf(dates, 'newsDateTime'))
    },
  ),
  open(
    'date-of-date-time',
    'News entry, newsDate and newsDateTime',
    'Whether newsDate is the day of newsDateTime',
    'They show newsDate and sort by newsDateTime.',
    async visit => {
      const all = (await entries(visit)).map(({ value }) => fieldsOf(value))
      if (all.length === 0) return notShown('at least one entry')
      const other = all.filter(
        ({ newsDate, newsDateTime }) => !`${newsDateTime}`.startsWith(`${newsDate}`),
      ).length
      return observed(other === 0 ? 'always' : `another day in ${other} of ${all.length}`)
    },
  ),
  open(
    'cover-both',
    'News entry, mobileScreenImageUrl and thumbnailUrl',
    'Whether a cover always comes in both sizes',
    'They do not depend on each other.',
    async visit => {
      const all = (await entries(visit)).map(({ value }) => fieldsOf(value))
      const covers = all.filter(entry => entry.mobileScreenImageUrl || entry.thumbnailUrl)
      if (covers.length === 0) return notShown('an entry with a cover')
      const one = covers.filter(entry => !(entry.mobileScreenImageUrl && entry.thumbnailUrl)).length
      return observed(
        one === 0 ? `${covers.length} of ${all.length} have both` : `${one} have only one of the two`,
      )
    },
  ),
  open(
    'attachments-left-out',
    'News entry, attachments',
    'Whether attachments is left out or empty when there are none',
    'Both.',
    async visit => {
      const all = (await entries(visit)).map(({ value }) => fieldsOf(value).attachments)
      const empty = all.filter(list => Array.isArray(list) && list.length === 0).length
      const absent = all.filter(list => list === undefined).length
      return empty + absent === 0
        ? notShown('an entry without attachments')
        : observed(`${empty} empty, ${absent} left out`)
    },
  ),
  open(
    'file-types',
    'Attachment, fileType',
    'Which of the six types a school uses',
    'All six.',
    async visit => {
      const types = (await attachments(visit))
        .map(({ value }) => fieldsOf(value).fileType)
        .filter(type => typeof type === 'string')
      if (types.length === 0) return notShown('an attachment')
      return observed(
        [...new Set(types)]
          .map(type => `${types.filter(one => one === type).length} ${shown(type)}`)
          .join(', '),
      )
    },
  ),
  open(
    'body-markup',
    'News entry, newsContent',
    'Which HTML newsContent may hold, and where its pictures come from',
    'The agent stores it unchanged and publishes it sanitised.',
    async visit => {
      const { newsList } = newsOf(await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since }))
      const bodies = newsList.map(entry => `${fieldsOf(entry).newsContent ?? ''}`)
      return bodies.length === 0 ? notShown('at least one entry') : observed(bodiesFound(bodies))
    },
  ),
  open(
    'other-fields',
    'News entry',
    'Whether there may be other fields',
    'The agent stores them unchanged.',
    async visit => {
      const all = await entries(visit)
      if (all.length === 0) return notShown('at least one entry')
      const others = [
        ...unknownFields(all, NEWS_FIELDS),
        ...unknownFields(await attachments(visit), ATTACHMENT_FIELDS).map(name => `attachments/${name}`),
        ...unknownFields(elementsAt('', [await contentObject(visit)]), ['newsList', 'delNewsIds']),
      ]
      return observed(others.length === 0 ? 'none' : firstOf(others.map(shown), 8))
    },
  ),
]

async function contentObject(visit: Visit): Promise<unknown> {
  const answer = await visit.news({ ...ACADEMY, lastSyncTime: visit.content.since })
  return fieldsOf(answer.json).content
}
