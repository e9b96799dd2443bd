/** The dialog as the script tag loads it: an element with the tag's options and the messages that the loader has got. */
import './define.ts'
import type { Language, PopupMessage } from './contract.ts'
import { SchoolPopup } from './school-popup.ts'

/** Answers of the service. */
type Answers = Partial<Record<Language, { code: string; content: PopupMessage[] }>>

/** The script tag that runs, `window.schoolbell`. A sync agent's script has put its answers on it, by language. */
export interface LoaderTag extends HTMLScriptElement, Answers {
  /** The service's answer, once there is a message in it that the visitor has not seen. */
  messages?: PopupMessage[]
  /** From then on it asks the service by itself, and the loader no more. */
  popup?: SchoolPopup
}

declare global {
  var schoolbell: LoaderTag | undefined
}

const tag = self.schoolbell
// A page without the script tag may load this file for its own element.
if (tag instanceof HTMLScriptElement && tag.messages) {
  // Lit's templates are HTML; a page in XHTML would read them as XML.
  if (document.contentType !== 'text/html') throw Error(`no popup on a page of type ${document.contentType}`)
  const popup = document.createElement('school-popup')
  popup.service = new URL('../cms', tag.src).href
  for (const name of SchoolPopup.observedAttributes) {
    const value = tag.getAttribute(`data-${name}`)
    if (value !== null) popup.setAttribute(name, value)
  }
  popup.messages = tag.messages
  // Not into the body, which some sites replace when a visitor goes to another page.
  document.documentElement.append(popup)
  tag.popup = popup
}
