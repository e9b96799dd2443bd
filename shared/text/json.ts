/** JSON for people and programs: indented, and safe for terminals. */

/** The same value for a parser, but with escapes for the control characters above U+007E and the bidirectional controls, which could change a terminal's output. */
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
