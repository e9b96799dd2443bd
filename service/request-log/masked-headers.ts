/** Headers without secrets: a log does not show even their first characters. */
import { LONGEST_HEAD } from './limits.ts'
import { cut, masked } from './masked.ts'
import { isSecret, urlWithoutSecrets } from './secrets-in-text.ts'

/** Names and values in turn, without a secret, and not much longer than {@link LONGEST_HEAD}. Not to be done twice. */
export function withoutSecrets(inTurn: readonly string[]): readonly string[] {
  let room = LONGEST_HEAD
  return inTurn.map((text, place) => {
    const shown = cut(place % 2 === 1 ? valueShown(inTurn[place - 1] ?? '', text) : text, room)
    room -= shown.length
    return shown
  })
}

/** An address may be in Referer, in Location, and in headers of proxies. */
const valueShown = (name: string, value: string) =>
  isSecret(name) ? masked(value) : urlWithoutSecrets(value)
