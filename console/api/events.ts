/** `GET /events`: what changes, as it does, so that two people at work see each other's work. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Operation } from '../../service/openapi.ts'
import type { ConsoleContext } from '../context.ts'
import { eventStreams } from '../event-stream.ts'

const MAX_STREAMS = 200

export async function eventsApi(server: FastifyInstance, { changes, access }: ConsoleContext): Promise<void> {
  const streams = eventStreams(server, access.sessions, MAX_STREAMS)
  server.get('/events', { config: { openapi: EVENTS, byCookie: true } }, (request, reply) =>
    streams.open(request, reply, send => changes.watch(topic => send({ topic }))),
  )
}

const EVENTS: Operation = {
  tag: 'Console: overview',
  summary: 'What changes, as it does',
  security: [['consoleCookie'], ['consoleToken']],
  description:
    'Server-sent events, as in `data: {"topic":"popups"}`. The topic `everything`: the whole state was replaced.',
  answers: {
    200: {
      description: 'A stream that goes on until the session ends',
      type: 'text/event-stream',
      schema: Type.String(),
    },
  },
}
