/** Text that a service wrote, made fit for a message, a log, a store and a terminal. */

/** How much of a text is kept, in characters. */
export const LONGEST_MESSAGE = 300
export const LONGEST_IDENTIFIER = 100

/** No longer than this, and without the control characters that a terminal would obey. */
export function serviceText(text: string, longest: number): string {
  const kept = text.length > longest ? `${text.slice(0, longest - 1).replace(HALF_CHARACTER, '')}…` : text
  return kept.replace(CONTROL_CHARACTERS, ' ')
}

/** A service that repeats a key or a token in what it says does not get it into a message, and from there into a log. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .flatMap(secret => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** Fewer characters keep nothing secret, and stand in every other word. */
const SHORTEST_SECRET = 4
const CONTROL_CHARACTERS = /\p{Cc}/gu
const HALF_CHARACTER = /[\ud800-\udbff]$/
