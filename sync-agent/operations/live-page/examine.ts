/**
 * The doctor's look at a live page, as a visitor's browser sees it: the page, then the popup and the news on it, each from its tag
 * to what it shows. Changes nothing. A tag that a tag manager writes later is not seen.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../shared/clock.ts'
import { isSiteId, SITE_IDS } from '../../../shared/contract/site.ts'
import { fetchAsAgent } from '../../fetch-as-agent.ts'
import type { Finding } from '../doctor.ts'
import { NOBODY_BEHIND } from '../public-url.ts'
import { field, notTheService } from '../service-call.ts'
import { type Answer, type AskPage, pageCaller, parsedJson } from './ask.ts'
import { newsFinding } from './current.ts'
import { type LivePage, readPage } from './page.ts'
import { type Placed, placedNews, placedPopup } from './placed.ts'
import { policyFindings } from './widget-policy.ts'

export interface ExamineLivePageOptions {
  /** The page, as in `https://school.example/`. */
  siteUrl: string | URL
  /** The service, for what the page should show. */
  serviceUrl: string | URL
  /** The school's zone. */
  zone: string
  clock: Clock
  /** Time limit of each call with its redirects. Milliseconds, default 10,000. */
  timeoutMs?: number | undefined
  fetch?: typeof fetch
}

/** @throws only when the signal is aborted */
export async function examineLivePage(
  { siteUrl, timeoutMs = 10_000, fetch = fetchAsAgent, ...service }: ExamineLivePageOptions,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const ask = pageCaller({ timeoutMs, fetch }, signal)
  const answer = await ask(new URL(siteUrl), { accept: 'text/html' })
  const opened = pageFinding(answer)
  if (opened.result === 'failed' || 'fault' in answer) return [opened]
  const page = readPage(answer.url, answer.text, answer.headers.get('content-security-policy') ?? '')
  const popup = placedPopup(page)
  const news = placedNews(page)
  if (!popup && !news && !page.hasOwnNews) return [opened, nothingThere]
  const findings = [opened]
  if (!popup) findings.push(noPopup)
  else findings.push(...(await scriptFindings(ask, page, popup)), await messagesFinding(ask, page, popup))
  if (page.hasOwnNews) findings.push(newsBySite)
  if (!news) return findings
  const current = newsFinding(ask, page, news, { ...service, limits: { timeoutMs, fetch } }, signal)
  return [...findings, ...(await scriptFindings(ask, page, news)), await current]
}

const PASTE =
  'paste the tags.html of schoolbell init, or what schoolbell widget tag prints (a tag that a tag manager writes is not seen from here)'
const nothingThere: Finding = {
  check: 'tags on the page',
  result: 'failed',
  detail: `neither the popup’s tag nor <school-news>; ${PASTE}`,
}
const noPopup: Finding = {
  check: 'popup tag',
  result: 'warning',
  detail: `is not on this page; if it should be, ${PASTE}`,
}
const newsBySite: Finding = {
  check: 'news on the page',
  result: 'cannot tell',
  detail: 'the site writes it itself; compare its newest entry with that of schoolbell news',
}

function pageFinding(answer: Answer | { fault: string }): Finding {
  const check = 'live page'
  const failed = (detail: string): Finding => ({ check, result: 'failed', detail })
  if ('fault' in answer) return failed(answer.fault)
  const { status, headers, url, isRedirected } = answer
  if (status !== 200) return failed(`HTTP ${status}; give the address of a page that visitors see`)
  const type = typeOf(headers)
  if (type !== 'text/html')
    return failed(`is ${type || 'without a content type'}; the widget needs a page of type text/html`)
  const detail = isRedirected ? `HTTP 200, after a redirect to ${url.origin}${url.pathname}` : 'HTTP 200'
  return { check, result: 'ok', detail }
}

const typeOf = (headers: Headers) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/** Its tag, its script and the page's policies. */
async function scriptFindings(ask: AskPage, page: LivePage, placed: Placed): Promise<Finding[]> {
  const { name, script, siteId } = placed
  const tag = (result: Finding['result'], detail: string): Finding => ({
    check: `${name} tag`,
    result,
    detail,
  })
  if (!isSiteId(siteId))
    return [tag('failed', `names the site ${JSON.stringify(siteId)}; it must be ${SITE_IDS.join(' or ')}`)]
  if (!script) return [tag('failed', `its script school-${name}.js is not on the page; add its script tag`)]
  return [
    tag('ok', `${siteId}, ${placed.lang}`),
    await scriptFinding(ask, page, placed, script),
    ...policyFindings(page, placed, script),
  ]
}

const SCRIPT_TYPES = /^(text|application)\/(x-)?(java|ecma)script$/

async function scriptFinding(
  ask: AskPage,
  page: LivePage,
  { name }: Placed,
  { url, attributes }: NonNullable<Placed['script']>,
): Promise<Finding> {
  const check = `${name} script`
  const failed = (detail: string): Finding => ({
    check,
    result: 'failed',
    detail: `${url.pathname} ${detail}`,
  })
  if (isMixed(page, url)) return failed(MIXED)
  const { integrity, type, crossorigin } = attributes
  const isShared = type === 'module' || crossorigin !== undefined
  const answer = await ask(url, isShared ? { origin: page.url.origin } : {})
  if ('fault' in answer) return failed(answer.fault)
  const { status, headers, text } = answer
  if (status !== 200)
    return failed(`HTTP ${status}; check the address in the tag and that the agent serves it`)
  if (!SCRIPT_TYPES.test(typeOf(headers)))
    return failed(`is ${typeOf(headers) || 'without a content type'}; it must be text/javascript`)
  if (isShared && !mayRead(page, answer)) return failed(NO_CORS)
  if (integrity && !integrity.split(/\s+/).some(digest => digest === digestOf(digest, text)))
    return failed('differs from the tag’s integrity; copy the tag again')
  return { check, result: 'ok', detail: `${url.pathname} HTTP 200` }
}

function digestOf(wanted: string, text: string): string | undefined {
  const algorithm = /^sha(?:256|384|512)(?=-)/.exec(wanted)?.[0]
  return algorithm && `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`
}

const MIXED = 'has an http address on an https page, which browsers refuse; use https'
const NO_CORS = 'may not be read by this page; allow its origin (--cors-origin of the agent)'

/** Browsers hold this machine's own addresses to be safe. */
const isMixed = (page: LivePage, url: URL) =>
  page.url.protocol === 'https:' &&
  url.protocol === 'http:' &&
  !/^(127\.|localhost$|\[::1\]$)/.test(url.hostname)

function mayRead(page: LivePage, { url, headers }: Answer): boolean {
  const allowed = headers.get('access-control-allow-origin')
  return url.origin === page.url.origin || allowed === '*' || allowed === page.url.origin
}

/** The popup's later calls; also those of a script that has its messages with it. */
async function messagesFinding(
  ask: AskPage,
  page: LivePage,
  { source, siteId, lang }: Placed,
): Promise<Finding> {
  const check = 'popup messages'
  const failed = (detail: string): Finding => ({ check, result: 'failed', detail })
  if (!source) return failed('the tag names no address; give it the one of the service or the agent')
  const url = new URL(`${source.href}/api/v1/popupmsg/check`)
  url.search = `${new URLSearchParams({ siteId, lang })}`
  if (isMixed(page, url)) return failed(`${source.origin} ${MIXED}`)
  const answer = await ask(url, { accept: 'application/json', origin: page.url.origin })
  if ('fault' in answer) return failed(`${source.href}: ${answer.fault}`)
  const json = parsedJson(answer.text)
  const code = field(json, 'code')
  if (typeof code !== 'string') {
    const remedy = NOBODY_BEHIND.includes(answer.status)
      ? 'check that the service or the agent runs'
      : 'check the address that the tag names, or put the agent there'
    return failed(`${source.href}: ${notTheService(answer.status)}; ${remedy}`)
  }
  if (code !== 'D00000')
    return failed(`${code} ${field(json, 'message') ?? ''}; ask it for this site and language`)
  const content = field(json, 'content')
  if (!Array.isArray(content))
    return failed('D00000, but content is not an array; tell the service’s support')
  if (!mayRead(page, answer)) return failed(`${source.origin} ${NO_CORS}`)
  // A cache in front may answer for hours for an agent that is gone. This answer is never cached; a service has none.
  const alive = await ask(new URL('livez', source))
  if ('status' in alive && NOBODY_BEHIND.includes(alive.status))
    return failed(`come from a cache; behind it nobody answers (HTTP ${alive.status}): start the agent`)
  return { check, result: 'ok', detail: `${content.length} now` }
}
