/** `@schoolbell/widget`: the element's class, its events and its words. It does not register the element; `define.ts` does. */
export type { Confirmation, IconId, Language, PopupMessage } from './contract.ts'
export type { SchoolPopupEventMap } from './events.ts'
export { ICON_FILES } from './icons.ts'
export { SchoolPopup } from './school-popup.ts'
export { STRINGS, type Strings } from './strings.ts'
