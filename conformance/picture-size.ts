/** Width and height of a PNG, JPEG, GIF or WebP, read from its first bytes. */
import { GIF } from 'image-size/types/gif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

export interface Size {
  width: number
  height: number
}

/** The library reads 16 formats more, which no website needs and any service could send. */
const FORMATS = [PNG, JPG, GIF, WEBP]

/** Undefined for bytes that are none of them, or too few. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  // The library reads past the end of a view into the memory behind it.
  const own = new Uint8Array(bytes)
  try {
    const size = FORMATS.find(format => format.validate(own))?.calculate(own)
    return size && { width: size.width, height: size.height }
  } catch {
    return undefined
  }
}
