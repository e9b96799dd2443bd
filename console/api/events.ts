/** `GET /events`: what changes, as it does, so that two people at work see each other's work. */
import type { Tag } from '../../service/openapi.ts'
import { text } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { eventStreams } from '../event-stream.ts'

const MAX_STREAMS = 200

export async function eventsApi(server: TypedServer, { changes, access }: ConsoleContext): Promise<void> {
  const streams = eventStreams(server, access.sessions, MAX_STREAMS)
  server.get('/events', { schema: EVENTS, config: { byCookie: true } }, (request, reply) =>
    streams.open(request, reply, send => changes.watch(topic => send({ topic }))),
  )
}

const tags: Tag[] = ['Console: overview']
const EVENTS = {
  tags,
  operationId: 'streamEvents',
  summary: 'What changes, as it does',
  security: [{ consoleCookie: [] }, { consoleToken: [] }],
  description:
    'Server-sent events, as in `data: {"topic":"popups"}`. The topic `everything`: the whole state was replaced.',
  response: { 200: text('A stream that goes on until the session ends', 'text/event-stream') },
}
