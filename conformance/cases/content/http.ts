/** HTTP details of a content call: status, headers, methods. The interface names GET and leaves the rest open. */
import { dateOf } from '../../../shared/client/reply.ts'
import { counted } from '../../../shared/text/counted.ts'
import type { Answer } from '../../ask.ts'
import type { Case } from '../../case.ts'
import { codeOf, SUCCEEDED } from '../../envelope.ts'
import type { Visit } from '../../visit.ts'
import { answered, shown } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import type { ContentCall } from './call.ts'

/** An origin that no page has. */
const FOREIGN = 'https://school.invalid'

export function httpCases(call: ContentCall): Case[] {
  const open = (id: string, what: string, clients: string, look: (visit: Visit) => Promise<string>) =>
    openPoints(call.part)(id, call.endpoint, what, clients, look)
  const elsewhere = openPoints(call.part)
  const header = async (visit: Visit, name: string) => (await call.ask(visit)).headers.get(name)
  return [
    elsewhere(
      'http-success',
      'Errors',
      'Which HTTP status an answer has is not shown.',
      'Any status with an envelope; the return code decides.',
      async visit => `success comes with HTTP ${(await call.ask(visit)).status}`,
    ),
    elsewhere(
      'http-failure',
      'Errors',
      'Which HTTP status an answer has is not shown.',
      'Any status with an envelope; the return code decides.',
      async visit => `an empty siteId comes with ${answered(await call.ask(visit, { siteId: '' }))}`,
    ),
    elsewhere(
      'credentials',
      'Authentication, content API',
      'Which credentials the content API requires is not shown.',
      'They send none to the content API.',
      async visit => `without credentials: ${answered(await call.ask(visit))}`,
    ),
    open(
      'content-type',
      'The content type of the JSON',
      'They read the body as UTF-8 JSON, whatever its content type.',
      async visit => shown((await header(visit, 'content-type')) ?? 'none'),
    ),
    open(
      'cors',
      'Whether pages of other origins may read the response',
      'Needed by pages that call the service directly; other pages call the sync agent.',
      async visit => {
        const answer = await call.ask(visit, {}, { headers: { origin: FOREIGN } })
        const allowed = answer.headers.get('access-control-allow-origin')
        return allowed === null ? 'not allowed' : `access-control-allow-origin: ${allowed}`
      },
    ),
    open(
      'preflight',
      'How a browser’s OPTIONS request is answered',
      'They send no header that needs an OPTIONS request.',
      async visit => {
        const headers = { origin: FOREIGN, 'access-control-request-method': 'GET' }
        const answer = await call.ask(visit, {}, { method: 'OPTIONS', headers })
        const methods = answer.headers.get('access-control-allow-methods')
        return `HTTP ${answer.status}${methods === null ? '' : `, allowed: ${methods}`}`
      },
    ),
    open(
      'caching',
      'How long a response may be cached',
      'The agent and the relay call at their own intervals; a browser caches as cache-control allows.',
      async visit => {
        const success = (await header(visit, 'cache-control')) ?? 'nothing'
        const failure = (await call.ask(visit, { siteId: '' })).headers.get('cache-control') ?? 'nothing'
        return `success says ${success}; a refusal says ${failure}`
      },
    ),
    open(
      'etag',
      'Whether a client can request a response only if it has changed',
      'They do not; browsers and proxies do.',
      async visit => {
        const tag = await header(visit, 'etag')
        if (tag === null) return 'no ETag'
        const again = await call.ask(visit, {}, { headers: { 'if-none-match': tag }, anew: true })
        const kind = tag.startsWith('W/') ? 'a weak ETag' : 'an ETag'
        return again.status === 304 ? `${kind}, answered with 304` : `${kind}, ignored (HTTP ${again.status})`
      },
    ),
    open(
      'compression',
      'Whether a large response is compressed',
      'They accept gzip, deflate and brotli, and measure the size after decompression.',
      async visit => {
        const answer = await call.askForAll(visit)
        const encoding = answer.headers.get('content-encoding') ?? 'not compressed'
        return `${counted(answer.bytes.byteLength, 'byte')}, ${encoding}`
      },
    ),
    open(
      'date',
      'Whether responses have a date, and by which clock',
      'The agent’s cursor uses the Date header; without it, the agent overlaps by an hour.',
      async visit => skewOf(await call.ask(visit)),
    ),
    open(
      'head',
      'How HEAD is answered',
      'They never send HEAD to a call.',
      async visit => `HTTP ${(await call.ask(visit, {}, { method: 'HEAD' })).status}`,
    ),
    elsewhere(
      'first-segment',
      `${call.endpoint}, path`,
      'The first segment is service specific; whether the call works without it',
      'Their configured address includes the segment.',
      async visit => firstSegment(call, visit),
    ),
  ]
}

/** As in `2 s ahead of this machine`. */
function skewOf(answer: Answer): string {
  const dateMs = dateOf(answer.headers)
  if (dateMs === undefined) return 'no usable Date header'
  // The header has whole seconds, and may be from any moment of the call.
  const early = Math.round((answer.startedAtMs - dateMs) / 1000) - 1
  const late = Math.round((dateMs - answer.startedAtMs - answer.elapsedMs) / 1000)
  if (late > 0) return `dated, ${counted(late, 'second')} ahead of this machine`
  return early > 0
    ? `dated, ${counted(early, 'second')} behind this machine`
    : 'dated, same time as this machine'
}

async function firstSegment(call: ContentCall, visit: Visit): Promise<string> {
  const url = new URL(visit.content.serviceUrl)
  const segments = url.pathname.split('/').filter(segment => segment !== '')
  const [how, other] =
    segments.length === 0
      ? ['with /cms before it', new URL('/cms', url).href]
      : [`without /${segments.at(-1)}`, new URL(`/${segments.slice(0, -1).join('/')}`, url).href]
  const answer = await call.ask(visit, {}, { base: other })
  return codeOf(answer) === SUCCEEDED ? `also works ${how}` : `does not work ${how}: ${answered(answer)}`
}
