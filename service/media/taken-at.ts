/**
 * When a picture was taken, from its EXIF data: two levels of a TIFF directory, and two texts in them.
 *
 * Read here and not by a library that reads everything: the directory comes from strangers, and nothing of it but these
 * two fields is looked at, each in the few bytes that it may have.
 */
import { Temporal } from 'temporal-polyfill'

/** @param zone the school's, for cameras that do not write theirs @returns ISO 8601 in UTC; undefined when there is none */
export function takenAt(exif: Buffer, zone: string): string | undefined {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const read = numbersIn(tiff, order === 'II')
  const photo = read.long(find(read, read.long(4), PHOTO_DIRECTORY) + 8)
  const text = textAt(read, tiff, find(read, photo, DATE_TIME_ORIGINAL))
  const offset = textAt(read, tiff, find(read, photo, OFFSET_TIME_ORIGINAL))
  return text === undefined ? undefined : instantOf(text, offset, zone)
}

const PHOTO_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const ASCII = 2
const MOST_ENTRIES = 500
const LONGEST_TEXT = 32

/** Numbers by their place; NaN outside the data, and so on for all that is reckoned from it. */
interface Numbers {
  short(at: number): number
  long(at: number): number
}

function numbersIn(tiff: Buffer, isLittle: boolean): Numbers {
  const within = (at: number, length: number) => at >= 0 && at + length <= tiff.length
  return {
    short: at => (within(at, 2) ? (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : Number.NaN),
    long: at => (within(at, 4) ? (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)) : Number.NaN),
  }
}

/** Where an entry of a directory begins; NaN when there is none. */
function find({ short }: Numbers, directory: number, tag: number): number {
  const entries = Math.min(short(directory), MOST_ENTRIES)
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12
    if (short(at) === tag) return at
  }
  return Number.NaN
}

function textAt({ short, long }: Numbers, tiff: Buffer, entry: number): string | undefined {
  const length = long(entry + 4)
  if (short(entry + 2) !== ASCII || !(length <= LONGEST_TEXT)) return undefined
  const at = length <= 4 ? entry + 8 : long(entry + 8)
  return tiff
    .toString('latin1', at, at + length)
    .split('\0')[0]
    ?.trim()
}

/** Cameras whose clock was never set write zeros or blanks, which are no day. */
function instantOf(text: string, offset: string | undefined, zone: string): string | undefined {
  const [, day, time] = /^(\d{4}:\d\d:\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? []
  if (day === undefined) return undefined
  const wall = `${day.replaceAll(':', '-')}T${time}`
  try {
    return /^[+-]\d\d:\d\d$/.test(offset ?? '')
      ? Temporal.Instant.from(`${wall}${offset}`).toString()
      : Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant().toString()
  } catch {
    return undefined
  }
}
