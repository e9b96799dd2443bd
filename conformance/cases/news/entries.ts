/** All news of a website since the earliest time asked for, as most cases look at it. */

import { Ends, notShown } from '../../case.ts'
import { codeOf, newsOf, type Told } from '../../envelope.ts'
import type { Element } from '../../fields.ts'
import { elementsAt } from '../../fields.ts'
import { ACADEMY, type Parameters, PRE_SCHOOL, type Visit } from '../../visit.ts'
import { fieldsOf } from '../../words.ts'

/** In the service's reckoning nothing can have happened after it. */
export const FAR_AHEAD = '20991231235959'

export async function newsSince(visit: Visit, lastSyncTime: string, more: Parameters = {}): Promise<Told> {
  const answer = await visit.news({ ...ACADEMY, lastSyncTime, ...more })
  // Nobody says that a time ahead has to be taken.
  if (lastSyncTime === FAR_AHEAD && codeOf(answer) === 'D20002')
    throw new Ends(notShown('a service that takes a lastSyncTime ahead of its clock'))
  return newsOf(answer)
}

export const allNews = (visit: Visit, more: Parameters = {}): Promise<Told> =>
  newsSince(visit, visit.content.since, more)

/** Of both websites; what both show is there twice. */
export async function entries(visit: Visit): Promise<Element[]> {
  const told = [await allNews(visit), await allNews(visit, PRE_SCHOOL)]
  return elementsAt(
    '/content/newsList',
    told.flatMap(({ newsList }) => newsList),
  )
}

export async function attachments(visit: Visit): Promise<Element[]> {
  return (await entries(visit)).flatMap(({ path, value }) => {
    const { attachments } = fieldsOf(value)
    return Array.isArray(attachments) ? elementsAt(`${path}/attachments`, attachments) : []
  })
}

/** Of the academy's, newest first, each with the fields that cases go by. */
export async function datedEntries(visit: Visit): Promise<{ newsId: string; newsDateTime: string }[]> {
  return (await allNews(visit)).newsList
    .map(fieldsOf)
    .filter(
      (entry): entry is { newsId: string; newsDateTime: string } =>
        typeof entry.newsId === 'string' && entry.newsId !== '' && /^\d{14}$/.test(`${entry.newsDateTime}`),
    )
    .toSorted((a, b) => (a.newsDateTime < b.newsDateTime ? 1 : -1))
}

/** An identifier that can be named in newsIDs. */
export const isNameable = (newsId: string) => !/[,\s]/.test(newsId)
