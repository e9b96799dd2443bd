/** Prints one line for each completed request of the phone. */

import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Exchange } from '../../simulator/exchanges.ts'
import {
  droppedWords,
  entranceLostTo,
  forgottenWords,
  hintWords,
  lostWords,
} from '../../simulator/hint-words.ts'
import type { OpenPhone } from './phone.ts'
import { tooLong, whyRefused } from './why-refused.ts'

/** @returns a function that prints the phone's new exchanges */
export function watchExchanges(
  print: (line: string) => void = console.log,
): (phone: Pick<OpenPhone, 'exchanges' | 'sessions'>) => void {
  const printed = new Set<number>()
  let isForgettingSaid = false
  return ({ exchanges, sessions }) => {
    for (const exchange of exchanges()) {
      const { exchangeId, status, failure } = exchange
      if (printed.has(exchangeId) || (status === undefined && !failure)) continue
      printed.add(exchangeId)
      print(plainLine(lineOf(exchange)))
      const long = tooLong(exchange)
      if (long) print(hintWords({ code: long.code, about: long.detail }, 'en').join('. '))
      const lostTo = entranceLostTo(exchange)
      if (exchange.dropped.length > 0) print(plainLine(droppedWords(exchange.dropped, 'en')))
      if (lostTo !== undefined) print(plainLine(lostWords(lostTo, 'en')))
      const why = sessions && whyRefused(exchange, sessions())
      if (why) print(plainLine(why))
      if (isForgettingSaid || !isRefusedWithoutCookies(exchange)) continue
      isForgettingSaid = true
      print(plainLine(`${forgottenWords(exchange.forgotten, 'en')} ${LOSE_COOKIES}`))
    }
  }
}

/** A page that a person sees: not what a browser or a script asks for on its own. */
const isRefusedWithoutCookies = ({ kind, status = 0, failure, forgotten }: Exchange) =>
  forgotten.length > 0 &&
  (kind === 'navigation' || kind === 'form') &&
  (status >= 400 || failure !== undefined)

const LOSE_COOKIES = `See “Web views that lose cookies” in ${join(PACKAGE_ROOT, 'docs', 'extension-kit.md')}`

function lineOf({ kind, method, path, status, failure, redirect, ms, forgotten }: Exchange): string {
  const verdict = failure ? `${status ?? ''} ${failure.code} ${failure.detail}`.trim() : `${status}`
  const where = redirect && !failure ? ` to ${redirect.to}` : ''
  const what = kind === 'entrance' ? '  with the app’s headers' : ''
  const without = forgotten.length > 0 ? '  cookies forgotten' : ''
  return `${method.padEnd(5)}${path}  ${verdict}${where}${ms === undefined ? '' : `  ${ms} ms`}${what}${without}`
}
