/** Types of files as they come in, and of pictures as they are served. */
import { type FileType, PICTURE_TYPES } from '../../shared/contract/news.ts'

export type PictureType = (typeof PICTURE_TYPES)[number]

/** Pictures that news cannot carry, and that become pictures which it can. */
const CONVERTED_TYPES = ['image/avif', 'image/webp', 'image/gif'] as const
export type ConvertedType = (typeof CONVERTED_TYPES)[number]

export type FoundPicture = PictureType | ConvertedType

/** Sounds have two names; which of them is the sender's choice. */
export type FoundType = Exclude<FileType, 'audio/mp3'> | ConvertedType

export const isPictureType = (type: FoundType | FileType): type is PictureType =>
  (PICTURE_TYPES as readonly string[]).includes(type)

export const isConvertedType = (type: FoundType): type is ConvertedType =>
  (CONVERTED_TYPES as readonly string[]).includes(type)

export const isFoundPicture = (type: FoundType): type is FoundPicture =>
  isPictureType(type) || isConvertedType(type)
