/** Importing this file registers `<school-news>`. */
import type { SchoolNewsEventMap } from './school-news.events.ts'
import { SchoolNews } from './school-news.ts'

// The first copy on a page stays, even when a second one has another version.
if (!customElements.get('school-news')) customElements.define('school-news', SchoolNews)

declare global {
  interface HTMLElementTagNameMap {
    'school-news': SchoolNews
  }
  interface HTMLElementEventMap extends SchoolNewsEventMap {}
  interface DocumentEventMap extends SchoolNewsEventMap {}
}
