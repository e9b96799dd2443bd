/**
 * What this visitor has already read, so that a message is not shown twice.
 *
 * A message carries no identifier, so its content is one: a changed message shows again. A confirmed message is
 * remembered for good, any other until the tab is closed; where storage is blocked, until the page is left.
 */
import type { PopupMessage } from '../shared/contract/popup.ts'

const NAME = 'schoolbell-seen'
/** Longest list kept, in characters: some two hundred messages, the oldest forgotten first. */
const CAPACITY = 2500

/** A short text that stands for this message on this site. */
export function keyOf(siteId: string, message: PopupMessage): string {
  let hash = 0
  for (const character of JSON.stringify([siteId, message]))
    hash = (hash * 31 + (character.codePointAt(0) as number)) | 0
  // Dots on both sides: keys are searched in one joined text, and none may be found inside another.
  return `.${hash}.`
}

/** The keys that storage has, joined; none where it is blocked. */
export function storedKeys(): string {
  try {
    return String(localStorage[NAME]) + sessionStorage[NAME]
  } catch {
    return ''
  }
}

/** What was read since the page was opened, whether storage took it or not. */
let memory = ''

export const wasSeen = (key: string): boolean => (memory + storedKeys()).includes(key)

/** @param lasting beyond this tab */
export function remember(key: string, lasting: boolean): void {
  memory += key
  try {
    const storage = lasting ? localStorage : sessionStorage
    storage[NAME] = (key + (storage[NAME] ?? '')).slice(0, CAPACITY)
  } catch {
    // Storage is blocked or full: `memory` has it.
  }
}
