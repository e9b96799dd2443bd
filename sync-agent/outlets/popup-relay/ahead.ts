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
import type { Metrics } from '../../metrics.ts'
import type { Stream } from '../../stream.ts'
import { countTogether } from '../http/count-together.ts'
import type { PopupRelay } from './relay.ts'
import { POPUP_PATH, sendTold } from './send.ts'
import type { Told } from './watch.ts'

const STREAMS = new Map<string | undefined, Stream>(
  SITE_IDS.flatMap(siteId =>
    LANGUAGES.map(lang => [`${POPUP_PATH}?siteId=${siteId}&lang=${lang}`, { siteId, lang }]),
  ),
)

export function answerAhead(
  server: FastifyInstance,
  relay: PopupRelay,
  { requests }: Pick<Metrics, 'requests'>,
): void {
  const others = server.server.listeners('request') as RequestListener[]
  const countOne = countTogether(requests, POPUP_PATH)
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
