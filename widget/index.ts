/** `schoolbell/widget`: the element's class, its events and its words. It does not register the element; `define.ts` does. */
export type { IconId } from '../shared/contract/icon.ts'
export type { Confirmation, PopupMessage } from '../shared/contract/popup.ts'
export type { Language } from '../shared/contract/site.ts'
export type { SchoolPopupEventMap } from './events.ts'
export { ICON_FILES } from './icons.ts'
export { SchoolPopup } from './school-popup.ts'
export { STRINGS, type Strings } from './strings.ts'
