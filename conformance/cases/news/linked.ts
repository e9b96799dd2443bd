/** Pictures and files that entries link to: a few of each kind are fetched. */
import { type Element, isAddress } from '../../fields.ts'
import type { Visit } from '../../visit.ts'
import { fieldsOf } from '../../words.ts'
import { attachments, entries } from './entries.ts'

/** Limit for each kind; every MIME type comes once before one comes twice. */
const MOST = 6

export interface Linked {
  element: Element
  address: string
}

/** Addresses in a field of attachments, of as many MIME types as possible. */
export function attached(field: string) {
  return async (visit: Visit): Promise<Linked[]> => {
    const all = linkedBy(await attachments(visit), field)
    const seen = new Map<unknown, number>()
    const turn = ({ element }: Linked) => {
      const { fileType } = fieldsOf(element.value)
      const before = seen.get(fileType) ?? 0
      seen.set(fileType, before + 1)
      return before
    }
    return all
      .map(linked => ({ linked, turn: turn(linked) }))
      .toSorted((a, b) => a.turn - b.turn)
      .slice(0, MOST)
      .map(({ linked }) => linked)
  }
}

export function covers(field: string) {
  return async (visit: Visit): Promise<Linked[]> => linkedBy(await entries(visit), field).slice(0, MOST)
}

function linkedBy(elements: readonly Element[], field: string): Linked[] {
  const linked = elements.flatMap(element => {
    const address = fieldsOf(element.value)[field]
    return isAddress(address) ? [{ element, address }] : []
  })
  return [...new Map(linked.map(one => [one.address, one])).values()]
}
