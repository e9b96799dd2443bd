/** All news of a website since the earliest requested time; used by most cases. */
import { Check } from 'typebox/value'
import { PICTURE_TYPES } from '../../../shared/contract/news.ts'
import { WireDateTime } from '../../../shared/contract/wire-time.ts'
import { Ends, notShown } from '../../case.ts'
import { codeOf, newsOf, type ReadNews } from '../../envelope.ts'
import type { Element } from '../../fields.ts'
import { elementsAt } from '../../fields.ts'
import { ACADEMY, type Parameters, PRE_SCHOOL, type Visit } from '../../visit.ts'
import { fieldsOf } from '../../words.ts'

/** A time after everything that a service has. */
export const FAR_AHEAD = '20991231235959'

export async function newsSince(
  visit: Visit,
  lastSyncTime: string,
  more: Parameters = {},
): Promise<ReadNews> {
  const answer = await visit.news({ ...ACADEMY, lastSyncTime, ...more })
  // A service may refuse a time in the future.
  if (lastSyncTime === FAR_AHEAD && codeOf(answer) === 'D20002')
    throw new Ends(notShown('a service that accepts a lastSyncTime ahead of its clock'))
  return newsOf(answer)
}

export const allNews = (visit: Visit, more: Parameters = {}): Promise<ReadNews> =>
  newsSince(visit, visit.content.since, more)

/** Of both websites; entries of both appear twice. */
export async function entries(visit: Visit): Promise<Element[]> {
  const answers = [await allNews(visit), await allNews(visit, PRE_SCHOOL)]
  return elementsAt(
    '/content/newsList',
    answers.flatMap(({ newsList }) => newsList),
  )
}

export async function attachments(visit: Visit): Promise<Element[]> {
  return (await entries(visit)).flatMap(({ path, value }) => {
    const { attachments } = fieldsOf(value)
    return Array.isArray(attachments) ? elementsAt(`${path}/attachments`, attachments) : []
  })
}

export const isPicture = ({ value }: Element) => PICTURE_TYPES.some(type => type === fieldsOf(value).fileType)

/** The academy's entries with valid dates, newest first. */
export async function datedEntries(visit: Visit): Promise<{ newsId: string; newsDateTime: string }[]> {
  return (await allNews(visit)).newsList
    .map(fieldsOf)
    .filter(
      (entry): entry is { newsId: string; newsDateTime: string } =>
        typeof entry.newsId === 'string' && entry.newsId !== '' && Check(WireDateTime, entry.newsDateTime),
    )
    .toSorted((a, b) => (a.newsDateTime < b.newsDateTime ? 1 : -1))
}

/** Whether newsIDs can name the identifier. */
export const isNameable = (newsId: string) => !/[,\s]/.test(newsId)
