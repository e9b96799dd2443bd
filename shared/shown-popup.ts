/**
 * What a website shows of a popup message as received (interface, Popup message). The widget, the popup relay, the client and
 * `schoolbell popups` all decide it here. Without imports, because a visitor loads it.
 *
 * Something odd in a message must not hide a typhoon signal: title and body make a message, and only the odd part is left out.
 */

/** The popup icons (interface, Icon IDs). */
export const ICON_IDS = ['2', '3', '4', '5', '6', '7', '8', '9', '10'] as const
export type IconId = (typeof ICON_IDS)[number]

/** Signals of the Observatory: all icons but the one for events. Kindergartens close at No. 3 already. */
export const isSevere = (icon: unknown): boolean => icon !== '10' && ICON_IDS.includes(icon as IconId)

/** The buttons that a message can have. */
export const CONFIRMATIONS = ['confirm', 'Accept'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

export interface ShownPopup {
  msgTitle: string
  /** Contains HTML, which is not to be trusted. */
  msgBody: string
  /** `YYYYMMDDhhmmss`, a time that exists. Absent: no date. */
  displayDate?: string | undefined
  /** Absent: no icon. */
  iconId?: IconId | undefined
  /** Absent: no button. */
  needConfirm?: Confirmation | undefined
}

/** @returns undefined if it is not shown: title or body is not text */
export function shownPopup(received: unknown): ShownPopup | undefined {
  const { msgTitle, msgBody, displayDate, iconId, needConfirm } = Object(received)
  if (typeof msgTitle !== 'string' || typeof msgBody !== 'string') return undefined
  const button = typeof needConfirm === 'string' ? needConfirm.toLowerCase() : ''
  return {
    msgTitle,
    msgBody,
    displayDate: momentOf(displayDate) && displayDate,
    // Some systems send a number.
    iconId: ICON_IDS.find(id => id === iconId || Number(id) === iconId),
    needConfirm: CONFIRMATIONS.find(name => name.toLowerCase() === button),
  }
}

/** More than a school ever has at a time. With thousands, a page would freeze. */
export const MOST_MESSAGES = 100

/**
 * The messages of an answer that a website shows, as received and in its order: severe weather before the rest, each group as
 * the service sent it. A bun in the tuck shop must not hide a black rainstorm, nor must a thousand of them.
 */
export function shownMessages<Message>(answer: readonly Message[]): Message[] {
  const others: Message[] = []
  // What is no list has no `filter`, and fails here.
  const weather = answer.filter(message => {
    const shown = shownPopup(message)
    const isWeather = isSevere(shown?.iconId)
    if (shown && !isWeather) others.push(message)
    return isWeather
  })
  return [...weather, ...others].slice(0, MOST_MESSAGES)
}

/** The wall clock `YYYYMMDDhhmmss`, read as UTC; undefined when no such time exists. */
export function momentOf(displayDate: unknown): Date | undefined {
  if (typeof displayDate !== 'string') return undefined
  const iso = displayDate.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6.000Z')
  const moment = new Date(iso)
  // 31 February would become another day. Old libraries have a `toJSON` of their own.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === iso ? moment : undefined
}
