/** What content holds, and the fields of an entry and of an attachment. */
import Type from 'typebox'
import {
  FileAttachment,
  NewsContent,
  NewsEntry,
  OTHER_TYPES,
  PICTURE_TYPES,
  PictureAttachment,
} from '../../../shared/contract/news.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, required, verdict } from '../../case.ts'
import { codeOf, contentOf, SUCCEEDED } from '../../envelope.ts'
import { fieldCases } from '../../fields.ts'
import { ACADEMY, type Visit } from '../../visit.ts'
import { fieldsOf, firstOf, kindOf } from '../../words.ts'
import { NEWS } from '../content/call.ts'
import { envelopeFields } from '../content/envelope.ts'
import { allNews, attachments, entries, FAR_AHEAD, isPicture } from './entries.ts'

const contentSince = async (visit: Visit, lastSyncTime: string) =>
  contentOf(await visit.news({ ...ACADEMY, lastSyncTime }))

const { newsList } = NewsContent.properties
const { fileType, ...ofAnyFile } = FileAttachment.properties
const { imageWidth, imageHeight, imageDateTime } = PictureAttachment.properties
const ofPicture = { imageWidth, imageHeight, imageDateTime }

export const newsFieldCases: Case[] = [
  ...fieldCases('news', [
    ...envelopeFields(NEWS),
    {
      ...{ place: 'Endpoint 2, success response', one: 'content', properties: { newsList } },
      elements: async visit => [{ path: '/content', value: await contentSince(visit, visit.content.since) }],
    },
    { place: 'News entry', one: 'entry', properties: NewsEntry.properties, elements: entries },
    {
      ...{ place: 'Attachment', one: 'attachment', elements: attachments },
      properties: { fileType: Type.Enum([...PICTURE_TYPES, ...OTHER_TYPES]), ...ofAnyFile },
    },
    {
      ...{ place: 'Attachment', one: 'picture', properties: ofPicture },
      elements: async visit => (await attachments(visit)).filter(isPicture),
    },
  ]),
  required(
    'news/picture-fields',
    [
      'Attachment, imageWidth, imageHeight, imageDateTime',
      'Only image/png and image/jpeg have picture fields.',
    ],
    async visit => {
      const others = (await attachments(visit)).filter(({ value }) =>
        fileType.enum.some(type => type === fieldsOf(value).fileType),
      )
      if (others.length === 0) return notShown('an attachment that is not a picture')
      const faults = others.flatMap(({ path, value }) =>
        Object.keys(ofPicture)
          .filter(name => Object.hasOwn(fieldsOf(value), name))
          .map(name => `${path}/${name} is present for ${fieldsOf(value).fileType}`),
      )
      return verdict(
        faults.length === 0,
        `none in ${counted(others.length, 'attachment')} that are not pictures`,
        firstOf(faults),
      )
    },
  ),
  required(
    'news/del-news-ids',
    [
      'News entry, delNewsIds',
      'delNewsIds is always present: the identifiers of deleted news, empty when there are none.',
    ],
    async visit => {
      const isArrayOrText = (value: unknown) => Array.isArray(value) || typeof value === 'string'
      const { delNewsIds } = fieldsOf(await contentSince(visit, visit.content.since))
      if (!isArrayOrText(delNewsIds)) return failed(`delNewsIds is ${kindOf(delNewsIds)}`)
      // A service may refuse a time in the future.
      const nothing = await visit.news({ ...ACADEMY, lastSyncTime: FAR_AHEAD })
      const empty = codeOf(nothing) === SUCCEEDED ? fieldsOf(contentOf(nothing)).delNewsIds : delNewsIds
      return verdict(
        isArrayOrText(empty),
        `delNewsIds is ${kindOf(delNewsIds)}`,
        `delNewsIds is ${kindOf(empty)} where nothing was deleted, as since ${FAR_AHEAD}`,
      )
    },
  ),
  required(
    'news/del-news-ids-elements',
    ['Endpoint 2, rule 3', 'Deleted entries are reported by identifier, which is a string.'],
    async visit => {
      const { delNewsIds, deleted } = await allNews(visit)
      const ids = Array.isArray(delNewsIds) ? delNewsIds : deleted
      if (ids.length === 0) return notShown('a deleted entry')
      const wrong = ids.filter(id => typeof id !== 'string' || id === '')
      return verdict(
        wrong.length === 0,
        counted(ids.length, 'identifier'),
        `${wrong.length} of ${ids.length}: ${firstOf(wrong.map(kindOf))}`,
      )
    },
  ),
]
