/**
 * What this visitor has already read, so that a message is not shown twice.
 *
 * A message carries no identifier, so its content is one: a changed message shows again. The loader looks into the same
 * storage with the few bytes it has, and so the content is kept as it is; only a long one is kept as a hash.
 */
import type { PopupMessage } from '../shared/contract/popup.ts'

const NAME = 'schoolbell'
/** Longest message kept as it is, in characters. */
const LONGEST = 20_000
/** Longest list kept, in characters, the oldest forgotten first. */
const CAPACITY = 100_000

/** A text that stands for this message. With its quotes it cannot occur inside another one's: there they are escaped. */
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
    // Some old libraries put a `JSON` of their own in its place.
    return String(Object.entries(message))
  }
}

/** What was read since the page was opened, whether storage took it or not. */
let memory = ''

export function wasSeen(message: PopupMessage): boolean {
  let stored = ''
  try {
    stored = sessionStorage[NAME] + localStorage[NAME]
  } catch {
    // Storage is blocked: `memory` has it.
  }
  return (memory + stored).includes(keyOf(message))
}

/** @param lasting beyond this tab */
export function remember(message: PopupMessage, lasting: boolean): void {
  const key = keyOf(message)
  memory += key
  try {
    const storage = lasting ? localStorage : sessionStorage
    storage[NAME] = (key + (storage[NAME] ?? '')).slice(0, CAPACITY)
  } catch {
    // Storage is blocked or full: `memory` has it.
  }
}
