/**
 * Who called, as far as a call tells: the website for a page of one, else the name of the program.
 *
 * Anybody can say anything there: it is for people who look for a call, and lets nobody in.
 */
const LONGEST = 60

/** @param headers names and values in turn @returns as in `https://www.school.example`, `schoolbell-sync-agent`, `curl`; `browser` for one that names no website; empty when nothing is told */
export function callerOf(headers: readonly string[]): string {
  let agent = ''
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name === 'origin' && value !== 'null') return value.slice(0, LONGEST)
    if (name === 'user-agent') agent = value
  }
  if (agent.startsWith('Mozilla/')) return 'browser'
  return (/^[^\s/]+/.exec(agent)?.[0] ?? '').slice(0, LONGEST)
}
