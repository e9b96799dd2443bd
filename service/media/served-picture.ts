/**
 * What is served of a picture: a PNG or a JPEG, written anew with its pixels and its colour profile and nothing else, upright.
 *
 * So a place, a serial number, a caption, a small copy, a second picture or a script behind the end goes, under whatever name a
 * program writes it. Of an animation it is the first picture.
 */
import { type FoundPicture, isPictureType, type PictureType } from './picture-types.ts'
import { decoding, type PictureLimits, refuseUnlike } from './pictures.ts'
import { takenAt } from './taken-at.ts'

export interface ServedPicture {
  type: PictureType
  /** Absent where it is served as it came in. */
  bytes?: Buffer
  /** ISO 8601 in UTC. */
  takenAt?: string | undefined
}

/** Above it files grow, and nobody sees a difference. */
const QUALITY = 90

/**
 * @param keepOriginal PNG and JPEG stay as they are
 * @throws {MediaRefused} it is damaged, or decodes to more than the limits allow
 */
export function servedPicture(
  source: string | Buffer,
  found: FoundPicture,
  limits: PictureLimits,
  keepOriginal = false,
): Promise<ServedPicture> {
  return decoding(source, limits, async open => {
    const facts = await open().metadata()
    refuseUnlike(facts, found, limits)
    const taken = { takenAt: facts.exif && takenAt(facts.exif, limits.zone) }
    if (keepOriginal && isPictureType(found)) return { type: found, ...taken }
    const isClear = facts.hasAlpha && !(await open().stats()).isOpaque
    const type = isClear ? 'image/png' : SERVED[found]
    const picture = open().keepIccProfile()
    if (!isClear) picture.removeAlpha()
    // Never with a palette: sharp would change colours that are close to one another.
    const encoded = type === 'image/png' ? picture.png() : picture.jpeg({ quality: QUALITY })
    return { type, bytes: await encoded.toBuffer(), ...taken }
  })
}

/** Unless one can see through it. */
const SERVED: Record<FoundPicture, PictureType> = {
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/png',
  'image/avif': 'image/jpeg',
  'image/webp': 'image/jpeg',
}
