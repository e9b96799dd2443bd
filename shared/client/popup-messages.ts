/** Reads the content of a popup call: the messages that a website shows, and what is odd about them. */
import { PopupMessage } from '../contract/popup.ts'
import { MOST_MESSAGES, shownMessages, shownPopup } from '../shown-popup.ts'
import { type Fault, faults as faultsOf } from './accept.ts'
import { checkOf } from './check.ts'
import { ContractError } from './errors.ts'

export interface ReadMessages {
  /** Those that are shown, as received and in this order. */
  messages: object[]
  /** What does not follow the interface, as in `/content/1/needConfirm`. */
  faults: Fault[]
}

const messageCheck = checkOf(PopupMessage)

/**
 * An odd message must not hide a typhoon signal beside it.
 *
 * @throws {ContractError} the content is not a list of messages
 */
export function readMessages(content: unknown, address: string): ReadMessages {
  if (!Array.isArray(content)) throw new ContractError(address, '/content', 'must be an array')
  const messages = shownMessages(content)
  const faults = [...[...faultsOfMessages(content).values()].flat(), ...faultsOfNumber(content)]
  if (messages.length === 0 && faults[0]) throw new ContractError(address, faults[0].path, faults[0].reason)
  return { messages, faults }
}

/** More say nothing new. With half a million, a service would stop its reader for seconds. */
const MOST_NAMED = 100

/** A website shows only so many messages, and only the faults of so many are named. */
export function faultsOfNumber(content: readonly unknown[]): Fault[] {
  const shown = content.filter(element => shownPopup(element)).length
  const wrong = content.filter(element => !messageCheck.Check(element)).length
  const reasons = [
    ...(shown > MOST_MESSAGES ? [`has ${shown} messages, of which a website shows ${MOST_MESSAGES}`] : []),
    ...(wrong > MOST_NAMED ? [`has ${wrong} wrong elements, of which ${MOST_NAMED} are named`] : []),
  ]
  return reasons.map(reason => ({ path: '/content', reason }))
}

/** By the element's place in the content, of the first hundred wrong ones. */
export function faultsOfMessages(content: readonly unknown[]): Map<number, Fault[]> {
  const found = new Map<number, Fault[]>()
  for (const [index, element] of content.entries()) {
    if (found.size === MOST_NAMED) break
    if (messageCheck.Check(element)) continue
    const faults = faultsOf(PopupMessage, element)
    found.set(
      index,
      faults.map(({ path, reason }) => ({ path: `/content/${index}${path}`, reason })),
    )
  }
  return found
}
