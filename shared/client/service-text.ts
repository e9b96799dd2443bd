/** Makes text of a service safe for messages, logs, the store and terminals. */

/** Longest texts, in characters. */
export const LONGEST_MESSAGE = 300
export const LONGEST_LABEL = 100

/** Shortens the text and replaces control characters, which terminals would obey. */
export function serviceText(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest - 1).replace(HALF_CHARACTER, '')}…` : text
  return short.replace(CONTROL_CHARACTERS, ' ')
}

/** Removes keys and tokens that a service repeats, so that they do not get into a message or a log. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .flatMap(secret => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** Shorter texts are not secret and are part of many words. */
const SHORTEST_SECRET = 4
const CONTROL_CHARACTERS = /\p{Cc}/gu
const HALF_CHARACTER = /[\ud800-\udbff]$/
