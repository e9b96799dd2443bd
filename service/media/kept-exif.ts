/** EXIF data that tells how a picture lies and when it was taken, and nothing else. */
import { PHOTO_DIRECTORY, type Taken, TIME_FIELDS } from './taken-at.ts'

export interface KeptFacts {
  /** 1 to 8, as EXIF counts; 1 is upright. */
  orientation: number
  taken: Taken | undefined
}

/** @returns a TIFF directory; undefined when there is nothing to tell */
export function keptExif({ orientation, taken }: KeptFacts): Buffer | undefined {
  const first: Entry[] = orientation === 1 ? [] : [[ORIENTATION, orientation]]
  const photo: Entry[] = []
  if (taken) {
    const tags = TIME_FIELDS[taken.field]
    const at = taken.field === 'DateTime' ? first : photo
    at.push([tags.time, taken.text])
    if (taken.offset !== undefined) photo.push([tags.offset, taken.offset])
  }
  if (first.length + photo.length === 0) return undefined
  const head = Buffer.from('49492a0008000000', 'hex')
  if (photo.length === 0) return Buffer.concat([head, directory(first, head.length)])
  // Its own place follows the first directory, whose length does not depend on it.
  const places = (at: number) => directory([...first, [PHOTO_DIRECTORY, at]], head.length)
  const at = head.length + places(0).length
  return Buffer.concat([head, places(at), directory(photo, at)])
}

/** A number is a SHORT, or a LONG for a place; tags rise within a directory. */
type Entry = [tag: number, value: number | string]

const ORIENTATION = 0x0112
const [ASCII, SHORT, LONG] = [2, 3, 4]

function directory(entries: readonly Entry[], at: number): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4)
  table.writeUInt16LE(entries.length)
  const texts: Buffer[] = []
  let end = at + table.length
  for (const [index, [tag, value]] of entries.entries()) {
    const entry = 2 + index * 12
    table.writeUInt16LE(tag, entry)
    if (typeof value === 'number') {
      table.writeUInt16LE(tag === PHOTO_DIRECTORY ? LONG : SHORT, entry + 2)
      table.writeUInt32LE(1, entry + 4)
      table.writeUInt32LE(value, entry + 8)
    } else {
      // Longer than four bytes, and of an even length as TIFF wants its places.
      const text = Buffer.from(value.length % 2 === 0 ? `${value}\0\0` : `${value}\0`, 'latin1')
      table.writeUInt16LE(ASCII, entry + 2)
      table.writeUInt32LE(value.length + 1, entry + 4)
      table.writeUInt32LE(end, entry + 8)
      texts.push(text)
      end += text.length
    }
  }
  return Buffer.concat([table, ...texts])
}
