/**
 * What is served of a picture: PNG or JPEG, with how it lies and when it was taken; not where, by whom and with what.
 *
 * Those two types stay as they are to the pixel. Others are decoded: of an animation the first picture, as PNG if one can see
 * through it or its colours are few, otherwise as JPEG, upright, in its own colours.
 */
import { readFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { decodeHeic } from './heic/decode.ts'
import { keptExif } from './kept-exif.ts'
import { type ConvertedType, isConvertedType, type PictureType } from './picture-types.ts'
import { decoding, loadSharp, type PictureLimits, refuseLarge, refuseUnlike } from './pictures.ts'
import { damaged } from './refused.ts'
import { strippedJpeg } from './stripped/jpeg.ts'
import { strippedPng } from './stripped/png.ts'
import { takenAt } from './taken-at.ts'

export interface ServedPicture {
  bytes: Buffer
  type: PictureType
}

/** Above it files grow, and nobody sees a difference. */
const QUALITY = 90
/** A phone's picture of 48 megapixels takes 360 MB, and four seconds on a fast computer. */
const HEIC_LIMITS = { memoryBytes: 512 * 1024 ** 2, seconds: 60 }

/** @throws {MediaRefused} it is damaged, or decodes to more than the limits allow */
export function servedPicture(
  file: string,
  found: PictureType | ConvertedType,
  limits: PictureLimits,
): Promise<ServedPicture> {
  return decoding(file, limits, async open => {
    const facts = await open().metadata()
    if (isConvertedType(found)) return converted({ file, found, facts, open, limits })
    refuseUnlike(facts, found, limits)
    return stripped({ bytes: await readFile(file), type: found }, facts, limits, facts.orientation)
  })
}

/** @param icc a colour profile for a JPEG picture that has none */
function stripped(
  { bytes, type }: ServedPicture,
  { exif }: Metadata,
  { zone }: PictureLimits,
  orientation = 1,
  icc?: Buffer,
): ServedPicture {
  const kept = keptExif({ orientation, taken: exif && takenAt(exif, zone) })
  return { type, bytes: type === 'image/png' ? strippedPng(bytes, kept) : strippedJpeg(bytes, kept, icc) }
}

interface Conversion {
  file: string
  found: ConvertedType
  facts: Metadata
  open(): Sharp
  limits: PictureLimits
}

async function converted({ file, found, facts, open, limits }: Conversion): Promise<ServedPicture> {
  const { format, compression, hasAlpha, icc } = facts
  if (format !== FORMATS[found]) throw damaged(`the picture decodes as ${format}`)
  refuseLarge(facts, limits)
  const isHeic = compression === 'hevc'
  const picture = isHeic ? await heic(file, limits) : open().keepIccProfile()
  const isClear = hasAlpha && (isHeic || !(await open().stats()).isOpaque)
  const type = isClear || found === 'image/gif' ? 'image/png' : 'image/jpeg'
  if (!isClear) picture.removeAlpha()
  const encoded =
    type === 'image/png' ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: QUALITY })
  return stripped({ type, bytes: await encoded.toBuffer() }, facts, limits, 1, isHeic ? icc : undefined)
}

const FORMATS: Record<ConvertedType, string> = {
  'image/heic': 'heif',
  'image/avif': 'heif',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

async function heic(file: string, { pixels }: PictureLimits): Promise<Sharp> {
  const sharp = await loadSharp()
  const { pixels: decoded, ...raw } = await decodeHeic(file, { pixels, ...HEIC_LIMITS })
  return sharp(decoded, { raw, limitInputPixels: pixels })
}
