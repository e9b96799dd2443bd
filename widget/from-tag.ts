/** The dialog as the script tag loads it: an element with the tag's options and the messages that the loader has got. */
import './define.ts'
import type { Language, PopupMessage } from './contract.ts'
import { returning, SchoolPopup } from './school-popup.ts'

/** Answers of the service. */
type Answers = Partial<Record<Language, { code: string; content: PopupMessage[] }>>

/** The script tag that runs, `window.schoolbell`. A sync agent's script has put its answers on it, by language. */
export interface LoaderTag extends HTMLScriptElement, Answers {
  /** The service's answer, once there is a message in it that the visitor has not seen; any answer with `data-debug`. */
  messages?: PopupMessage[]
  /** From then on it asks the service by itself, and the loader no more. */
  popup?: SchoolPopup
}

declare global {
  var schoolbell: LoaderTag | undefined
}

const tag = window.schoolbell
// A page without the script tag may load this file for its own element.
if (tag?.messages) {
  // Lit's templates are HTML; a page in XHTML would read them as XML.
  if (document.contentType !== 'text/html') throw Error(`no popup on a page of type ${document.contentType}`)
  const popup = document.createElement('school-popup')
  // A constructor that throws gives an element of no class.
  if (!(popup instanceof SchoolPopup)) throw Error('<school-popup> cannot be made on this page')
  const { service, siteId = 'academy', lang, remember, refresh, iconBase, debug } = tag.dataset
  // No attributes: copies that a page makes of its body are empty.
  Object.assign(popup, {
    service,
    siteId,
    lang,
    remember,
    refreshSeconds: Number(refresh),
    iconBase,
    debug: debug !== undefined,
    messages: tag.messages,
  })
  returning.add(popup)
  if (popup.debug && !tag.dataset.siteId) console.warn('schoolbell', 'no site: academy')
  place(popup)
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => place(popup), { once: true })
  tag.popup = popup
}

/**
 * At the end of the body, the one place where React 18 allows a stranger when it takes over a whole document. Not before that end has
 * been read. A frameset shows no elements.
 */
function place(popup: Element): void {
  const { body, documentElement, readyState } = document
  const parent = body?.localName === 'body' && readyState !== 'loading' ? body : documentElement
  parent.append(popup)
}
