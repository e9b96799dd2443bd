/**
 * Whether a page of another origin sends this write. SameSite looks at the site only, so the browser sends the cookie along
 * from another host of the same site.
 */
import type { VisitRequest } from './visit.ts'

export function isForeignWrite({ method, header }: VisitRequest): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return false
  const site = header('sec-fetch-site')
  if (site != null) return site !== 'same-origin' && site !== 'none'
  // Older web views send Origin only. Programs send neither header, and another page cannot make them send a request.
  const origin = header('origin')
  return origin != null && !hostsOf({ header }).some(host => isAt(origin, host))
}

/** Another page cannot set either header. A reverse proxy may have replaced `Host`. */
const hostsOf = ({ header }: Pick<VisitRequest, 'header'>): string[] =>
  [header('host'), header('x-forwarded-host')?.split(',')[0]?.trim()].filter(host => host != null)

/** Compares hosts; the default port may be left out. */
function isAt(origin: string, host: string): boolean {
  const from = URL.parse(origin)
  return from !== null && URL.parse(`${from.protocol}//${host}`)?.host === from.host
}
