/** What the console's calls for media say of themselves. */
import Type from 'typebox'
import { type Operation, refusal } from '../../service/openapi.ts'
import { OTHER_TYPES, PICTURE_TYPES } from '../../shared/contract/news.ts'

const tag = 'Console: media'
const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const byName = Type.Object({ name: Type.String({ description: 'As the medium is called.' }) })

export const Medium = Type.Object(
  {
    name: Type.String({ description: 'What news and bodies (`media:NAME`) call it.' }),
    fileType: Type.Enum([...PICTURE_TYPES, ...OTHER_TYPES]),
    fileSize: count,
    url: Type.String({ description: 'Of the original, below this address.' }),
    thumbnailUrl: text,
    mobileScreenImageUrl: text,
    imageWidth: Type.Optional(count),
    imageHeight: Type.Optional(count),
    imageDateTime: Type.Optional(text),
    addedAt: Type.Optional(Type.Integer({ description: 'Epoch second; 0 for those that came with a seed.' })),
  },
  { title: 'Medium' },
)

const uses = Type.Array(
  Type.Object({
    kind: Type.Enum(['news', 'popup', 'person']),
    id: text,
    title: Type.Object({ 'en-US': text, 'zh-HK': text }),
  }),
)

const medium = (description: string) => ({ description, type: 'application/json', schema: Medium })
const NONE = refusal('There is no medium by this name')

export const ADD: Operation = {
  tag,
  summary: 'Bring a file in',
  description:
    'The body is the file itself. Its type is what its content says; a name or a content-type that says otherwise is ' +
    'refused, except that `audio/mp3` and `audio/mpeg` are the sender’s choice. The same bytes are the same medium. ' +
    'Refusals have a `code`, as in `MEDIA_TYPE`.',
  query: Type.Object({ name: Type.String({ description: 'As the file is called.' }) }),
  bodyType: 'application/octet-stream',
  answers: {
    201: medium('The medium'),
    400: refusal('The name is missing'),
    409: refusal('There are as many media as there may be'),
    413: refusal('The file is too large'),
    415: refusal('The file is of no type that news can carry, or of another than it says'),
    422: refusal('The file is empty, damaged, or a picture of too many pixels'),
    503: refusal('Too many files are coming in at once'),
    507: refusal('The disk is full'),
  },
}

export const LIST: Operation = {
  tag,
  summary: 'Media, newest first',
  query: Type.Object({
    q: Type.Optional(Type.String({ description: 'Part of a name.' })),
    pictures: Type.Optional(Type.Enum(['true', 'false'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    after: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  }),
  answers: {
    200: {
      description: 'A page of them',
      type: 'application/json',
      schema: Type.Object({
        media: Type.Array(Medium),
        count,
        limits: Type.Object({ videoBytes: count, fileBytes: count }),
        next: Type.Optional(text),
      }),
    },
    400: refusal('A parameter is wrong'),
  },
}

export const GET: Operation = {
  tag,
  summary: 'A medium, and where it is used',
  path: byName,
  answers: {
    200: {
      description: 'The medium',
      type: 'application/json',
      schema: Type.Object({ ...Medium.properties, uses }),
    },
    404: NONE,
  },
}

export const FILE: Operation = {
  tag,
  summary: 'Lead to the original of a medium',
  security: [['consoleCookie'], ['consoleToken']],
  path: byName,
  answers: { 302: { description: 'Where it is' }, 404: NONE },
}

export const REMOVE: Operation = {
  tag,
  summary: 'Delete a medium that nothing uses',
  path: byName,
  answers: {
    204: { description: 'It is served no more' },
    404: NONE,
    409: refusal('It is used; `uses` says where'),
  },
}

export const RESTORE: Operation = {
  tag,
  summary: 'Bring a deleted medium back',
  path: byName,
  answers: { 200: medium('The medium'), 404: NONE },
}
