/**
 * Pages of the news that are kept, answered before Fastify sees the request: routing, hooks and a logger of its own cost
 * more than an answer out of memory. Everything else takes the route, which says the same.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Answer, answerWith, type Page } from '../../../shared/server/page.ts'
import type { Metrics } from '../../metrics.ts'
import { countTogether } from '../http/count-together.ts'
import type { CrossOrigin } from '../http/cross-origin.ts'
import type { KeptPages } from './kept-pages.ts'

export interface NewsAheadParts {
  crossOrigin: CrossOrigin
  metrics: Pick<Metrics, 'requests'>
  pages: KeptPages
  /** The store's. */
  version: () => Promise<string>
}

const PATH = '/v1/news'

export function answerKept(
  server: FastifyInstance,
  { crossOrigin, metrics, pages, version }: NewsAheadParts,
): void {
  const others = server.server.listeners('request') as RequestListener[]
  const countList = countTogether(metrics.requests, PATH)
  const countEntry = countTogether(metrics.requests, `${PATH}/:newsId`)
  let isOpen = true
  server.addHook('preClose', async () => {
    isOpen = false
  })
  const takeRoute = (request: IncomingMessage, response: ServerResponse) => {
    for (const other of others) other.call(server.server, request, response)
  }
  const send = (
    { headers: { origin }, url = '' }: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ) => {
    const { status, headers, body } = answer
    response.writeHead(status, { ...crossOrigin.headersFor(origin), ...headers, vary: crossOrigin.vary })
    response.end(body)
    const count = url.startsWith('/', PATH.length) ? countEntry : countList
    count(status)
  }
  const answerVisitor = async (request: IncomingMessage, response: ServerResponse, url: string) => {
    let page: Page | undefined
    let answer: Answer | undefined
    try {
      page = pages.get(url, await version())
      answer = page && (await answerWith(page, request.headers))
    } catch {
      // The route meets the same fault, and tells of it.
    }
    if (answer) send(request, response, answer)
    else takeRoute(request, response)
  }
  server.server.removeAllListeners('request').on('request', (request, response) => {
    const { method, url = '' } = request
    if (method === 'GET' && isOpen && url.startsWith(PATH)) void answerVisitor(request, response, url)
    else takeRoute(request, response)
  })
}
