/**
 * A form that a page of another origin sends in the visitor's name. Of another host of the same site the cookie comes along,
 * since SameSite knows sites only.
 */
import type { VisitRequest } from './visit.ts'

export function isForeignWrite({ method, header }: VisitRequest): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return false
  const site = header('sec-fetch-site')
  if (site != null) return site !== 'same-origin' && site !== 'none'
  // Older web views say where a form comes from in Origin alone; programs, which no other page can start, say nothing.
  const origin = header('origin')
  return origin != null && !hostsOf({ header }).some(host => isAt(origin, host))
}

/** No other page makes a browser send either of them. A proxy in front may have put its own in the place of `Host`. */
const hostsOf = ({ header }: Pick<VisitRequest, 'header'>): string[] =>
  [header('host'), header('x-forwarded-host')?.split(',')[0]?.trim()].filter(host => host != null)

/** With or without the port that goes without saying. */
function isAt(origin: string, host: string): boolean {
  const from = URL.parse(origin)
  return from !== null && URL.parse(`${from.protocol}//${host}`)?.host === from.host
}
