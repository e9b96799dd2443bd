/**
 * When a picture was taken, from its EXIF data: two levels of a TIFF directory, and two texts in them.
 *
 * Read here and not by a library that reads everything: the directory comes from strangers, and nothing of it but these
 * fields is looked at, each in the few bytes that it may have.
 */
import { Temporal } from 'temporal-polyfill'
import { damaged } from './refused.ts'

/** Tags of a time and of its zone, the best one first: taken, digitised, and changed, which is all that a scanner may know. */
const TIME_FIELDS = [
  { time: 0x9003, offset: 0x9011 },
  { time: 0x9004, offset: 0x9012 },
  { time: 0x0132, offset: 0x9010, isFirst: true },
]

/**
 * @param zone the school's, for cameras that do not write theirs
 * @returns ISO 8601 in UTC; undefined when no field holds a time
 */
export function takenAt(exif: Buffer, zone: string): string | undefined {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const read = numbersIn(tiff, order === 'II')
  const first = read.long(4)
  const photo = read.long(find(read, first, PHOTO_DIRECTORY) + 8)
  for (const { time, offset, isFirst } of TIME_FIELDS) {
    const text = textAt(read, tiff, find(read, isFirst ? first : photo, time))
    const zoned = textAt(read, tiff, find(read, photo, offset))
    const instant = text === undefined ? undefined : instantOf(text, zoned, zone)
    if (instant !== undefined) return instant
  }
  return undefined
}

/**
 * The decoder's own reader of EXIF data follows every directory that another one names, again and again.
 *
 * @param file a picture of any type
 * @throws {MediaRefused} it has far more directories than any program writes
 */
export function refuseManyDirectories(file: Buffer): void {
  let count = 0
  for (const isLittle of [true, false]) {
    const header = Buffer.from(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
    for (let at = file.indexOf(header); at >= 0; at = file.indexOf(header, at + 1)) {
      const read = numbersIn(file.subarray(at), isLittle)
      for (const found = [read.long(4)]; found.length > 0; ) {
        count += 1
        if (count > MOST_DIRECTORIES) throw damaged('the picture has far too many EXIF directories')
        found.push(...namedBy(read, found.pop() as number))
      }
    }
  }
}

/** A photograph has five, and a small copy or a second picture in it as many. */
const MOST_DIRECTORIES = 100

/** The directories that one names, and the one that follows it; no more than are needed to refuse it. */
function namedBy({ short, long }: Numbers, directory: number): number[] {
  const named: number[] = []
  const entries = short(directory)
  for (let index = 0; index < entries && named.length <= MOST_DIRECTORIES; index += 1) {
    const at = directory + 2 + index * 12
    if (DIRECTORIES.includes(short(at))) named.push(long(at + 8))
  }
  const next = long(directory + 2 + entries * 12)
  return next > 0 ? [...named, next] : named
}

const PHOTO_DIRECTORY = 0x8769
const [PLACE_DIRECTORY, INTEROPERABILITY_DIRECTORY] = [0x8825, 0xa005]
const DIRECTORIES = [PHOTO_DIRECTORY, PLACE_DIRECTORY, INTEROPERABILITY_DIRECTORY]
const ASCII = 2
const MOST_ENTRIES = 500
const LONGEST_TEXT = 32
const OFFSET = /^[+-]\d\d:\d\d$/

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
    return offset === undefined || !OFFSET.test(offset)
      ? Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant().toString()
      : Temporal.Instant.from(`${wall}${offset}`).toString()
  } catch {
    return undefined
  }
}
