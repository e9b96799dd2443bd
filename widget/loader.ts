/**
 * What the script tag runs: it asks for messages, and loads the dialog only if this visitor has not seen all of them. A sync
 * agent's script has answers with it, so that the first call is not needed (`sync-agent/outlets/popup-script.ts`).
 *
 * Every visitor loads it, so it has at most 1,250 bytes. The tag itself becomes the one global; on it the dialog finds the
 * messages and options (`from-tag.ts`). From then on the element asks by itself.
 *
 * It takes no address apart with `URL`: a page may have a variable of that name.
 */
import type { PopupMessage } from './contract.ts'
import type { LoaderTag } from './from-tag.ts'
import { languageOf } from './language.ts'
import { LATER, OPENERS, tellOpeners } from './openers.ts'

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

/** What the dialog needs of the browser, and what pages and old libraries define anew. */
const NEEDED = 'Map Promise ResizeObserver Set Symbol URL WeakMap'

const TAKEN = 'this name is taken on the page'

// In a module there is no current script, and a picture of that name takes its place. Where the browser says that an error is made,
// there stands the script's address, whatever other scripts are called.
const { currentScript } = document
const script =
  currentScript?.localName === 'script'
    ? (currentScript as LoaderTag)
    : [...document.querySelectorAll<LoaderTag>('script[src]')].find(({ src }) =>
        `${Error().stack}`.includes(`${src}:`),
      )
if (!/^http/.test(script?.src ?? ''))
  console.warn('schoolbell: popup.js needs a tag of its own with its address')
// A second tag finds the first one here and does nothing. An element with this id is not an own property.
else if (script && !Object.hasOwn(window, 'schoolbell')) {
  window.schoolbell = script
  start(script)
} else if (script?.dataset.debug !== undefined) console.warn('schoolbell', TAKEN)

function start(tag: LoaderTag): void {
  const options = tag.dataset as unknown as Options
  const asked = (name: string) => tag.src.match(`[?&]${name}=([\\w-]+)`)?.[1]
  const [path = ''] = tag.src.split(/[?#]/)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const { refresh, debug } = options
  // The address, too, may say it: tag managers remove `data-` attributes.
  const siteId = asked('site') ?? options.siteId
  const lang = asked('lang') ?? options.lang
  const service = (options.service ?? `${folder}../cms`).replace(/\/$/, '')
  // Combined with others, it has lost its options.
  const isOwnFile = /\/popup(-[0-9a-f]{6})?\.js/.test(tag.src)
  Object.assign(options, { service }, siteId && { siteId }, lang && { lang })
  /** The visitor wants to read messages again. */
  let again = false
  let fault: unknown
  let known: PopupMessage[]
  // Then the element tells them.
  const later = new MutationObserver(() => tag.popup || tellOpeners(known))

  /** @param cause the tag with the answers that came with it, used at once or never; an event; false: it does not try again */
  async function check(cause: LoaderTag | Event | false): Promise<void> {
    // A prerendered page, or one in the background, asks when somebody looks at it.
    if (tag.popup || document.hidden) return
    try {
      const language = languageOf(lang || document.documentElement.lang)
      const { code, content } =
        (cause as LoaderTag)[language] ??
        (await (
          await fetch(`${service}/api/v1/popupmsg/check?siteId=${siteId ?? 'academy'}&lang=${language}`, {
            signal: AbortSignal.timeout(8000),
          })
        ).json())
      if (code !== 'D00000') throw code
      known = content
      tellOpeners(known)
      // Without messages a page costs nothing more.
      if (content.length) later.observe(document, LATER)
      // Who debugs gets the dialog, which says why it shows none.
      if (!again && debug === undefined && content.every(wasSeen)) return
      tag.messages = content
      // All files at once: one after the other would take a round trip each.
      const files = 'parseHTML' in Document ? DIALOG_FILES : [...DIALOG_FILES, PURIFY_FILE]
      // `import` takes a URL as its text.
      await Promise.all(files.map(file => import(/* @vite-ignore */ (folder + file) as never)))
      const { popup } = tag as LoaderTag
      // Safari has no error for a module that has failed before. Otherwise the dialog has not found the tag.
      if (!popup) throw fault ?? TAKEN
      if (again) popup.show()
    } catch (error) {
      fault = error
      if (cause) setTimeout(check, Math.random() * 4000, false)
      else {
        // A name can be the cause once there is an answer: without one, it is the service.
        const own = NEEDED.split(' ').filter(
          name => tag.messages && !/native code/.test(window[name as 'fetch'] as never),
        )
        if (!isOwnFile) own.push('file with popup.js')
        const reason = own.length ? Error(`${error}; the page has its own ${own}`) : error
        if (debug !== undefined || !isOwnFile) console.warn('schoolbell', reason)
        document.dispatchEvent(new CustomEvent('school-popup-error', { detail: reason }))
      }
    }
  }

  check(tag)
  addEventListener('visibilitychange', check)
  addEventListener('online', check)
  // Captured: a page's menu may stop clicks.
  addEventListener(
    'click',
    event => {
      if (tag.popup || !(event.target as Element).closest?.(OPENERS)) return
      event.preventDefault()
      again = true
      check(event)
    },
    true,
  )
  if (refresh >= 10 && refresh < 1e6) setInterval(check, refresh * 1000, false)
}

/** Reads what `seen.ts` has stored. A long message is stored in another form, and counts as unseen here. */
function wasSeen(message: PopupMessage): boolean | undefined {
  try {
    const [, until] = (sessionStorage.schoolbell + localStorage.schoolbell).split(JSON.stringify(message))
    // Without an entry it is undefined, which is not later than any time.
    return (until as string) > new Date().toISOString()
  } catch {
    // Storage is blocked.
  }
}
