/** Tickets for downloads, over HTTP. */
import Type from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { json } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'

export async function downloadTicketsApi(server: TypedServer, { access }: ConsoleContext): Promise<void> {
  server.post('/download-tickets', { schema: CREATE }, ({ consoleSession }, reply) =>
    // A program sends its token with the download itself.
    {
      reply.code(201)
      return { ticket: consoleSession ? access.tickets.make(consoleSession) : '' }
    },
  )
}

const tags: Tag[] = ['Console: access']
const CREATE = {
  tags,
  operationId: 'createDownloadTicket',
  summary: 'Make a ticket for a download',
  description:
    'A browser that follows a link sends no key: `?ticket=` stands for it, once, within a minute. Programs need none.',
  response: {
    201: json('The ticket; empty for a program', Type.Object({ ticket: Type.String() })),
  },
}
