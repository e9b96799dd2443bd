/** One element of `newsList`: a news entry, or the reason why it is not valid. */

import { NewsEntry } from '../contract/news.ts'
import { fault, isTooDeep, TOO_DEEP, withoutNulls } from './accept.ts'
import { checkOf } from './check.ts'
import { ContractError } from './errors.ts'

const entryCheck = checkOf(NewsEntry)

export type ReadEntry = { entry: NewsEntry } | { fault: { path: string; reason: string } }

/** Reads an element as received; an optional field with null counts as absent. */
export function readNewsEntry(raw: unknown): ReadEntry {
  if (isTooDeep(raw)) return { fault: { path: '', reason: TOO_DEEP } }
  const value = withoutNulls(raw)
  return entryCheck.Check(value) ? { entry: value } : { fault: fault(NewsEntry, value) }
}

/** @throws {ContractError} naming the field */
export function acceptNewsEntry(raw: unknown, address: string, index: number): NewsEntry {
  const read = readNewsEntry(raw)
  if ('entry' in read) return read.entry
  throw new ContractError(address, `/content/newsList/${index}${read.fault.path}`, read.fault.reason)
}
