/** What the elements know of the interface, as plain types: a page that installs the widget needs no schema library for them. */

import type { Confirmation } from '../shared/shown-popup.ts'

export type { Confirmation, IconId } from '../shared/shown-popup.ts'

export type Language = 'en-US' | 'zh-HK'

export interface PopupMessage {
  msgTitle: string
  /** Contains HTML, which is not to be trusted. */
  msgBody: string
  /** As in 20260901073000, in the school's time zone. */
  displayDate: string
  /** One that is no IconId is allowed and shows no icon. */
  iconId?: string
  /** Absent: no button. */
  needConfirm?: Confirmation
}
