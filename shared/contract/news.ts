/** News entries, attachments, and the content of the news call (interface, News entry, Attachment). */
import Type, { type Static } from 'typebox'
import { Address, Timestamp } from './formats.ts'
import { WireDate, WireDateTime } from './wire-time.ts'

/** Attachment types that have picture fields. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const
/** Attachment types without picture fields. */
export const OTHER_TYPES = ['application/pdf', 'audio/mpeg', 'audio/mp3', 'video/mp4'] as const
export type FileType = (typeof PICTURE_TYPES)[number] | (typeof OTHER_TYPES)[number]

/** Width and height of a thumbnail, in px. */
export const THUMBNAIL_SIZE = 200
/** Width of the picture for mobile and desktop, in px. */
export const SCREEN_WIDTH = 1024

const anyAttachment = {
  fileSize: Type.Integer({ minimum: 0, description: 'Size in bytes.' }),
  url: Address('Public URL of the original file.'),
  thumbnailUrl: Address('Square thumbnail, 200 px by 200 px.'),
  mobileScreenImageUrl: Address('Larger picture, 1024 px wide.'),
}

/** A picture; only pictures have a width, a height and a time. */
export const PictureAttachment = Type.Object(
  {
    fileType: Type.Enum(PICTURE_TYPES),
    ...anyAttachment,
    imageWidth: Type.Integer({ minimum: 1, description: 'Original width, px.' }),
    imageHeight: Type.Integer({ minimum: 1, description: 'Original height, px.' }),
    imageDateTime: Type.Optional(Timestamp('ISO 8601 UTC timestamp from EXIF, when the file has one.')),
  },
  { title: 'PictureAttachment' },
)
export type PictureAttachment = Static<typeof PictureAttachment>

/** A document, a sound or a video. */
export const FileAttachment = Type.Object(
  { fileType: Type.Enum(OTHER_TYPES), ...anyAttachment },
  { title: 'FileAttachment' },
)
export type FileAttachment = Static<typeof FileAttachment>

export const Attachment = Type.Union([PictureAttachment, FileAttachment])
export type Attachment = Static<typeof Attachment>

export const NewsEntry = Type.Object(
  {
    newsId: Type.String({ minLength: 1, description: 'Identifier in the school information system.' }),
    newsTitle: Type.String(),
    newsContent: Type.String({ description: 'Contains HTML, which is not to be trusted.' }),
    newsDate: WireDate,
    newsDateTime: WireDateTime,
    mobileScreenImageUrl: Type.Optional(Address('Cover picture, 1024 px wide.')),
    thumbnailUrl: Type.Optional(Address('Cover picture, 200 px by 200 px.')),
    attachments: Type.Optional(Type.Array(Attachment)),
  },
  { title: 'NewsEntry' },
)
export type NewsEntry = Static<typeof NewsEntry>

/** `content` of the news call as this project's service sends it. */
export const NewsContent = Type.Object(
  {
    newsList: Type.Array(NewsEntry),
    delNewsIds: Type.Array(Type.String(), {
      description:
        'Identifiers of deleted news; empty when none. **Open point**: declared as a text, and shown as an array.',
    }),
  },
  { title: 'NewsContent' },
)
export type NewsContent = Static<typeof NewsContent>
