/** Media: types and sizes as text. */
import type { Medium } from '../../../api/medium.ts'
import type { IconName } from '../../icons.ts'
import { language, numberText, sizeText } from '../../language.ts'

/**
 * What a file chooser offers: endings too, because not every system knows these types. Not HEIC: an iPhone whose browser is not
 * offered it sends a JPEG.
 */
export const ACCEPTED_PICTURES =
  '.png,.jpg,.jpeg,.webp,.avif,.gif,image/png,image/jpeg,image/webp,image/avif,image/gif'
export const ACCEPTED = `${ACCEPTED_PICTURES},.pdf,.mp3,.mp4,application/pdf,audio/mpeg,video/mp4`

export const isPicture = ({ imageWidth }: Medium) => imageWidth !== undefined

export function typeIcon(fileType: string): IconName {
  if (fileType.startsWith('image/')) return 'image'
  if (fileType.startsWith('audio/')) return 'file-sound'
  return fileType.startsWith('video/') ? 'file-film' : 'file-pdf'
}

/** As in `PDF · 1.2 MB`, or `JPEG · 1600 × 1000 · 320 KB`. */
export function mediumText(medium: Medium, lang = language()): string {
  const { fileType, fileSize, imageWidth, imageHeight } = medium
  const type = TYPES[fileType] ?? fileType
  const size =
    imageWidth === undefined
      ? []
      : [`${numberText(imageWidth, lang)} × ${numberText(imageHeight ?? 0, lang)}`]
  return [type, ...size, sizeText(fileSize, lang)].join(' · ')
}

const TYPES: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'application/pdf': 'PDF',
  'audio/mpeg': 'MP3',
  'audio/mp3': 'MP3',
  'video/mp4': 'MP4',
}
