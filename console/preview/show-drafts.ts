/**
 * What the page of the preview does; sent to the browser as its text, so that it stands alone: no imports, nothing from
 * outside the function.
 */
import type { PopupMessage } from '../../shared/contract/popup.ts'
import type { Language } from '../../shared/contract/site.ts'

/** From the console to the frame. */
export interface PreviewDraft {
  kind: 'schoolbell-preview'
  message: PopupMessage
  lang: Language
}

/** From the frame to the console. */
export type PreviewWord = { kind: 'schoolbell-preview-ready' | 'schoolbell-preview-closed' }

export function showDrafts(): void {
  type Popup = HTMLElement & { lang: string; preview(messages: readonly unknown[]): void }
  // The page itself has no origin; its address says where the console is.
  const home = new URL(document.baseURI).origin
  const tell = (kind: string) => parent.postMessage({ kind }, home)

  // The widget takes the focus, and the page scrolls to it: neither from who is typing beside it. Clicks and Tab still do.
  HTMLElement.prototype.focus = () => {}
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function showQuietly() {
    this.inert = true
    showModal.call(this)
    this.inert = false
  }

  customElements.whenDefined('school-popup').then(() => {
    const popup = document.createElement('school-popup') as Popup
    document.body.append(popup)
    popup.addEventListener('school-popup-confirm', () => tell('schoolbell-preview-closed'))
    popup.addEventListener('school-popup-dismiss', () => tell('schoolbell-preview-closed'))
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || origin !== home || data?.kind !== 'schoolbell-preview') return
      document.documentElement.lang = data.lang
      popup.lang = data.lang
      popup.preview([data.message])
    })
    tell('schoolbell-preview-ready')
  })
}
