/**
 * Which messages this visitor has read, so that none is shown twice.
 *
 * A message has no identifier, so its content is used: a changed message is shown again. The loader reads the same storage and
 * has to be small, so the content is stored as it is. Only a long message is stored as a hash. Behind each stands how long it
 * is not shown: a time in UTC, or `always`, which is later than any time because texts are compared.
 */
import { shownPopup } from '../shared/shown-popup.ts'
import type { PopupMessage } from './contract.ts'

const NAME = 'schoolbell'
/** The longest message that is stored as it is, in characters. */
const LONGEST = 20_000
/** The longest list, in characters. The oldest messages are forgotten first. */
const CAPACITY = 100_000
const DAY = 24 * 60 * 60 * 1000

/** The stored form of a message. It cannot be part of another one: quotes inside a message are escaped. */
export function keyOf(message: PopupMessage): string {
  const text = serialised(message)
  if (text.length <= LONGEST) return text
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) as number)) | 0
  return `{"${text.length}.${hash}}`
}

function serialised(message: PopupMessage): string {
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
  return until > new Date().toISOString()
}

/** @param lasting until the tab is closed for a `session`; anything else is a day */
export function remember(message: PopupMessage, lasting?: 'always' | 'session'): void {
  const isKnown = lasting === 'always' || lasting === 'session'
  const until = isKnown ? 'always' : new Date(Date.now() + DAY).toISOString()
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

/** What the tab keeps of a visit: site, language, and a mark for each message that was read. */
const VISIT = 'schoolbell-visit'

let visit = ''
try {
  visit = sessionStorage[VISIT] ?? ''
} catch {
  // Storage is blocked: `visit` has it.
}

/**
 * A message that was read in one language is not shown again in the other within a visit. It has no identifier, but the same
 * date, icon and button in both languages. Messages with the same three count together: they match if all of them were read,
 * and there are as many in the other language; a message that is there twice counts once. A message without a date matches none.
 *
 * Call it for new messages, before {@link wasSeen}, and after {@link remember}.
 *
 * @param messages all messages of the site in this language
 */
export function keepVisit(siteId: string, language: string, messages: readonly PopupMessage[]): void {
  const groups = new Map<string, PopupMessage[]>()
  for (const message of messages) {
    const { displayDate, iconId, needConfirm } = shownPopup(message) ?? {}
    const name = `${[displayDate, iconId, needConfirm]}`
    const group = groups.get(name) ?? []
    const isTwice = group.some(other => keyOf(other) === keyOf(message))
    if (displayDate && !isTwice) groups.set(name, [...group, message])
  }
  const [site, before, ...read] = visit.split(' ')
  const marks: string[] = []
  for (const [name, group] of groups) {
    const mark = `${name},${group.length}`
    if (site === siteId && before !== language && read.includes(mark))
      for (const message of group) if (!wasSeen(message)) remember(message, 'session')
    if (group.every(wasSeen)) marks.push(mark)
  }
  const now = marks.length > 0 ? [siteId, language, ...marks].join(' ') : ''
  if (now === visit) return
  visit = now
  try {
    sessionStorage[VISIT] = now
  } catch {
    // Storage is blocked or full: `visit` has it.
  }
}
