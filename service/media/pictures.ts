/**
 * Pictures: decoded to the last line, and their two smaller versions.
 *
 * A version always has the size that the interface gives: the square is cut from the middle, and a picture with fewer
 * pixels is enlarged, since pages lay out by these sizes. Versions carry no metadata: no place, no camera, no name.
 */
import { readFile } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { THUMBNAIL_SIZE } from '../../shared/contract/news.ts'
import { type FoundPicture, isConvertedType } from './picture-types.ts'
import { damaged, MediaRefused } from './refused.ts'
import { screenSize } from './screen-size.ts'
import { refuseManyDirectories } from './taken-at.ts'

export interface Picture {
  /** Of the original as it is to be seen: a photograph taken upright is upright. */
  width: number
  height: number
  thumbnail: PictureVersion
  screen: PictureVersion
}

export interface PictureVersion {
  bytes: Buffer
  /** File name ending. */
  ending: '.jpg' | '.png'
}

export interface PictureLimits {
  /** Of the decoded original. */
  pixels: number
  /** Seconds that one version may take. */
  seconds: number
  /** The school's, for cameras that do not say theirs. */
  zone: string
}

/** Such a file is unpacked whole before its first line is there. */
const WHOLE_SHARE = 0.5

/** @throws {MediaRefused} it is damaged, or decodes to more than the limits allow */
export function readPicture(source: string | Buffer, limits: PictureLimits): Promise<Picture> {
  return decoding(source, limits, async open => {
    const facts = await open().metadata()
    const { width, height } = facts.autoOrient
    const screen = screenSize(width, height)
    return {
      width,
      height,
      thumbnail: await version(open(), facts, THUMBNAIL_SIZE, THUMBNAIL_SIZE),
      screen: await version(open(), facts, screen.width, screen.height),
    }
  })
}

/** One picture at a time; what goes wrong becomes a refusal. */
export function decoding<Result>(
  source: string | Buffer,
  limits: PictureLimits,
  work: (open: () => Sharp) => Promise<Result>,
): Promise<Result> {
  return oneAtATime(async () => {
    const file = typeof source === 'string' ? await readFile(source) : source
    refuseManyDirectories(file)
    if (file[0] === 0xff) refuseManySegments(file)
    const open = await opener(source, limits)
    try {
      return await work(open)
    } catch (error) {
      throw refusalOf(error, limits)
    }
  })
}

/**
 * The decoder keeps each segment of a JPEG file that is not of the picture: millions of them take 15 s and gigabytes.
 *
 * In the lines of a picture 0xff is followed by 0 or by the number of a restart, and so it does not count there.
 */
function refuseManySegments(file: Buffer): void {
  let count = 0
  for (let at = 0; at < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const number = file[at + 1] ?? 0
    if (number >= 0xc0 && number !== 0xff && (number < 0xd0 || number > 0xd7)) count += 1
  }
  if (count > MOST_SEGMENTS) throw damaged('the JPEG picture has far too many parts')
}

/** Far above what any program writes, and what a film behind the picture has by chance. */
const MOST_SEGMENTS = 100_000

async function opener(source: string | Buffer, { pixels, seconds }: PictureLimits): Promise<() => Sharp> {
  const sharp = await loadSharp()
  const options: SharpOptions = {
    limitInputPixels: pixels,
    failOn: 'error',
    autoOrient: true,
    sequentialRead: true,
  }
  return () => sharp(source, options).timeout({ seconds })
}

/** @throws {MediaRefused} it is of another type, or too large for one that is decoded in memory as a whole */
export function refuseUnlike(facts: Metadata, found: FoundPicture, { pixels }: PictureLimits): void {
  const { format, isProgressive, width, height } = facts
  if (format !== FORMATS[found]) throw damaged(`the picture decodes as ${format}`)
  const isWhole = isProgressive || isConvertedType(found)
  if (isWhole && width * height > pixels * WHOLE_SHARE) throw tooManyPixels(pixels * WHOLE_SHARE)
}

const FORMATS: Record<FoundPicture, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/avif': 'heif',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

function version(
  picture: Sharp,
  { hasAlpha }: Metadata,
  width: number,
  height: number,
): Promise<PictureVersion> {
  const isSquare = width === height
  const sized = picture.resize({ width, height, fit: 'cover', position: isSquare ? 'centre' : 'top' })
  return hasAlpha
    ? sized
        .png({ compressionLevel: 9 })
        .toBuffer()
        .then(bytes => ({ bytes, ending: '.png' }))
    : sized
        .jpeg({ quality: 82, progressive: true })
        .toBuffer()
        .then(bytes => ({ bytes, ending: '.jpg' }))
}

function refusalOf(error: unknown, { pixels }: PictureLimits): unknown {
  if (error instanceof MediaRefused || !(error instanceof Error)) return error
  if (/pixel limit/i.test(error.message)) return tooManyPixels(pixels)
  // The decoder's limit of a line that is enlarged to the width of a screen.
  if (/out of range/i.test(error.message)) return tooNarrow()
  if (/timeout/i.test(error.message)) return damaged('the picture takes too long to decode')
  const refusal = damaged('the picture cannot be decoded to its end')
  refusal.cause = error
  return refusal
}

const tooNarrow = () =>
  new MediaRefused('MEDIA_TOO_NARROW', 'The picture is far too narrow for its length; crop it')

function tooManyPixels(limit: number): MediaRefused {
  const most = `${Math.round(limit / 1_000_000)} megapixels`
  return new MediaRefused('MEDIA_TOO_MANY_PIXELS', `The picture has more than ${most}; make it smaller`, {
    limit,
  })
}

/** Loaded with the first picture: a service that is given none starts sooner and stays smaller. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // What a decoder keeps for the next picture is memory that the service has no other use for.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** A decoded picture takes hundreds of megabytes at worst; two at once would take twice that. */
let last: Promise<unknown> = Promise.resolve()
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
