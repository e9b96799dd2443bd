/**
 * A service over a real socket whose news never rests.
 *
 * Its news comes in editions: each changes many entries at one stroke and all of them say which edition they are of, so
 * that half of one is seen at a glance.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
import type { Chance } from '../simulation/random.ts'
import type { speedingClock } from './speeding-clock.ts'

export interface LiveService extends AsyncDisposable {
  /** With its first path segment. */
  url: string
  /** What it publishes now: each entry's JSON by its identifier. */
  published(): Map<string, string>
  /** No further edition is issued. */
  rest(): void
  /** From now on answers stop before their end, until the returned function lets them go on. */
  holdBack(): () => void
  /** Answers that are held back at the moment. */
  heldBack(): number
  editions(): number
}

interface Item {
  newsId: string
  json: string | undefined
  wall: string
}

/** Entries that every edition changes together. */
export const FRONT_PAGE = 20
const ZONE = 'Asia/Hong_Kong'
/** More than the agent keeps in memory of one answer. */
const LARGE_EDITION = 700

export async function startLiveService(
  clock: ReturnType<typeof speedingClock>,
  chance: Chance,
  { standing, editionEveryMs }: { standing: number; editionEveryMs: number },
): Promise<LiveService> {
  const items = new Map<string, Item>()
  let edition = 0
  let gate: Promise<void> | undefined
  let heldBack = 0
  const wallNow = () => printWireDateTime(wallClockAt(clock.now(), ZONE))

  const put = (newsId: string, wall: string) => {
    const newsTitle = `Edition ${edition}`
    const newsContent = `<p>${newsId} in edition ${edition}. ${'More of it. '.repeat(20)}</p>`
    const json = JSON.stringify({
      newsId,
      newsTitle,
      newsContent,
      newsDate: wall.slice(0, 8),
      newsDateTime: wall,
    })
    items.set(newsId, { newsId, json, wall })
  }
  const issue = () => {
    edition += 1
    const wall = wallNow()
    for (let index = 0; index < FRONT_PAGE; index += 1) put(`front-${index}`, wall)
    const others = edition % 20 === 0 ? LARGE_EDITION : 5
    for (let count = 0; count < others; count += 1) put(`news-${chance.below(standing)}`, wall)
    for (let count = 0; count < 5; count += 1) {
      const newsId = `news-${chance.below(standing)}`
      items.set(newsId, { newsId, json: undefined, wall })
    }
  }
  issue()
  for (let index = 0; index < standing; index += 1) put(`news-${index}`, wallNow())
  const press = setInterval(issue, editionEveryMs)

  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://service.invalid').searchParams
    const since = query.get('lastSyncTime') ?? ''
    const named = new Set(query.get('newsIDs')?.split(','))
    const asked = [...items.values()].filter(({ newsId, wall }) => wall > since || named.has(newsId))
    const now = new Date(clock.nowMs()).toUTCString()
    response.writeHead(200, { 'content-type': 'application/json', date: now })
    void send(response, asked, async () => {
      heldBack += 1
      await Promise.race([gate, once(response, 'close')])
      heldBack -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const rest = () => clearInterval(press)
  return {
    url: `http://127.0.0.1:${port}/cms`,
    published: () =>
      new Map([...items.values()].flatMap(({ newsId, json }) => (json ? [[newsId, json] as const] : []))),
    rest,
    holdBack() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    heldBack: () => heldBack,
    editions: () => edition,
    [Symbol.asyncDispose]: async () => {
      rest()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A hundred entries at a time, so that there are many moments to be killed at. */
async function send(response: ServerResponse, items: Item[], pass: () => Promise<void>): Promise<void> {
  const listed = items.flatMap(({ json }) => json ?? [])
  const deleted = items.filter(({ json }) => json === undefined).map(({ newsId }) => newsId)
  response.write('{"txID":"t","code":"D00000","message":"successful return","content":{"newsList":[')
  for (let from = 0; from < listed.length; from += 100) {
    if (response.destroyed) return
    response.write(`${from > 0 ? ',' : ''}${listed.slice(from, from + 100).join()}`)
    await setImmediate()
  }
  await pass()
  response.end(`],"delNewsIds":${JSON.stringify(deleted)}}}`)
}
