/** `GET /events`: what has changed, for every console that is open, so that two people at work see each other's work. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Changes } from '../service/changes.ts'
import { EVENTS } from './access/operations.ts'
import type { ConsoleSessions } from './access/sessions.ts'

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
