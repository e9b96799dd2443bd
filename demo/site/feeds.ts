/**
 * Feeds of the agent, served under the site's own address, as a web server in front of both would do. Also the links to them
 * for feed readers and people.
 */
import { type IncomingMessage, request } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LANGUAGES, type Language, type SiteId } from '../../shared/contract/site.ts'
import { html, type Markup } from '../../shared/html/template.ts'
import { FEED_FORMATS, feedPath } from '../../sync-agent/outlets/feeds/formats.ts'
import { textsIn } from './strings.ts'

export interface FeedRelay {
  agentUrl: string
  siteId: SiteId
  /** Called with the reason when a feed cannot be passed on. */
  onFault: (reason: string) => void
}

export function feedRoutes(server: FastifyInstance, { agentUrl, siteId, onFault }: FeedRelay): void {
  for (const path of LANGUAGES.flatMap(lang =>
    FEED_FORMATS.map(format => feedPath({ siteId, lang }, format)),
  )) {
    server.get(path, async ({ headers }, reply) => {
      try {
        return passOn(await ask(agentUrl + path, only(ASKED, headers)), reply)
      } catch (error) {
        onFault(`no feed from the agent: ${error}`)
        return reply.code(503).header('retry-after', '30').header('cache-control', 'no-store').send()
      }
    })
  }
}

/** Links for a page's head: the feeds of its language. */
export function feedLinks(siteId: SiteId, lang: Language): Markup[] {
  const t = textsIn(lang)
  return FEED_FORMATS.filter(({ isOfLastDays }) => !isOfLastDays).map(format => {
    const [type = ''] = format.contentType.split(';')
    return html`<link rel="alternate" type="${type}" title="${t.school} · ${t.news}" href="${feedPath({ siteId, lang }, format)}">
`
  })
}

/** The feed to link for people. */
export function feedAddress(siteId: SiteId, lang: Language): string {
  return FEED_FORMATS.slice(0, 1)
    .map(format => feedPath({ siteId, lang }, format))
    .join('')
}

/** Time limit, in milliseconds. */
const PATIENCE_MS = 3_000
/** `host` makes the agent write the site's address into the feed. */
const ASKED = ['host', 'accept-encoding', 'if-none-match', 'if-modified-since']
const ANSWERED = [
  ...['content-type', 'content-encoding', 'content-length'],
  ...['etag', 'last-modified', 'cache-control', 'vary'],
]

type Headers = IncomingMessage['headers']

function ask(address: string, headers: Headers): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }, resolve)
    call.on('error', reject)
    call.end()
  })
}

function passOn(answer: IncomingMessage, reply: FastifyReply): FastifyReply {
  const { statusCode: status = 502 } = answer
  if (status !== 200 && status !== 304) {
    answer.resume()
    throw new Error(`HTTP ${status}`)
  }
  return reply.code(status).headers(only(ANSWERED, answer.headers)).send(answer)
}

const only = (names: readonly string[], headers: Headers): Headers =>
  Object.fromEntries(names.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name]]])))
