/** Streams of server-sent events to browsers that are signed in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleSessions } from './access/sessions.ts'

/** Proxies end a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000

export interface EventStreams {
  /** Answers a request with a stream. @param subscribe passes on what happens. @returns ends the subscription */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    subscribe: (send: (data: unknown) => void) => () => void,
  ): void
}

/** @param limit open at one time; the oldest ends for the next */
export function eventStreams(
  server: FastifyInstance,
  sessions: ConsoleSessions,
  limit: number,
): EventStreams {
  const streams = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of streams) end()
  })
  return {
    open({ consoleSession }, reply, subscribe) {
      if (streams.size >= limit) [...streams][0]?.()
      const { raw } = reply
      startStream(reply)
      const end = () => {
        unsubscribe()
        clearInterval(heartbeat)
        streams.delete(end)
        raw.end()
      }
      // After signing out nothing more is sent.
      const send = (data: unknown) =>
        consoleSession && !sessions.isLive(consoleSession)
          ? end()
          : raw.write(`data: ${JSON.stringify(data)}\n\n`)
      const unsubscribe = subscribe(send)
      const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS).unref()
      streams.add(end)
      raw.on('close', end)
    },
  }
}

function startStream(reply: FastifyReply): void {
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  reply.hijack()
  reply.raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  } as Record<string, string>)
  // Some proxies pass the headers on only with the first bytes.
  reply.raw.write(':\n\n')
}
