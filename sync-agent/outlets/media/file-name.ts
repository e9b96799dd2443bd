/** Name of a mirrored file: the last part of its original URL, with an extension that matches its type. */

import { withoutEnd } from '../../../shared/text/without-end.ts'
import { endingsOf, type MediaType } from './file-types.ts'

/** UTF-8 bytes; file systems allow 255. */
const LONGEST = 120
/** Control characters, and characters with a meaning in file systems, headers or URLs. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|;%#]+/gu

export function mediaName(url: string, type: MediaType): string {
  return harmless(decoded(URL.parse(url)?.pathname.split('/').at(-1) ?? ''), type)
}

/** Harmless names stay unchanged. */
function harmless(given: string, type: MediaType): string {
  const [usual = ''] = endingsOf(type)
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(UNFIT, '-')
    .replace(/^[.\s-]+/, '')
  const ending = endingsOf(type).find(known => name.toLowerCase().endsWith(known))
  const stem = ending ? name.slice(0, -ending.length) : name
  return (
    (withoutEnd(shortened(stem).trimEnd(), '. ') || 'file') + (ending ? name.slice(-ending.length) : usual)
  )
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Does not split a character. */
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

/** RFC 6266: shown in the page, saved under its name; `filename` is for old programs. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
