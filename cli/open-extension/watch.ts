/** Prints one line for each completed request of the phone. */

import { plainLine } from '../../shared/text/table.ts'
import type { Exchange } from '../../simulator/exchanges.ts'

/** @returns a function that takes all exchanges so far and prints the new ones */
export function watchExchanges(print: (line: string) => void = console.log): (all: Exchange[]) => void {
  const printed = new Set<number>()
  return all => {
    for (const exchange of all) {
      const { exchangeId, status, failure } = exchange
      if (printed.has(exchangeId) || (status === undefined && !failure)) continue
      printed.add(exchangeId)
      print(plainLine(lineOf(exchange)))
    }
  }
}

function lineOf({ kind, method, path, status, failure, redirect, ms }: Exchange): string {
  const verdict = failure ? `${status ?? ''} ${failure.code} ${failure.detail}`.trim() : `${status}`
  const where = redirect && !failure ? ` to ${redirect.to}` : ''
  const what = kind === 'entrance' ? '  with the app’s headers' : ''
  return `${method.padEnd(5)}${path}  ${verdict}${where}${ms === undefined ? '' : `  ${ms} ms`}${what}`
}
