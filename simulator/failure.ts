/** Why the web-app's answer did not come, and what the browser is answered instead. */
import { connectionFault } from '../shared/connection-fault.ts'
import type { Failure } from './exchanges.ts'

/** A request's or an answer's body. */
export class TooLarge extends Error {}
/** The web-app has not begun to answer in time. */
export class Late extends Error {}

export function failureOf(
  error: unknown,
  { origin, path }: { origin: string; path: string },
): { code: Failure; status: number; about: string } {
  if (error instanceof TooLarge) return { code: 'TOO_LARGE', status: 413, about: path }
  if (error instanceof Late) return { code: 'TIMEOUT', status: 504, about: path }
  const fault = connectionFault(error, new URL(origin))
  if (!fault) return { code: 'BROKE_OFF', status: 502, about: path }
  const { problem, what, code } = fault
  if (problem === 'CERTIFICATE') return { code: problem, status: 502, about: `${what} (${code})` }
  return { code: problem, status: 502, about: ABOUT_PATH.has(problem) ? path : `${origin}/` }
}

/** The others are about the address. */
const ABOUT_PATH = new Set<Failure>(['BROKE_OFF', 'TIMEOUT'])
