/**
 * The events of `<school-popup>`.
 *
 * They are plain `CustomEvent`s, because the small loader sends one of them as well. The element's events bubble and cross
 * shadow roots; the loader's `school-popup-error` comes on `document`.
 */
import type { PopupMessage } from './contract.ts'
import type { SchoolNewsEventMap } from './school-news.events.ts'

export interface SchoolPopupEventMap {
  /** The messages are loaded; `detail` are those that this visitor has not seen. Cancelled, none of them is shown. */
  'school-popup-load': CustomEvent<readonly PopupMessage[]>
  /** `detail` is on the screen. */
  'school-popup-show': CustomEvent<PopupMessage>
  /** The button of `detail` was pressed. Cancelled, it stays. */
  'school-popup-confirm': CustomEvent<PopupMessage>
  /** `detail`, which has no button, was closed. Cancelled, it stays. */
  'school-popup-dismiss': CustomEvent<PopupMessage>
  /** The messages could not be loaded; `detail` is the reason. Nothing changes on the screen. */
  'school-popup-error': CustomEvent<unknown>
}

type WidgetEventMap = SchoolPopupEventMap & SchoolNewsEventMap

/** @returns false if the page has cancelled it */
export const emit = <Name extends keyof WidgetEventMap>(
  element: Element,
  type: Name,
  detail: WidgetEventMap[Name]['detail'],
): boolean =>
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }))
