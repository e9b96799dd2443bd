/** Media as the OpenAPI document tells of them. */
import Type from 'typebox'
import { type Operation, refusal } from '../openapi.ts'

export const MEDIA_FILE: Operation = {
  tag: 'Media',
  summary: 'A file that news, messages or people refer to, or one of its pictures',
  description: 'An address names its content by hash, so it may be kept for ever; any website may show it.',
  path: Type.Object({
    file: Type.String({ description: 'The hash of the content, a slash and the name of the file.' }),
  }),
  headers: Type.Object({
    Range: Type.Optional(Type.String({ description: 'A part of it, as in `bytes=0-1023`.' })),
  }),
  answers: {
    200: { description: 'The file' },
    206: { description: 'The part that was asked for' },
    304: { description: 'The file that you hold is this one' },
    404: refusal('There is no such file'),
    416: refusal('The file has no such part'),
  },
}

export const NEUTRAL_AVATAR: Operation = {
  tag: 'Media',
  summary: 'The picture of a user who has none',
  answers: { 200: { description: 'A drawing', type: 'image/svg+xml' } },
}
