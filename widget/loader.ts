/**
 * The script tag's whole program: ask, drop what was seen, and load the dialog only if something is left.
 *
 * It may have 450 bytes, which is why it says some things shortly. What it finds it leaves on its own tag, the one
 * global, for the dialog's file to pick up (`from-tag.ts`); from then on the element asks by itself.
 */
import type { LoaderOptions, LoaderTag } from './from-tag.ts'

/** Name of the dialog's file with its hash: an old loader never meets a new dialog. Set by the build. */
declare const DIALOG_FILE: string

// A second tag finds the first one there, and does nothing. The build makes it a `var`, which an element's id is not.
self.schoolbell ||= (tag => {
  const {
    siteId = 'academy',
    lang,
    refresh,
    service = new URL('../cms', tag.src),
    debug,
  } = tag.dataset as unknown as LoaderOptions

  const ask = async (retry?: unknown) => {
    // Prerendered or in a background tab, it asks once it is looked at.
    if (!(tag.popup || document.hidden))
      try {
        const { content, code } = await (
          await fetch(
            // The language as in `language.ts`.
            `${service}/api/v1/popupmsg/check?siteId=${siteId}&lang=${/^zh/i.test(lang || document.documentElement.lang) ? 'zh-HK' : 'en-US'}`,
            { signal: AbortSignal.timeout(8000) },
          )
        ).json()
        if (code !== 'D00000') throw code
        const wasSeen = (message: unknown) => {
          try {
            // As `seen.ts` keeps them; a long one is kept in another form and counts as unseen here.
            return (localStorage.schoolbell + sessionStorage.schoolbell).includes(JSON.stringify(message))
          } catch {
            // Storage is blocked.
          }
        }
        if (!content.every(wasSeen)) {
          tag.messages = content
          // A picture named "currentScript" stands in the tag's place, and has no text: its address imports nothing.
          await import(/* @vite-ignore */ tag.text + new URL(DIALOG_FILE, tag.src))
        }
      } catch (error) {
        if (retry) setTimeout(ask, Math.random() * 4000)
        else {
          if (debug != null) console.warn(error)
          document.dispatchEvent(new CustomEvent('school-popup-error', { detail: error }))
        }
      }
  }

  if (refresh > 9 && refresh < 1e6) setInterval(ask, refresh * 1000)
  addEventListener('visibilitychange', ask)
  ask(tag)
  addEventListener('online', ask)
  return tag
})(document.currentScript as LoaderTag)
