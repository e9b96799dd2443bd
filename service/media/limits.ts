/** How much may come in. */

export interface MediaLimits {
  /** Of a film, bytes. */
  videoBytes: number
  /** Of any other file, bytes. */
  fileBytes: number
  /** Of a decoded picture. */
  pixels: number
  /** How many media there may be. */
  files: number
  /** Bytes that stay free on the disk. */
  freeBytes: number
}

export const MEDIA_LIMITS: MediaLimits = {
  videoBytes: 200 * 1024 ** 2,
  fileBytes: 25 * 1024 ** 2,
  pixels: 100_000_000,
  files: 20_000,
  freeBytes: 200 * 1024 ** 2,
}
