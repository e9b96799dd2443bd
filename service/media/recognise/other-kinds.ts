/** What people upload by mistake, or others on purpose, by its first bytes: so that a refusal can say what the file is. */

export const KINDS = {
  gif: 'a GIF picture',
  webp: 'a WebP picture',
  bmp: 'a BMP picture',
  tiff: 'a TIFF picture',
  heic: 'a HEIC or AVIF picture (as phones make them; export it as JPEG)',
  svg: 'an SVG drawing',
  html: 'a web page (HTML)',
  xml: 'an XML file',
  zip: 'a ZIP archive or an Office document (export it as PDF)',
  office: 'an Office document of an older kind (export it as PDF)',
  rtf: 'an RTF document (export it as PDF)',
  archive: 'an archive',
  wav: 'a WAV sound',
  ogg: 'an Ogg sound or film',
  flac: 'a FLAC sound',
  m4a: 'an M4A sound',
  mov: 'a QuickTime film (export it as MP4)',
  webm: 'a WebM film',
  avi: 'an AVI film',
  program: 'a program',
  pdf: 'a PDF document with something in front of it',
  text: 'a text',
  unknown: 'of no kind that is known here',
} as const
export type Kind = keyof typeof KINDS

export function otherKind(head: Buffer): Kind {
  const text = head.toString('latin1')
  const start = text.replace('\xef\xbb\xbf', '').trimStart().toLowerCase()
  const found = SIGNATURES.find(([, at, ...marks]) => marks.some(mark => text.startsWith(mark, at)))
  if (found) return found[0]
  if (/^<(!doctype html|(html|head|body|script|iframe|title|meta|img|a|p|div)\b)/.test(afterComments(start)))
    return 'html'
  if (/^<\?xml|^<!doctype svg|^<svg\b/.test(start)) return start.includes('<svg') ? 'svg' : 'xml'
  if (text.includes('%PDF-')) return 'pdf'
  return isText(head) ? 'text' : 'unknown'
}

function afterComments(markup: string): string {
  let at = 0
  while (markup.startsWith('<!--', at)) {
    const end = markup.indexOf('-->', at + 4)
    if (end < 0) break
    at = end + 3
    while (/\s/.test(markup.charAt(at))) at += 1
  }
  return markup.slice(at)
}

/** Kind, place in the file, and the bytes there as Latin-1; the first that fits. */
const SIGNATURES: readonly (readonly [Kind, number, ...string[]])[] = [
  ['gif', 0, 'GIF87a', 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['wav', 8, 'WAVE'],
  ['avi', 8, 'AVI '],
  ['tiff', 0, 'II*\0', 'MM\0*'],
  ['heic', 4, ...brands('heic heix hevc hevx heim heis mif1 msf1 avif avis')],
  ['mov', 4, 'ftypqt  ', 'moov', 'wide', 'mdat'],
  ['m4a', 4, ...brands('M4A M4B M4P F4A')],
  ['zip', 0, 'PK\x03\x04', 'PK\x05\x06'],
  ['office', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rtf', 0, '{\\rtf'],
  ['archive', 0, 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', '\x1f\x8b', 'BZh', '\xfd7zXZ'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['webm', 0, '\x1a\x45\xdf\xa3'],
  ['program', 0, 'MZ', '\x7fELF', '#!', '\xca\xfe\xba\xbe', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe'],
  ['bmp', 0, 'BM'],
]

function brands(names: string): string[] {
  return names.split(' ').map(name => `ftyp${name}`)
}

function isText(head: Buffer): boolean {
  return head.length > 0 && head.every(byte => byte >= 32 || byte === 9 || byte === 10 || byte === 13)
}
