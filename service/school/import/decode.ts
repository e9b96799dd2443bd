/** From the bytes of a file to its text: UTF-8, UTF-16 or Big5, as spreadsheets of Hong Kong schools save them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5'

export type Decoded = { text: string; encoding: Encoding } | { fault: 'too-big' | 'workbook' | 'not-text' }

export const MOST_BYTES = 5 * 1024 * 1024

/** Marks at the beginning of a file. */
const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** How XLSX and XLS files begin. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length > MOST_BYTES) return { fault: 'too-big' }
  if (WORKBOOKS.some(mark => beginsWith(bytes, mark))) return { fault: 'workbook' }
  for (const encoding of candidates(bytes)) {
    const text = read(bytes, encoding)
    if (text !== undefined && !text.includes('\0')) return { text, encoding }
  }
  return { fault: 'not-text' }
}

function candidates(bytes: Uint8Array): readonly Encoding[] {
  const marked = MARKS.find(([, mark]) => beginsWith(bytes, mark))
  if (marked) return [marked[0]]
  // Text of a Latin header in UTF-16 has a zero in every other byte, which no other encoding has anywhere.
  if (bytes.slice(0, 1000).includes(0)) return bytes[0] === 0 ? ['utf-16be'] : ['utf-16le']
  return ['utf-8', 'big5']
}

/** Undefined when the bytes are not of this encoding. */
function read(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}
