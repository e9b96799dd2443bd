/** Whether the news of a live page has the service's newest change. */
import type { Temporal } from 'temporal-polyfill'
import { detailOf } from '../../../shared/client/reply.ts'
import type { Clock } from '../../../shared/clock.ts'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
import type { Finding } from '../doctor.ts'
import { findNewestChange, type NewestChange } from '../newest-change.ts'
import { field, newsOf, serviceCaller } from '../service-call.ts'
import { type AskPage, parsedJson } from './ask.ts'
import type { LivePage } from './page.ts'
import type { Placed } from './placed.ts'

export interface Service {
  serviceUrl: string | URL
  zone: string
  clock: Clock
  limits: { timeoutMs: number; fetch: typeof fetch }
}

/** A change may take a cycle of the agent, and the time of caches. */
const ON_ITS_WAY: Temporal.DurationLike = { minutes: 3 }

export async function newsFinding(
  ask: AskPage,
  page: LivePage,
  placed: Placed,
  service: Service,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const check = 'news on the page'
  const says = (result: Finding['result'], detail: string): Finding => ({ check, result, detail })
  const { source, isFolder, siteId, lang } = placed
  if (!source) return says('failed', '<school-news> has neither service nor files; give it one of them')
  const now = wallClockAt(service.clock.now(), service.zone)
  const newest = await newestOf(service, { siteId, lang }, now, signal)
  if (!newest) return says('cannot tell', 'the service lists no news to compare with')
  const [entry] = newest.news.entries
  const newsId = entry?.newsId ?? newest.news.deleted[0] ?? ''
  const list = isFolder
    ? new URL(`${source.href}/news/${siteId}/${lang}/index.json`)
    : new URL(`${source.href}/v1/news?${new URLSearchParams({ siteId, lang, newsId })}`)
  const answer = await ask(list, { accept: 'application/json', origin: page.url.origin })
  if ('fault' in answer) return says('failed', `${source.href}: ${answer.fault}`)
  const json = parsedJson(answer.text)
  const items = field(json, 'items')
  if (!Array.isArray(items)) {
    const { status } = answer
    const detail = detailOf(json)
    const remedy =
      status === 400
        ? `correct the tag, or let the agent copy ${siteId}/${lang} too (--site, --lang)`
        : 'check that the agent runs and that the web server leads there (doctor --public-url)'
    const why = detail ? `: ${detail}` : ' without news'
    return says('failed', `${list.pathname} answers HTTP ${status}${why}; ${remedy}`)
  }
  const isThere = items.some(item => field(item, 'newsId') === newsId)
  if (isThere === (entry !== undefined))
    return says('ok', `has the service’s newest change, of entry ${newsId}`)
  if (entry && isFolder && isOlderThan(items, entry.newsDateTime))
    return says('cannot tell', `the newest change is of the older entry ${newsId}`)
  const what = entry ? `lacks entry ${newsId}` : `still has entry ${newsId}, which was deleted`
  if (newest.at.add(ON_ITS_WAY).since(now).sign > 0)
    return says('warning', `${what}; it changed a moment ago: look again in three minutes`)
  return says('failed', `${what}; look at schoolbell sync status on the agent’s machine`)
}

async function newestOf(
  { serviceUrl, clock, limits }: Service,
  stream: Record<'siteId' | 'lang', string>,
  now: Temporal.PlainDateTime,
  signal: AbortSignal | undefined,
): Promise<NewestChange | undefined> {
  const ask = serviceCaller(serviceUrl, limits, clock, signal)
  return await findNewestChange(async wall => {
    const parameters = { ...stream, lastSyncTime: printWireDateTime(wall) }
    return newsOf(await ask({ resource: 'news', parameters }))
  }, now)
}

/** Older than all on the folder's first page, so that it stands on another one. */
function isOlderThan(items: readonly unknown[], newsDateTime: string): boolean {
  const last = field(items.at(-1), 'date')
  return typeof last === 'string' && newsDateTime.slice(0, 8) < last.replaceAll('-', '')
}
