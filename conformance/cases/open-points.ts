/** A maker of cases for points on which the interface is silent. */
import { type Finding, type Part, type SilentCase, told } from '../case.ts'
import type { Visit } from '../visit.ts'

/**
 * @param part whose names they bear
 * @param otherwise as the interface itself says of such points: `not shown` or `not said`
 */
export function openPoints(part: Part, otherwise = 'not said') {
  /**
   * @param what the point that is open, or a whole sentence
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
      return typeof seen === 'string' ? told(seen) : seen
    },
  })
}
