/**
 * Which messages this visitor has read, so that none is shown twice.
 *
 * A message has no identifier, so its content is used: a changed message is shown again. The loader reads the same storage and
 * has to be small, so the content is stored as it is. Only a long message is stored as a hash. Behind each stands how long it
 * is not shown: a time in UTC, or `always`, which is later than any time because texts are compared.
 */
import type { PopupMessage } from './contract.ts'

const NAME = 'schoolbell'
/** The longest message that is stored as it is, in characters. */
const LONGEST = 20_000
/** The longest list, in characters. The oldest messages are forgotten first. */
const CAPACITY = 100_000
const DAY = 24 * 60 * 60 * 1000

/** The stored form of a message. It cannot be part of another one: quotes inside a message are escaped. */
export function keyOf(message: PopupMessage): string {
  const text = textOf(message)
  if (text.length <= LONGEST) return text
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) as number)) | 0
  return `{"${text.length}.${hash}}`
}

function textOf(message: PopupMessage): string {
  try {
    return JSON.stringify(message)
  } catch {
    // Some old libraries replace `JSON` by their own.
    return String(Object.entries(message))
  }
}

/** Read since the page was opened, also when storage does not work. */
let memory = ''

export function wasSeen(message: PopupMessage): boolean {
  let stored = ''
  try {
    stored = sessionStorage[NAME] + localStorage[NAME]
  } catch {
    // Storage is blocked: `memory` has it.
  }
  const [, until = ''] = (memory + stored).split(keyOf(message))
  return until > new Date().toJSON()
}

/** @param lasting until the tab is closed for a `session`; anything else is a day */
export function remember(message: PopupMessage, lasting?: 'always' | 'session'): void {
  const isKnown = lasting === 'always' || lasting === 'session'
  const until = isKnown ? 'always' : new Date(Date.now() + DAY).toJSON()
  const entry = keyOf(message) + until
  // The newest counts.
  memory = entry + memory
  try {
    const storage = lasting === 'session' ? sessionStorage : localStorage
    storage[NAME] = (entry + (storage[NAME] ?? '')).slice(0, CAPACITY)
  } catch {
    // Storage is blocked or full: `memory` has it.
  }
}
