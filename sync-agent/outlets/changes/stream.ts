/**
 * `GET /v1/changes/stream`: the change log as Server-Sent Events.
 *
 * Each event's id is the position after it, so a reconnecting browser continues there. The store is read only after the
 * client has read the last event, so a slow client needs the memory of one event. A client that does not read is
 * disconnected, and can resume.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import Type from 'typebox'
import { text } from '../../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import { levelOf } from '../../store/availability.ts'
import type { Stream } from '../../stream.ts'
import { streamsOf } from '../http/parameters.ts'
import { TooManyFollowersError } from './errors.ts'
import type { Follower, Followers } from './followers.ts'
import type { ChangesPage, ChangesPages, ChangesQuestion } from './page.ts'
import type { ChangesParts } from './parts.ts'
import { placeText, printChangePlace, readChangePlace } from './place.ts'
import { changesParameters, REFUSALS } from './schema.ts'

export interface StreamParts
  extends Pick<
    ChangesParts,
    'store' | 'streams' | 'requireCopied' | 'watch' | 'metrics' | 'heartbeatMs' | 'stallMs'
  > {
  pages: ChangesPages
  followers: Followers
  /** Resolves when it is this follower's turn to be written to. */
  turn: () => Promise<void>
}

/** Less than the minute after which proxies close a silent connection. */
const HEARTBEAT_MS = 15_000
/** How long a client may not read its stream. */
const STALL_MS = 30_000
/** Pause before a browser reconnects. */
const RETRY_MS = 2_000

export function streamRoute(server: TypedServer, parts: StreamParts): void {
  const { store, streams, requireCopied, pages, followers } = parts

  server.get(
    '/v1/changes/stream',
    { schema: schemaOf(streams) },
    async function streamChanges(request, reply) {
      const { query, headers, method, log } = request
      const { after, limit, siteId, lang } = query
      const wanted = streamsOf(query, streams)
      // A browser that connects again repeats the address as it was, and tells what it saw last.
      const begin = readChangePlace(String(headers['last-event-id'] || after))
      const question = { after: begin, limit, siteId, lang }
      await requireCopied(wanted)
      const page = await pages.read(question)
      const follower = method === 'HEAD' ? undefined : followers.enter(reply.raw)
      if (!follower && method !== 'HEAD') throw new TooManyFollowersError('stream')
      streamHeaders(reply, store.identity)
      if (!follower) return reply.send('')

      reply.hijack()
      reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      await follow(page, question, { ...parts, response: reply.raw, follower, log })
      return reply
    },
  )
}

const schemaOf = (streams: readonly Stream[]) => ({
  tags: ['Changes'],
  operationId: 'streamChanges',
  summary: 'The same as a stream of Server-Sent Events',
  description: 'The data of each event is one change as JSON. Its id is the position after it.',
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      placeText({
        description: 'The last received event; has priority over `after`. Browsers send it automatically.',
      }),
    ),
  }),
  querystring: Type.Object(changesParameters(streams, 'now')),
  response: { 200: text('Events, until you disconnect', 'text/event-stream'), ...REFUSALS },
})

function streamHeaders(reply: FastifyReply, store: string): void {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    // no-transform: a compressing proxy would delay events.
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('schoolbell-store', store)
}

interface OpenStream extends StreamParts {
  response: ServerResponse
  follower: Follower
  log: FastifyBaseLogger
}

const encoded = new WeakMap<ChangesPage, Buffer[]>()

/** Each write costs the system a call for every follower, and a client that does not read keeps one in memory. */
const WRITTEN_AT_ONCE = 65_536

/**
 * A page's events, encoded once: all followers are sent the same bytes. Small events are written together, and a large one in
 * parts, so that a client that reads it slowly is seen to read.
 */
export function eventsOf(page: ChangesPage): Buffer[] {
  const known = encoded.get(page)
  if (known) return known
  const writes: Buffer[] = []
  let events = ''
  const encode = () => {
    const bytes = Buffer.from(events)
    for (let at = 0; at < bytes.length; at += WRITTEN_AT_ONCE)
      writes.push(bytes.subarray(at, at + WRITTEN_AT_ONCE))
    events = ''
  }
  const add = (event: string) => {
    if (events !== '' && events.length + event.length > WRITTEN_AT_ONCE) encode()
    events += event
  }
  for (const { place, json } of page.changes) add(`id: ${place}\ndata: ${json}\n\n`)
  // An id without data moves the position past changes of other streams.
  add(`id: ${printChangePlace(page.next)}\n\n`)
  encode()
  encoded.set(page, writes)
  return writes
}

async function follow(first: ChangesPage, question: ChangesQuestion, open: OpenStream): Promise<void> {
  const { response, follower, watch, pages, turn, log, heartbeatMs = HEARTBEAT_MS } = open
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain && !response.destroyed) response.write(':\n\n')
  }, heartbeatMs)
  try {
    await write(`retry: ${RETRY_MS}\n\n`, open)
    for (let page = first; !follower.signal.aborted; ) {
      await turn()
      // No timer runs between two of them, so no heartbeat falls into an event.
      for (const part of eventsOf(page)) await write(part, open)
      if (!page.more) await watch.moved(page.seq, follower.signal)
      if (!follower.signal.aborted) page = await pages.read({ ...question, after: page.next })
    }
  } catch (error) {
    log[levelOf('warn', error)]({ err: error }, 'a stream of changes was interrupted')
  } finally {
    clearInterval(heartbeat)
    follower.leave()
    if (!response.destroyed) response.end()
  }
}

/** Resolves when the client has read it, or has disconnected. */
async function write(
  bytes: string | Buffer,
  { response, follower, metrics, stallMs = STALL_MS }: OpenStream,
): Promise<void> {
  const { signal } = follower
  if (signal.aborted || response.write(bytes)) return
  await new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(stalled)
      response.removeListener('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const stalled = setTimeout(() => {
      metrics.changeStreamsCutOff.inc()
      // Not `end()`: unsent data would stay in memory.
      response.destroy()
      follower.end()
    }, stallMs)
    response.once('drain', done)
    signal.addEventListener('abort', done)
  })
}
