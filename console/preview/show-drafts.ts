/**
 * What the page of the preview does; sent to the browser as its text, so that it stands alone: no imports, nothing from
 * outside the function.
 */
import type { NewsEntry } from '../../shared/contract/news.ts'
import type { PopupMessage } from '../../shared/contract/popup.ts'

/** What the interface would say of a draft. */
export type Previewed = PopupMessage | NewsEntry

/** From the console to the frame. */
export interface PreviewDraft {
  kind: 'schoolbell-preview'
  draft: Previewed
  /** As the pages of a school name it: `en-HK`. */
  lang: string
}

/** From the frame to the console. */
export type PreviewWord = { kind: 'schoolbell-preview-ready' | 'schoolbell-preview-closed' }

export function showDrafts(): void {
  type Popup = HTMLElement & { lang: string; preview(messages: readonly unknown[]): void }
  // The page itself has no origin; its address says where the console is.
  const home = new URL(document.baseURI).origin
  const tell = (kind: string) => parent.postMessage({ kind }, home)
  const make = (name: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    return element
  }

  // The widget takes the focus, and the page scrolls to it: neither from who is typing beside it. Clicks and Tab still do.
  HTMLElement.prototype.focus = () => {}
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function showQuietly() {
    this.inert = true
    showModal.call(this)
    this.inert = false
  }
  // A link would lead the frame away from what it shows.
  addEventListener('click', event => {
    if (event.composedPath().some(part => part instanceof HTMLAnchorElement)) event.preventDefault()
  })

  let popup: Popup | undefined
  const showPopup = (message: PopupMessage, lang: string) => {
    if (!popup) {
      popup = make('school-popup') as Popup
      document.body.append(popup)
      popup.addEventListener('school-popup-confirm', () => tell('schoolbell-preview-closed'))
      popup.addEventListener('school-popup-dismiss', () => tell('schoolbell-preview-closed'))
    }
    popup.lang = lang
    popup.preview([message])
  }

  const showNews = (entry: NewsEntry, lang: string) => {
    const { newsId, newsTitle, newsContent, newsDate, mobileScreenImageUrl, thumbnailUrl, attachments } =
      entry
    const item = {
      newsId,
      title: newsTitle,
      date: newsDate.replace(/(....)(..)(..)/, '$1-$2-$3'),
      html: newsContent,
      coverUrl: mobileScreenImageUrl,
      thumbnailUrl,
      attachments,
    }
    // In place of the sync agent that a website has.
    globalThis.fetch = async () => Response.json({ items: [item] })
    const news = make('school-news', { service: home, lang, live: 'off', 'news-id': newsId })
    document.body.replaceChildren(make('div', { class: 'bar' }), news)
  }

  Promise.all(['school-popup', 'school-news'].map(name => customElements.whenDefined(name))).then(() => {
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || origin !== home || data?.kind !== 'schoolbell-preview') return
      const { draft, lang } = data as PreviewDraft
      document.documentElement.lang = lang
      if ('newsId' in draft) showNews(draft, lang)
      else showPopup(draft, lang)
    })
    tell('schoolbell-preview-ready')
  })
}
