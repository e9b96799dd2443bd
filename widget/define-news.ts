/** Registers `<school-news>`; importing this file is the side effect. */
import type { SchoolNewsEventMap } from './school-news.events.ts'
import { SchoolNews } from './school-news.ts'

// A second copy on the page, perhaps of another version, leaves the first one alone.
if (!customElements.get('school-news')) customElements.define('school-news', SchoolNews)

declare global {
  interface HTMLElementTagNameMap {
    'school-news': SchoolNews
  }
  interface HTMLElementEventMap extends SchoolNewsEventMap {}
  interface DocumentEventMap extends SchoolNewsEventMap {}
}
