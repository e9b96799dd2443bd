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
  const faults = [...faultsOfNumber(content), ...content.flatMap(faultsOfMessage)]
  if (messages.length === 0 && faults[0]) throw new ContractError(address, faults[0].path, faults[0].reason)
  return { messages, faults }
}

/** A website shows only so many of them. */
export function faultsOfNumber(content: readonly unknown[]): Fault[] {
  const count = content.filter(element => shownPopup(element)).length
  return count > MOST_MESSAGES
    ? [{ path: '/content', reason: `has ${count} messages, of which a website shows ${MOST_MESSAGES}` }]
    : []
}

/** @param index its place in the content */
export function faultsOfMessage(element: unknown, index: number): Fault[] {
  if (messageCheck.Check(element)) return []
  return faultsOf(PopupMessage, element).map(({ path, reason }) => ({
    path: `/content/${index}${path}`,
    reason,
  }))
}
