/** The fields of an attachment. */
import { OTHER_TYPES, PICTURE_TYPES } from '../../../shared/contract/news.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, type Rule } from '../../case.ts'
import { ADDRESS, type Element, fieldCases, oneOf, TIMESTAMP } from '../../fields.ts'
import type { Visit } from '../../visit.ts'
import { fieldsOf, firstOf } from '../../words.ts'
import { attachments } from './entries.ts'

const PICTURE_FIELDS = ['imageWidth', 'imageHeight', 'imageDateTime']

export const ATTACHMENT_FIELDS = [
  ...['fileType', 'fileSize', 'url', 'thumbnailUrl', 'mobileScreenImageUrl'],
  ...PICTURE_FIELDS,
]

export const isPicture = ({ value }: Element) => PICTURE_TYPES.some(type => type === fieldsOf(value).fileType)
const isOther = ({ value }: Element) => OTHER_TYPES.some(type => type === fieldsOf(value).fileType)
const pictures = async (visit: Visit) => (await attachments(visit)).filter(isPicture)

const field = fieldCases(attachments, 'attachment')
const ofPicture = fieldCases(pictures, 'picture')
const rule = (name: string, says: string): Rule => ({ place: `Attachment, ${name}`, says })

const WHOLE = {
  must: 'a whole number, not below 0',
  is: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  quoted: true,
} as const
const PIXELS = {
  ...WHOLE,
  must: 'a whole number above 0',
  is: (value: unknown) => WHOLE.is(value) && value !== 0,
} as const

export const attachmentCases: Case[] = [
  field('news/file-type', rule('fileType', 'One of six MIME types.'), {
    field: 'fileType',
    ...oneOf([...PICTURE_TYPES, ...OTHER_TYPES]),
  }),
  field('news/file-size', rule('fileSize', 'A number: the size in bytes.'), { field: 'fileSize', ...WHOLE }),
  field('news/attachment-url', rule('url', 'The public address of the original file.'), {
    field: 'url',
    ...ADDRESS,
  }),
  field('news/attachment-thumbnail', rule('thumbnailUrl', 'The address of the thumbnail.'), {
    field: 'thumbnailUrl',
    ...ADDRESS,
  }),
  field('news/attachment-screen', rule('mobileScreenImageUrl', 'The address of the larger picture.'), {
    field: 'mobileScreenImageUrl',
    ...ADDRESS,
  }),
  ofPicture('news/image-width', rule('imageWidth', 'A picture has its original width, a number.'), {
    field: 'imageWidth',
    ...PIXELS,
  }),
  ofPicture('news/image-height', rule('imageHeight', 'A picture has its original height, a number.'), {
    field: 'imageHeight',
    ...PIXELS,
  }),
  ofPicture('news/image-date-time', rule('imageDateTime', 'An ISO 8601 timestamp, when the file has one.'), {
    field: 'imageDateTime',
    optional: true,
    ...TIMESTAMP,
  }),
  {
    id: 'news/picture-fields',
    level: 'required',
    rule: {
      place: 'Attachment, imageWidth, imageHeight, imageDateTime',
      says: 'Only image/png and image/jpeg have picture fields.',
    },
    async look(visit) {
      const others = (await attachments(visit)).filter(isOther)
      if (others.length === 0) return notShown('an attachment that is not a picture')
      const faults = others.flatMap(({ path, value }) =>
        PICTURE_FIELDS.filter(name => Object.hasOwn(fieldsOf(value), name)).map(
          name => `${path}/${name} is present for ${fieldsOf(value).fileType}`,
        ),
      )
      return faults.length === 0
        ? passed(`none in ${counted(others.length, 'attachment')} that are not pictures`)
        : failed(firstOf(faults))
    },
  },
]
