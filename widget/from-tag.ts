/** The dialog's file as the script tag loads it: what the tag has found becomes an element with the tag's options. */
import './define.ts'
import type { PopupMessage } from '../shared/contract/popup.ts'
import { SchoolPopup } from './school-popup.ts'

/** The script tag that runs, `window.schoolbell`. */
export interface LoaderTag extends HTMLScriptElement {
  /** What the service answered, once something in it is unseen. */
  messages?: PopupMessage[]
  /** Once there is one it asks by itself, and the tag does no more. */
  popup?: SchoolPopup
}

/** Those of the tag's `data-` attributes that the loader reads itself. */
export interface LoaderOptions {
  service?: string
  siteId?: string
  lang?: string
  /** A text, which a browser compares and multiplies as a number. */
  refresh: number
  debug?: string
}

declare global {
  var schoolbell: LoaderTag | undefined
}

const tag = self.schoolbell
// An element alone may load this file, too.
if (tag instanceof HTMLScriptElement && tag.messages) {
  const popup = document.createElement('school-popup')
  popup.service = new URL('../cms', tag.src).href
  for (const name of SchoolPopup.observedAttributes) {
    const value = tag.getAttribute(`data-${name}`)
    if (value !== null) popup.setAttribute(name, value)
  }
  popup.messages = tag.messages
  // Not into the body, which some sites exchange as a whole when their visitor goes on.
  document.documentElement.append(popup)
  tag.popup = popup
}
