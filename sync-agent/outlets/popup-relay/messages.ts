/**
 * Which messages of an answer are passed on.
 *
 * One that is malformed must not take a typhoon signal beside it away, and a visitor must not see less through the relay
 * than without it. So what the widget can show is kept: any element with its three texts. Its HTML and fields that the
 * interface does not know stay as they came; an icon or a button that the interface does not allow is left out.
 */
import { Compile } from 'typebox/compile'
import { fault } from '../../../shared/client/accept.ts'
import { ContractError } from '../../../shared/client/errors.ts'
import { PopupMessage } from '../../../shared/contract/popup.ts'

export interface ReadMessages {
  messages: object[]
  /** What did not fit, as in `/content/1/needConfirm must be …`. */
  misfits: string[]
}

type Fields = Record<string, unknown>

const messageCheck = Compile(PopupMessage)
const REQUIRED = ['msgTitle', 'msgBody', 'displayDate'] as const
const OPTIONAL = ['iconId', 'needConfirm'] as const

/** @throws {ContractError} the content is no list of messages */
export function readMessages(content: unknown, address: string): ReadMessages {
  if (!Array.isArray(content)) throw new ContractError(address, '/content', 'must be array')
  const messages: object[] = []
  const misfits: string[] = []
  for (const [index, element] of content.entries()) {
    if (messageCheck.Check(element)) {
      messages.push(element)
      continue
    }
    const { path, reason } = fault(PopupMessage, element)
    misfits.push(`/content/${index}${path} ${reason}`)
    if (isShowable(element)) messages.push(withoutMisfits(element))
  }
  if (messages.length === 0 && misfits[0]) throw new ContractError(address, '', misfits[0])
  return { messages, misfits }
}

function isShowable(element: unknown): element is Fields {
  if (typeof element !== 'object' || element === null) return false
  return REQUIRED.every(name => typeof (element as Fields)[name] === 'string')
}

function withoutMisfits(message: Fields): Fields {
  // An odd date stays: it is shown by no one, and the message without it would be none.
  const sound = { ...message, displayDate: SOME_DATE }
  const unfit = OPTIONAL.filter(
    name => !messageCheck.Check({ ...only(sound, REQUIRED), ...only(sound, [name]) }),
  )
  return Object.fromEntries(Object.entries(message).filter(([name]) => !unfit.some(other => other === name)))
}

const SOME_DATE = '20260101000000'
const only = (message: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter(name => name in message).map(name => [name, message[name]]))
