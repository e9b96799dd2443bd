/** The finished script of each site, made again when the relay has other messages. */
import { LANGUAGES, type SiteId } from '../../../shared/contract/site.ts'
import { type Answer, createAnswer } from '../../../shared/server/answer.ts'
import type { PopupRelay } from '../popup-relay/relay.ts'
import { type RelayedAnswer, STALE_CACHING } from '../popup-relay/relayed.ts'
import { PUBLIC } from '../widget-files.ts'
import { popupScript } from './script.ts'

/** Of Brotli: made once for all visitors of a typhoon, of at most two languages' messages. */
const SMALLEST = 11

export interface SiteScript {
  answer: Answer
  /** Those of the relay's answers. */
  headers: Readonly<Record<string, string>>
}

/** For a visitor, as the relay: at once, except for the first visitor after a pause. */
export type SiteScripts = (siteId: SiteId) => SiteScript | Promise<SiteScript>

/** @param relay undefined: the script has no answers, and asks */
export function siteScripts(loader: string, relay: Pick<PopupRelay, 'answer'> | undefined): SiteScripts {
  const made = new Map<SiteId, { from: readonly (Answer | undefined)[]; answer: Answer }>()

  function scriptOf(siteId: SiteId, relayed: readonly RelayedAnswer[]): SiteScript {
    const from = relayed.map(({ kind, answer }) => (kind === 'failed' ? undefined : answer))
    const known = made.get(siteId)
    const isSame = known && from.every((answer, at) => answer === known.from[at])
    const answer = isSame ? known.answer : makeScript(loader, siteId, from)
    if (!isSame) made.set(siteId, { from, answer })
    return { answer, headers: headersOf(relayed) }
  }

  return siteId => {
    const relayed = relay ? LANGUAGES.map(lang => relay.answer({ siteId, lang })) : []
    const isThere = relayed.every(answer => !(answer instanceof Promise))
    return isThere
      ? scriptOf(siteId, relayed as RelayedAnswer[])
      : Promise.all(relayed).then(answers => scriptOf(siteId, answers))
  }
}

function makeScript(loader: string, siteId: SiteId, from: readonly (Answer | undefined)[]): Answer {
  const envelopes = Object.fromEntries(
    LANGUAGES.flatMap((lang, at) => {
      const envelope = from[at]
      return envelope ? [[lang, envelope.body.toString()]] : []
    }),
  )
  return createAnswer({
    type: 'text/javascript; charset=utf-8',
    caching: 'public',
    headers: PUBLIC,
    body: popupScript(loader, siteId, envelopes),
    quality: SMALLEST,
  })
}

/** Of the answer that may be kept for the shortest time. Without an answer the script says nothing that could become wrong. */
function headersOf(relayed: readonly RelayedAnswer[]): SiteScript['headers'] {
  const [oldest] = relayed
    .filter(({ kind }) => kind === 'stale')
    .toSorted((a, b) => Number(b.headers.age) - Number(a.headers.age))
  if (oldest) return oldest.headers
  const fresh = relayed.filter(({ kind }) => kind === 'fresh')
  return fresh[0] && fresh.length === relayed.length ? fresh[0].headers : { 'cache-control': STALE_CACHING }
}
