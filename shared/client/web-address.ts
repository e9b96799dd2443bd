/** Addresses in entries. Pages use them in `src` and `href`, where `javascript:` would run: only http and https are read. */
import type { Note } from './remarks.ts'

/** As it came; undefined if it is not an http(s) address. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined
}

/** The address of a picture; an empty text is none. */
export function readPicture(value: unknown, path: string, note: Note): string | undefined {
  if (value === undefined || value === '') return undefined
  const address = webAddress(value)
  if (address === undefined) note(path, value, NOT_AN_ADDRESS)
  return address
}

export const NOT_AN_ADDRESS = 'left out: not an http(s) address'
