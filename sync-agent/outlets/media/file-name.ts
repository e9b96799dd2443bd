/** A mirrored file's name, for people who save it: its original address's, with an ending that fits what it is. */
import { endingsOf, type MediaType } from './file-types.ts'

/** UTF-8 bytes; leaves room within the 255 that file systems allow. */
const LONGEST = 120
/** Control characters, and what file systems, a header or an address would take for something else. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|;%#]+/gu

export function mediaName(url: string, type: MediaType): string {
  return harmlessName(decoded(URL.parse(url)?.pathname.split('/').at(-1) ?? ''), type)
}

/** Whoever made the name up; one that is harmless stays as it is. */
export function harmlessName(given: string, type: string): string {
  const [usual = ''] = endingsOf(type)
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(UNFIT, '-')
    .replace(/^[.\s-]+/, '')
  const ending = endingsOf(type).find(known => name.toLowerCase().endsWith(known))
  const stem = ending ? name.slice(0, -ending.length) : name
  return (shortened(stem).replace(/[.\s]+$/, '') || 'file') + (ending ? name.slice(-ending.length) : usual)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whole characters only. */
function shortened(stem: string): string {
  let bytes = 0
  let kept = ''
  for (const character of stem) {
    bytes += Buffer.byteLength(character)
    if (bytes > LONGEST) break
    kept += character
  }
  return kept
}

/** Whether a file of this type may be called so. */
export function isNameFor(type: string, name: string): boolean {
  return endingsOf(type).some(ending => name.toLowerCase().endsWith(ending))
}

/** RFC 6266: shown in the page, saved under its name; the plain one is for programs that know no other. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
