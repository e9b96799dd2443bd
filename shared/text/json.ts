/** JSON for people and programs alike: indented, and safe to look at on a terminal. */

/** The same value to a parser; to a terminal no control character, which JSON leaves unescaped above U+007E, and none that turns its line round. */
export function formatJson(value: unknown): string {
  return plain(JSON.stringify(value, undefined, 2))
}

/** The same in one line. */
export function lineOfJson(value: unknown): string {
  return plain(JSON.stringify(value))
}

function plain(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f]|\p{Bidi_Control}/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
