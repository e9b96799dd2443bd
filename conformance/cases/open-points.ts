/** Makes cases for points that the interface leaves open. */
import { type Finding, observed, type Part, type SilentCase } from '../case.ts'
import type { Visit } from '../visit.ts'

/**
 * @param part prefix of their ids
 * @param otherwise the interface's own words for such points: `not shown` or `not said`
 */
export function openPoints(part: Part, otherwise = 'not said') {
  /**
   * @param what the open point, or a whole sentence
   * @param look what the service does, or why it cannot be seen
   */
  return (
    id: string,
    place: string,
    what: string,
    clients: string,
    look: (visit: Visit) => string | Finding | Promise<string | Finding>,
  ): SilentCase => ({
    id: `${part}/${id}`,
    level: 'silent',
    rule: { place, says: what.endsWith('.') ? what : `${what}: ${otherwise}.` },
    clients,
    async look(visit) {
      const seen = await look(visit)
      return typeof seen === 'string' ? observed(seen) : seen
    },
  })
}
