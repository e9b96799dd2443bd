/**
 * Which messages of a response are passed on.
 *
 * An invalid message must not remove a typhoon signal beside it, and a visitor must not see less through the relay than
 * without it. So every message that the widget can show is kept: all with the three texts. HTML and unknown fields stay
 * unchanged; an icon or a button that the interface does not allow is left out.
 */
import { Compile } from 'typebox/compile'
import { fault } from '../../../shared/client/accept.ts'
import { ContractError } from '../../../shared/client/errors.ts'
import { PopupMessage } from '../../../shared/contract/popup.ts'

export interface ReadMessages {
  messages: object[]
  /** Errors, as in `/content/1/needConfirm must be …`. */
  faults: string[]
}

type Fields = Record<string, unknown>

const messageCheck = Compile(PopupMessage)
const REQUIRED = ['msgTitle', 'msgBody', 'displayDate'] as const
const OPTIONAL = ['iconId', 'needConfirm'] as const

/** @throws {ContractError} the content is not a list of messages */
export function readMessages(content: unknown, address: string): ReadMessages {
  if (!Array.isArray(content)) throw new ContractError(address, '/content', 'must be array')
  const messages: object[] = []
  const faults: string[] = []
  for (const [index, element] of content.entries()) {
    if (messageCheck.Check(element)) {
      messages.push(element)
      continue
    }
    const { path, reason } = fault(PopupMessage, element)
    faults.push(`/content/${index}${path} ${reason}`)
    if (isShowable(element)) messages.push(withoutMisfits(element))
  }
  if (messages.length === 0 && faults[0]) throw new ContractError(address, '', faults[0])
  return { messages, faults }
}

function isShowable(element: unknown): element is Fields {
  if (typeof element !== 'object' || element === null) return false
  return REQUIRED.every(name => typeof (element as Fields)[name] === 'string')
}

function withoutMisfits(message: Fields): Fields {
  // An invalid date stays: it is not shown, and without it the message would be invalid.
  const sound = { ...message, displayDate: SOME_DATE }
  const invalid = OPTIONAL.filter(
    name => !messageCheck.Check({ ...only(sound, REQUIRED), ...only(sound, [name]) }),
  )
  return Object.fromEntries(
    Object.entries(message).filter(([name]) => !invalid.some(other => other === name)),
  )
}

const SOME_DATE = '20260101000000'
const only = (message: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter(name => name in message).map(name => [name, message[name]]))
