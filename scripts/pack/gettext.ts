/** Catalogues of translations: reads a .po file without plural forms and writes the .mo file that PHP reads. */

export interface Translation {
  /** With a context: both, with EOT between them. Empty: the header. */
  id: string
  text: string
}

/** @throws on a plural form, which nothing here writes */
export function translationsIn(po: string): Translation[] {
  if (po.includes('msgid_plural')) throw new Error('msgid_plural: plural forms cannot be packed yet')
  return po
    .split(/\n{2,}/)
    .map(block => ({
      context: textAfter('msgctxt', block),
      id: textAfter('msgid', block),
      text: textAfter('msgstr', block),
    }))
    .filter(({ id, text }) => id !== undefined && text)
    .map(({ context, id = '', text = '' }) => ({
      id: context === undefined ? id : `${context}\u0004${id}`,
      text,
    }))
}

/** The text of a keyword, which goes on in the lines below it. */
function textAfter(keyword: string, block: string): string | undefined {
  const [, quoted] = new RegExp(`^${keyword} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'm').exec(block) ?? []
  return quoted
    ?.match(/"(?:[^"\\]|\\.)*"/g)
    ?.map(line => JSON.parse(line))
    .join('')
}

const HEADER_BYTES = 28
const MAGIC = 0x950412de

/** Two tables of length and place, of ids and of texts, sorted by id; then the ids and the texts, each with a zero byte. */
export function moFile(translations: readonly Translation[]): Buffer {
  const pairs = translations
    .map(({ id, text }) => [Buffer.from(id), Buffer.from(text)] as const)
    .toSorted(([one], [other]) => Buffer.compare(one, other))
  const tableBytes = pairs.length * 8
  const header = [
    MAGIC,
    0,
    pairs.length,
    HEADER_BYTES,
    HEADER_BYTES + tableBytes,
    0,
    HEADER_BYTES + 2 * tableBytes,
  ]
  const strings = [...pairs.map(([id]) => id), ...pairs.map(([, text]) => text)]
  let place = HEADER_BYTES + 2 * tableBytes
  const tables = strings.flatMap(({ length }) => {
    place += length + 1
    return [length, place - length - 1]
  })
  const numbers = Buffer.alloc(HEADER_BYTES + 2 * tableBytes)
  for (const [index, number] of [...header, ...tables].entries()) numbers.writeUInt32LE(number, index * 4)
  return Buffer.concat([numbers, ...strings.flatMap(string => [string, Buffer.alloc(1)])])
}
