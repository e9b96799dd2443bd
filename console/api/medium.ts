/** A medium as pages of the console show it; its addresses are below this origin. */
import Type, { type Static } from 'typebox'
import { mediaAddress } from '../../service/media/links.ts'
import type { ListedMedia, StoredMedia } from '../../service/media/media.ts'
import { OTHER_TYPES, PICTURE_TYPES } from '../../shared/contract/news.ts'
import { Count } from './schemas.ts'

export const Medium = Type.Object(
  {
    name: Type.String({ description: 'What news and bodies (`media:NAME`) call it.' }),
    fileType: Type.Enum([...PICTURE_TYPES, ...OTHER_TYPES]),
    fileSize: Count,
    url: Type.String({ description: 'Of the original, below this address.' }),
    thumbnailUrl: Type.String(),
    mobileScreenImageUrl: Type.String(),
    imageWidth: Type.Optional(Count),
    imageHeight: Type.Optional(Count),
    imageDateTime: Type.Optional(Type.String()),
    addedAt: Type.Optional(Type.Integer({ description: 'Epoch second; 0 for those that came with a seed.' })),
  },
  { title: 'Medium' },
)
export type Medium = Static<typeof Medium>

export function mediumOf({ path, thumbnailPath, screenPath, ...facts }: StoredMedia | ListedMedia): Medium {
  return {
    ...facts,
    url: mediaAddress(path),
    thumbnailUrl: mediaAddress(thumbnailPath),
    mobileScreenImageUrl: mediaAddress(screenPath),
  }
}
