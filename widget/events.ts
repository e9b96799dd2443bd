/**
 * What a `<school-popup>` tells its page.
 *
 * Plain `CustomEvent`s, because the loader, which has no bytes for classes, sends one of them as well. Those of the
 * element bubble and cross shadow roots; the loader's `school-popup-error` comes on `document`.
 */
import type { PopupMessage } from '../shared/contract/popup.ts'
import type { SchoolNewsEventMap } from './school-news.events.ts'

export interface SchoolPopupEventMap {
  /** The service has answered; `detail` are those this visitor has not seen. Cancelled, none of them is shown. */
  'school-popup-load': CustomEvent<readonly PopupMessage[]>
  /** `detail` has come on the screen. */
  'school-popup-show': CustomEvent<PopupMessage>
  /** The button of `detail` was pressed. Cancelled, it stays. */
  'school-popup-confirm': CustomEvent<PopupMessage>
  /** `detail`, which asks for no confirmation, was closed. Cancelled, it stays. */
  'school-popup-dismiss': CustomEvent<PopupMessage>
  /** The messages could not be had, for the reason in `detail`; nothing changes on the screen. */
  'school-popup-error': CustomEvent<unknown>
}

type WidgetEventMap = SchoolPopupEventMap & SchoolNewsEventMap

/** @returns whether the page lets it go on */
export const tell = <Name extends keyof WidgetEventMap>(
  element: Element,
  type: Name,
  detail: WidgetEventMap[Name]['detail'],
): boolean =>
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }))
