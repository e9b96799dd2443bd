/** A name for a medium, made from the name of its file. */
import { extname } from 'node:path'
import type { FileType } from '../../shared/contract/news.ts'
import { withoutEnd } from '../../shared/text/without-end.ts'
import { ENDINGS } from './media.ts'
import { type ConvertedType, type FoundType, isConvertedType, isPictureType } from './picture-types.ts'
import { MediaRefused } from './refused.ts'

/**
 * A file name that is safe in an address, in a body's `media:NAME`, and on every file system, with the ending of its type.
 *
 * @param type as it will be served
 */
export function mediaName(given: string, type: FileType): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const ending = extname(last).toLowerCase()
  const isOwn = ENDINGS[type].includes(ending)
  // A picture that became another has the ending of the other.
  const isReplaced = isPictureType(type) && PICTURE_ENDINGS.includes(ending)
  const stem = isOwn || isReplaced ? last.slice(0, -ending.length) : last
  return `${safeStem(stem)}${isOwn ? ending : ENDINGS[type][0]}`
}

/** The type as it is stored: a sound is called what its sender calls it. */
export function storedType(found: Exclude<FoundType, ConvertedType>, declared: string | undefined): FileType {
  return found === 'audio/mpeg' && plainType(declared) === 'audio/mp3' ? 'audio/mp3' : found
}

/** @throws {MediaRefused} the name, or what the sender declared, says that the content is something else */
export function refuseMismatch(given: string, declared: string | undefined, found: FoundType): void {
  // Pictures that are converted are often called something else: phones and chat programs rename them.
  const isConverted = isConvertedType(found)
  const own: readonly string[] = isConverted ? PICTURE_ENDINGS : ENDINGS[found]
  const ending = extname(given).toLowerCase()
  if (FOREIGN_ENDINGS.has(ending) && !own.includes(ending))
    throw mismatch(`is named ${ending}`, ending, found)
  const type = plainType(declared)
  if (type === undefined || UNKNOWN_TYPES.includes(type)) return
  const says = SAME_TYPES[type] ?? type
  if (isConverted ? !says.startsWith('image/') : says !== found)
    throw mismatch(`is declared as ${type}`, type, found)
}

function mismatch(says: string, expected: string, found: FoundType): MediaRefused {
  return new MediaRefused('MEDIA_MISMATCH', `The file ${says}, but its content is ${NAMES[found]}`, {
    expected,
    found,
  })
}

/** Without parameters. */
const plainType = (declared: string | undefined) => declared?.split(';')[0]?.trim().toLowerCase()

const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream']
const SAME_TYPES: Record<string, FoundType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'video/x-m4v': 'video/mp4',
}
const NAMES: Record<FoundType, string> = {
  'image/avif': 'an AVIF picture',
  'image/webp': 'a WebP picture',
  'image/gif': 'a GIF picture',
  'image/png': 'a PNG picture',
  'image/jpeg': 'a JPEG picture',
  'application/pdf': 'a PDF document',
  'audio/mpeg': 'an MP3 sound',
  'video/mp4': 'an MP4 film',
}

const PICTURE_ENDINGS = [
  ...ENDINGS['image/png'],
  ...ENDINGS['image/jpeg'],
  ...'.heic .heif .hif .avif .webp .gif'.split(' '),
]

/** What a name may end in and mean something else; any other ending is part of the name, as in `Mr. Wong`. */
const FOREIGN_ENDINGS = new Set([
  ...Object.values(ENDINGS).flat(),
  ...PICTURE_ENDINGS,
  ...'.bmp .tif .tiff .svg .svgz .ico .psd .ai .eps'.split(' '),
  ...'.html .htm .xhtml .xml .mht .js .mjs .css .json .php .asp .jsp .swf .wasm'.split(' '),
  ...'.exe .com .bat .cmd .ps1 .sh .msi .scr .dll .jar .apk .app .dmg .lnk .vbs'.split(' '),
  ...'.zip .rar .7z .gz .tar .tgz .doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .rtf .txt .csv .pages'.split(
    ' ',
  ),
  ...'.wav .ogg .oga .flac .aac .m4a .wma .mov .avi .mkv .webm .wmv .mpg .mpeg .m4v .3gp'.split(' '),
])

/** Bytes of UTF-8: with a hash beside it and an ending, within what file systems allow. */
const LONGEST_STEM = 120
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

function safeStem(text: string): string {
  const words = text
    .normalize('NFC')
    // Control characters, and those that turn the direction of what follows them.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\s"'<>&=:*?|%#`^{}[\]~,;()]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+/, '')
  const short = withoutEnd(shortened(words), '-.')
  return short === '' ? 'file' : RESERVED.test(short) ? `${short}-` : short
}

/** Cut between characters. */
function shortened(text: string): string {
  let [kept, bytes] = ['', 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > LONGEST_STEM) break
    kept += character
  }
  return kept
}
