/** Pages for refused visitors, by the kind of refusal; they never show header values. */
import type { ExtensionError, ExtensionFault } from '../../extension/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { html } from '../../shared/html/template.ts'
import { frame } from './pages/frame.ts'
import { type Notice, notice, type TryIt, tryIt } from './pages/notice.ts'
import { wordsIn } from './strings.ts'

const ENDED: Notice = { title: 'endedTitle', text: 'endedText' }
const LATER: Notice = { title: 'laterTitle', text: 'laterText' }

const NOTICES: Partial<Record<ExtensionFault, Notice>> = {
  EXPIRED: ENDED,
  COOKIE_INVALID: ENDED,
  TOKEN_REJECTED: ENDED,
  UPSTREAM_TIMEOUT: LATER,
  UPSTREAM_UNAVAILABLE: LATER,
  UPSTREAM_MALFORMED: LATER,
  VISIT_TIMEOUT: LATER,
  VISIT_REFUSED: { title: 'refusedTitle', text: 'refusedText', office: true },
  ROLE_REFUSED: { title: 'roleTitle', text: 'roleText' },
}

/** @param demo how to try the web-app, when it runs in a demo */
export function refusalPages(demo: TryIt | undefined) {
  return ({ code, status }: ExtensionError, { language: lang }: { language: Language }): string => {
    const about: Notice =
      NOTICES[code] ??
      (status >= 500
        ? { title: 'faultTitle', text: 'faultText' }
        : { title: 'doorTitle', text: 'doorText', more: demo && tryIt(lang, demo) })
    const home = html`<p><a href="/">${wordsIn(lang)('allTrips')}</a></p>`
    const main = notice(lang, code === 'ROLE_REFUSED' ? { ...about, more: home } : about)
    return `${frame({ lang, title: wordsIn(lang)(about.title), main })}`
  }
}
