/** Registers `<school-popup>`; importing this file is the side effect. */
import type { SchoolPopupEventMap } from './events.ts'
import { SchoolPopup } from './school-popup.ts'

// A second copy on the page, perhaps of another version, leaves the first one alone.
if (!customElements.get('school-popup')) customElements.define('school-popup', SchoolPopup)

declare global {
  interface HTMLElementTagNameMap {
    'school-popup': SchoolPopup
  }
  interface HTMLElementEventMap extends SchoolPopupEventMap {}
  interface DocumentEventMap extends SchoolPopupEventMap {}
}
