/** What a made-up agent answers to `<school-news>`. */
import type { ServerResponse } from 'node:http'
import type { NewsPage } from './news-page.ts'

export const newsItem = (newsId: string, more: object = {}) => ({
  newsId,
  title: newsId,
  html: `<p>Body of ${newsId}</p>`,
  date: '2026-09-01',
  publishedAt: '2026-09-01T08:30:00+08:00',
  attachments: [],
  seq: 1,
  ...more,
})

type Item = ReturnType<typeof newsItem>

export interface ServedItems {
  /** Tells of a change, over each connection there is, and waits for the first. */
  send(change: object): Promise<void>
  /** Answers in place of the list, when it does. */
  override: ((query: URLSearchParams, reply: ServerResponse) => boolean) | undefined
}

export const sendJson = (reply: ServerResponse, body: object): void => {
  if (!reply.destroyed) reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Under `/agent`, until the next call: these items, one of them by its identifier, and a stream of changes. */
export function serveItems(site: NewsPage, items: readonly Item[], more: object = {}): ServedItems {
  const streams: ServerResponse[] = []
  let connect = () => {}
  const connected = new Promise<void>(resolve => {
    connect = resolve
  })
  const served: ServedItems = {
    async send(change) {
      await connected
      for (const stream of streams) stream.write(`data: ${JSON.stringify(change)}\n\n`)
    },
    override: undefined,
  }
  site.answer = (path, reply) => {
    const { pathname, searchParams } = new URL(path, site.origin)
    if (pathname.endsWith('/changes/stream')) {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      streams.push(reply)
      return connect()
    }
    if (served.override?.(searchParams, reply)) return
    const newsId = searchParams.get('newsId')
    sendJson(reply, { items: newsId ? items.filter(item => item.newsId === newsId) : items, seq: 1, ...more })
  }
  return served
}
