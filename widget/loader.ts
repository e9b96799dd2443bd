/**
 * The script tag's whole program: ask, drop what was seen, and load the dialog only if something is left.
 *
 * Whatever fails, the page stays as it was; `data-debug` on the tag tells why on the console.
 */
import { languageOf } from './language.ts'
import { askMessages } from './messages.ts'
import { keyOf, storedKeys } from './seen.ts'

const page = document.documentElement
const script = document.currentScript as HTMLScriptElement
const { service = address('../cms'), siteId = 'academy', lang = page.lang } = script.dataset
const debug = 'debug' in script.dataset

// The mark is on the tag itself: no global, and a tag that the page throws away takes its mark with it.
if (!document.querySelector('script[data-started]')) {
  script.dataset.started = ''
  start().catch(error => debug && console.warn('schoolbell', error))
}

async function start() {
  const all = await askMessages(service, siteId, languageOf(lang))
  const messages = all.filter(message => !storedKeys().includes(keyOf(siteId, message)))
  if (!messages.length) return
  await import(/* @vite-ignore */ address('school-popup.js'))
  const popup = document.createElement('school-popup')
  ;(document.body ?? page).append(Object.assign(popup, { service, siteId, lang, debug, messages }))
}

function address(path: string): string {
  return new URL(path, script.src).href
}
