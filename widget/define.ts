/** Importing this file registers `<school-popup>`. */
import type { SchoolPopupEventMap } from './events.ts'
import { SchoolPopup } from './school-popup.ts'

// The first copy on a page stays, even when a second one has another version.
if (!customElements.get('school-popup')) customElements.define('school-popup', SchoolPopup)

declare global {
  interface HTMLElementTagNameMap {
    'school-popup': SchoolPopup
  }
  interface HTMLElementEventMap extends SchoolPopupEventMap {}
  interface DocumentEventMap extends SchoolPopupEventMap {}
}
