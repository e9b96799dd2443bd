/** What has changed, told to every console that is open: two people at work see each other's work. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PEOPLE } from '../service/school/directory.ts'
import { IMPORT } from '../service/school/import/students.ts'
import { EVENTS } from './access/operations.ts'
import type { ConsoleSessions } from './access/sessions.ts'

/** What pages watch: one word for all that a slice of the API changes. */
export type Topic = string

/** Told when all there is was replaced. */
export const EVERYTHING = 'everything'

export interface Changes {
  changed(topic: Topic): void
  /** @returns ends it */
  watch(tell: (topic: Topic) => void): () => void
}

/** What shows, besides its own page, what changed: people go and come with their sessions, attendance and places. */
const SHOWN_IN: Readonly<Record<Topic, readonly Topic[]>> = {
  [PEOPLE]: ['structures', 'sessions', 'attendance'],
  [IMPORT]: ['structures', 'people', 'attendance'],
}

export function changes(): Changes {
  const watching = new Set<(topic: Topic) => void>()
  return {
    changed(topic) {
      for (const each of [topic, ...(SHOWN_IN[topic] ?? [])]) for (const tell of watching) tell(each)
    },
    watch(tell) {
      watching.add(tell)
      return () => watching.delete(tell)
    },
  }
}

/** Proxies end a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Consoles that listen at one time. */
const MOST_STREAMS = 200

/** `GET /events`: server-sent events, as in `data: {"topic":"popups"}`. */
export async function eventsApi(
  server: FastifyInstance,
  { changes, sessions }: { changes: Changes; sessions: ConsoleSessions },
): Promise<void> {
  const open = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })
  server.get('/events', { config: { openapi: EVENTS, byCookie: true } }, (request, reply) => {
    if (open.size >= MOST_STREAMS) [...open][0]?.()
    begin(reply)
    const { raw } = reply
    const session = request.consoleSession
    const end = () => {
      stopWatching()
      clearInterval(heartbeat)
      open.delete(end)
      raw.end()
    }
    // Whoever has signed out in between hears nothing more.
    const send = (line: string) => (session && !sessions.isLive(session) ? end() : raw.write(line))
    const stopWatching = changes.watch(topic => send(`data: ${JSON.stringify({ topic })}\n\n`))
    const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS).unref()
    open.add(end)
    raw.on('close', end)
    raw.write(':\n\n')
  })
}

function begin(reply: FastifyReply): void {
  reply.hijack()
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  reply.raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  } as Record<string, string>)
}
