/**
 * Reads the attachments of an entry. One stays when its `url` is an http(s) address; what else is odd in it is mended or
 * left out.
 */
import Type, { type Static } from 'typebox'
import { OTHER_TYPES, PICTURE_TYPES } from '../contract/news.ts'
import type { Note } from './remarks.ts'
import { NOT_AN_ADDRESS, readPicture, webAddress } from './web-address.ts'

/** An attachment as it can be used: only its type and its address are certain. */
export const ReceivedAttachment = Type.Object(
  {
    fileType: Type.String({
      description:
        'MIME type: one of the interface, or another one; `application/octet-stream` if it is not known.',
    }),
    fileSize: Type.Optional(Type.Integer({ minimum: 0, description: 'Size in bytes.' })),
    url: Type.String({ description: 'Public http(s) URL of the original file.' }),
    thumbnailUrl: Type.Optional(Type.String({ description: 'Square thumbnail, 200 px by 200 px.' })),
    mobileScreenImageUrl: Type.Optional(Type.String({ description: 'Larger picture, 1024 px wide.' })),
    imageWidth: Type.Optional(Type.Integer({ minimum: 1, description: 'Original width of a picture, px.' })),
    imageHeight: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Original height of a picture, px.' }),
    ),
    imageDateTime: Type.Optional(
      Type.String({ description: 'When a picture was taken, from EXIF, when the file says so.' }),
    ),
  },
  { title: 'Attachment' },
)
export type ReceivedAttachment = Static<typeof ReceivedAttachment>

/** @param raw the field as it came, without nulls */
export function readAttachments(raw: unknown, note: Note): ReceivedAttachment[] {
  if (raw === undefined) return []
  if (Array.isArray(raw))
    return raw.flatMap((file, index) => readAttachment(file, `/attachments/${index}`, note) ?? [])
  note('/attachments', raw, 'left out: not a list')
  return []
}

function readAttachment(raw: unknown, path: string, note: Note): ReceivedAttachment | undefined {
  if (raw === null) return undefined
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    note(path, raw, 'left out: not an attachment')
    return undefined
  }
  const file = raw as Record<string, unknown>
  const url = webAddress(file.url)
  if (url === undefined) {
    note(`${path}/url`, file.url, `attachment ${NOT_AN_ADDRESS}`)
    return undefined
  }
  const fileType = readType(file.fileType, `${path}/fileType`, note)
  const number = (name: string, least: number) => readNumber(file[name], least, `${path}/${name}`, note)
  const picture = (name: string) => readPicture(file[name], `${path}/${name}`, note)
  // Other files have no such fields; some services send zeros there.
  const isPicture = fileType.startsWith('image/')
  return defined({
    fileType,
    fileSize: number('fileSize', 0),
    url,
    thumbnailUrl: picture('thumbnailUrl'),
    mobileScreenImageUrl: picture('mobileScreenImageUrl'),
    imageWidth: isPicture ? number('imageWidth', 1) : undefined,
    imageHeight: isPicture ? number('imageHeight', 1) : undefined,
    imageDateTime: isPicture ? readText(file.imageDateTime, `${path}/imageDateTime`, note) : undefined,
  })
}

const KNOWN_TYPES: readonly string[] = [...PICTURE_TYPES, ...OTHER_TYPES]
const UNKNOWN = 'application/octet-stream'
/** RFC 6838, 4.2. */
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** In lower case and without parameters. */
function readType(value: unknown, path: string, note: Note): string {
  const plain = typeof value === 'string' ? (value.split(';')[0] ?? '').trim().toLowerCase() : ''
  const type = plain === 'image/jpg' ? 'image/jpeg' : plain
  if (!MIME_TYPE.test(type)) {
    note(path, value, `${UNKNOWN} is used: ${value === undefined ? 'it has no type' : 'not a MIME type'}`)
    return UNKNOWN
  }
  if (!KNOWN_TYPES.includes(type)) note(path, value, 'kept: not a type of the interface')
  else if (type !== value) note(path, value, `read as ${type}`)
  return type
}

function readNumber(value: unknown, least: number, path: string, note: Note): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(number) || Number(number) < least) {
    note(path, value, `left out: not a whole number from ${least}`)
    return undefined
  }
  if (number !== value) note(path, value, `read as ${number}`)
  return Number(number)
}

function readText(value: unknown, path: string, note: Note): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  note(path, value, 'left out: not a text')
  return undefined
}

function defined(file: { [Name in keyof ReceivedAttachment]: ReceivedAttachment[Name] | undefined }) {
  return Object.fromEntries(
    Object.entries(file).filter(([, value]) => value !== undefined),
  ) as ReceivedAttachment
}
