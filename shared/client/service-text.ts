/** Text that a service wrote, made fit for a message, a log, a store and a terminal. */

/** How much of a text is kept, in characters. */
export const LONGEST_MESSAGE = 300
export const LONGEST_IDENTIFIER = 100

/** No longer than this, and without the control characters that a terminal would obey. */
export function serviceText(text: string, longest: number): string {
  const kept = text.length > longest ? `${text.slice(0, longest - 1).replace(HALF_CHARACTER, '')}…` : text
  return kept.replace(CONTROL_CHARACTERS, ' ')
}

const CONTROL_CHARACTERS = /\p{Cc}/gu
const HALF_CHARACTER = /[\ud800-\udbff]$/
