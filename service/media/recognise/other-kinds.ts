/** What people upload by mistake, or others on purpose, by its first bytes: so that a refusal can say what the file is. */

export const KINDS = {
  // sharp has no decoder for it, for reasons of patents; an iPhone sends JPEG to a page that does not offer HEIC.
  heic: 'a HEIC picture (save it as JPEG; on an iPhone, Settings > Camera > Formats > Most Compatible takes JPEG pictures)',
  bmp: 'a BMP picture (save it as JPEG or PNG)',
  tiff: 'a TIFF picture (save it as JPEG or PNG)',
  svg: 'an SVG drawing (save it as PNG)',
  html: 'a web page (HTML)',
  xml: 'an XML file',
  document: 'a document of an office program (save it as PDF)',
  zip: 'a ZIP archive (unpack it and upload its files)',
  archive: 'an archive (unpack it and upload its files)',
  wav: 'a WAV sound (save it as MP3)',
  ogg: 'an Ogg sound or film (save it as MP3 or MP4)',
  flac: 'a FLAC sound (save it as MP3)',
  m4a: 'an M4A sound (save it as MP3)',
  mov: 'a QuickTime film (save it as MP4)',
  webm: 'a WebM film (save it as MP4)',
  avi: 'an AVI film (save it as MP4)',
  program: 'a program',
  pdf: 'a PDF document with something in front of it',
  text: 'a text (save it as PDF)',
  unknown: 'of no kind that is known here',
} as const
export type Kind = keyof typeof KINDS

/** @param name tells a document from other archives, where its first bytes do not */
export function otherKind(head: Buffer, name = ''): Kind {
  const text = head.toString('latin1')
  const start = text.replace('\xef\xbb\xbf', '').trimStart().toLowerCase()
  const found = SIGNATURES.find(([, at, ...marks]) => marks.some(mark => text.startsWith(mark, at)))
  if (found?.[0] === 'zip' && (DOCUMENT_PARTS.test(text) || DOCUMENT_NAMES.test(name))) return 'document'
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
  ['wav', 8, 'WAVE'],
  ['avi', 8, 'AVI '],
  ['tiff', 0, 'II*\0', 'MM\0*'],
  ['mov', 4, 'ftypqt  ', 'moov', 'wide', 'mdat'],
  ['heic', 4, ...brands('heic heix hevc hevx heim heis mif1 mif2 msf1')],
  ['m4a', 4, ...brands('M4A M4B M4P F4A')],
  ['zip', 0, 'PK\x03\x04', 'PK\x05\x06'],
  ['document', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '{\\rtf'],
  ['archive', 0, 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', '\x1f\x8b', 'BZh', '\xfd7zXZ'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['webm', 0, '\x1a\x45\xdf\xa3'],
  ['program', 0, 'MZ', '\x7fELF', '#!', '\xca\xfe\xba\xbe', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe'],
  ['bmp', 0, 'BM'],
]

/** Word, Excel, PowerPoint, LibreOffice, Pages: archives whose first file has one of these names. */
const DOCUMENT_PARTS =
  /^.{30}(\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetypeapplication\/|Index\/\w+\.iwa)/s
const DOCUMENT_NAMES = /\.(doc|dot|xls|xlt|ppt|pps|pot)[xm]$|\.(od[tspg]|pages|numbers|key|epub)$/i

function brands(names: string): string[] {
  return names.split(' ').map(name => `ftyp${name}`)
}

function isText(head: Buffer): boolean {
  return head.length > 0 && head.every(byte => byte >= 32 || byte === 9 || byte === 10 || byte === 13)
}
