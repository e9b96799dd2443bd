/** How much may come in. */

export const MEDIA_LIMITS = {
  /** Of a film, bytes. */
  videoBytes: 200 * 1024 ** 2,
  /** Of any other file, bytes. */
  fileBytes: 25 * 1024 ** 2,
  /** Of a decoded picture. */
  pixels: 100_000_000,
  /** How many media there may be. */
  files: 20_000,
  /** Bytes that stay free on the disk. */
  freeBytes: 200 * 1024 ** 2,
}
export type MediaLimits = typeof MEDIA_LIMITS
