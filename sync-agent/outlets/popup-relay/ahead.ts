/**
 * The popup calls that script tags make, answered before Fastify sees them.
 *
 * A page's visitors come all at once, and routing, hooks and a logger of its own for each request cost more than an
 * answer out of memory. What is taken here is only the address exactly as the tag writes it; everything else, and every
 * call while the server closes or through a mounted handler, takes the route, which says the same.
 */
import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import type { Metrics } from '../../operations/metrics.ts'
import type { Stream } from '../../stream.ts'
import type { PopupRelay } from './relay.ts'
import { POPUP_PATH, sendTold } from './send.ts'
import type { Told } from './watch.ts'

const STREAMS = new Map<string | undefined, Stream>(
  SITE_IDS.flatMap(siteId =>
    LANGUAGES.map(lang => [`${POPUP_PATH}?siteId=${siteId}&lang=${lang}`, { siteId, lang }]),
  ),
)

/** @param count told of the answers, as Fastify's hooks are of the others */
export function answerAhead(
  server: FastifyInstance,
  relay: PopupRelay,
  count: Metrics['countRequest'],
): void {
  const others = server.server.listeners('request') as RequestListener[]
  const countOne = countTogether(count)
  let isOpen = true
  server.addHook('preClose', async () => {
    isOpen = false
  })
  const answerVisitor: RequestListener = (request, response) => {
    const stream = request.method === 'GET' && isOpen ? STREAMS.get(request.url) : undefined
    if (!stream) {
      for (const other of others) other.call(server.server, request, response)
      return
    }
    const send = (told: Told) => {
      sendTold(request, response, told)
      countOne(response.statusCode)
    }
    const told = relay.answer(stream)
    if (told instanceof Promise) void told.then(send)
    else send(told)
  }
  server.server.removeAllListeners('request').on('request', answerVisitor)
}

/** All answers of one turn of the event loop at once: finding the right time series takes as long as answering. */
function countTogether(count: Metrics['countRequest']): (status: number) => void {
  const pending = new Map<number, number>()
  const flush = () => {
    for (const [status, times] of pending) count({ method: 'GET', route: POPUP_PATH, status }, times)
    pending.clear()
  }
  return status => {
    if (pending.size === 0) setImmediate(flush)
    pending.set(status, (pending.get(status) ?? 0) + 1)
  }
}
