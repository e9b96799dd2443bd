/**
 * What the script tag runs: it asks for messages, and loads the dialog only if this visitor has not seen all of them. A sync
 * agent's script has answers with it, so that the first call is not needed (`sync-agent/outlets/popup-script.ts`).
 *
 * Every visitor loads it, so it has at most 600 bytes. The tag itself becomes the one global; on it the dialog finds the
 * messages (`from-tag.ts`). From then on the element asks by itself.
 */
import type { PopupMessage } from './contract.ts'
import type { LoaderTag } from './from-tag.ts'
import { languageOf } from './language.ts'

/** Set by the build. Names with hashes, so that a loader always gets the files that it was built with. */
declare const DIALOG_FILES: readonly string[]
/** For browsers without a sanitiser of their own (`sanitise.ts`). */
declare const PURIFY_FILE: string

interface Options {
  siteId?: string
  service?: string
  lang?: string
  /** A text, but arithmetic reads it as a number. */
  refresh: number
  debug?: string
}

const script = document.currentScript
// A second tag finds the first one here and does nothing. An element with this id is not an own property.
if (script instanceof HTMLScriptElement && !Object.hasOwn(self, 'schoolbell')) {
  self.schoolbell = script
  start(script)
}

function start(tag: LoaderTag): void {
  const options = tag.dataset as unknown as Options
  const { siteId = 'academy', service = new URL('../cms', tag.src), lang, refresh, debug } = options

  /** @param cause the tag with the answers that came with it, used at once or never; an event; false: it does not try again */
  async function check(cause: LoaderTag | Event | false): Promise<void> {
    // A prerendered page, or one in the background, asks when somebody looks at it.
    if (tag.popup || document.hidden) return
    try {
      const language = languageOf(lang || document.documentElement.lang)
      const { code, content } =
        (cause as LoaderTag)[language] ??
        (await (
          await fetch(`${service}/api/v1/popupmsg/check?siteId=${siteId}&lang=${language}`, {
            signal: AbortSignal.timeout(8000),
          })
        ).json())
      if (code !== 'D00000') throw code
      if (content.every(wasSeen)) return
      tag.messages = content
      // All files at once: one after the other would take a round trip each.
      const files = 'parseHTML' in Document ? DIALOG_FILES : [...DIALOG_FILES, PURIFY_FILE]
      // `import` takes a URL as its text.
      await Promise.all(files.map(file => import(/* @vite-ignore */ new URL(file, tag.src) as never)))
    } catch (error) {
      if (cause) setTimeout(check, Math.random() * 4000, false)
      else {
        if (debug !== undefined) console.warn(error)
        document.dispatchEvent(new CustomEvent('school-popup-error', { detail: error }))
      }
    }
  }

  check(tag)
  addEventListener('visibilitychange', check)
  addEventListener('online', check)
  if (refresh >= 10 && refresh < 1e6) setInterval(check, refresh * 1000, false)
}

/** Reads what `seen.ts` has stored. A long message is stored in another form, and counts as unseen here. */
function wasSeen(message: PopupMessage): boolean | undefined {
  try {
    const [, until] = (sessionStorage.schoolbell + localStorage.schoolbell).split(JSON.stringify(message))
    // Without an entry it is undefined, which is not later than any time.
    return (until as string) > new Date().toJSON()
  } catch {
    // Storage is blocked.
  }
}
