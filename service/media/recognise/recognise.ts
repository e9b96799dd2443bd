/**
 * What a file is, by its content alone. Its name and what the sender calls it are compared with that afterwards.
 *
 * A file is read from its first byte to its last, so that one which begins as one type and continues as another is
 * refused. Pictures are also decoded, when their smaller versions are made.
 */
import type { FoundType } from '../picture-types.ts'
import { damaged, MediaRefused } from '../refused.ts'
import { isSound } from './mp3.ts'
import { isFilm } from './mp4.ts'
import { KINDS, otherKind } from './other-kinds.ts'
import type { Reader } from './reader.ts'

/** As much of a file as {@link beginsAs} needs. */
export const HEAD_BYTES = 512

/**
 * @param name of the file: an archive may be a document
 * @throws {MediaRefused} it is nothing that news can carry, or it is damaged
 */
export async function recognise(file: Reader, name: string): Promise<FoundType> {
  if (file.size === 0) throw new MediaRefused('MEDIA_EMPTY', 'The file is empty')
  const head = await file.read(0, HEAD_BYTES)
  const type = beginsAs(head)
  if (type === 'application/pdf') await followPdf(file)
  else if (type === 'video/mp4') {
    if (!(await isFilm(file))) throw refusedAs('m4a')
  } else if (type === undefined) {
    if (await isSound(file)) return 'audio/mpeg'
    throw refusedAs(otherKind(head, name))
  }
  return type
}

/** What the first bytes promise; a sound without a tag promises nothing until its frames are followed. */
export function beginsAs(head: Buffer): FoundType | undefined {
  if (head.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (/^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 9))) return 'application/pdf'
  const text = head.toString('latin1')
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  if (text.startsWith('ftyp', 4))
    return isAvif(head) ? 'image/avif' : otherKind(head) === 'unknown' ? 'video/mp4' : undefined
  return undefined
}

/** The first brand may be that of HEIC as well; which decoder it takes, the file's list of brands says. */
function isAvif(head: Buffer): boolean {
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length)).match(/.{4}/gs) ?? []
  return brands.some(brand => brand === 'avif' || brand === 'avis')
}

function refusedAs(kind: keyof typeof KINDS): MediaRefused {
  return new MediaRefused('MEDIA_TYPE', `The file is ${KINDS[kind]}; news takes pictures, PDF, MP3 and MP4`, {
    found: kind,
  })
}

/** Readers of PDF look for its end in the last kilobyte, and so many writers leave something behind it. */
async function followPdf(file: Reader): Promise<void> {
  const tail = await file.read(Math.max(0, file.size - 1024), 1024)
  if (!tail.includes('%%EOF')) throw damaged('the PDF document has no end, as if its transfer was broken off')
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
