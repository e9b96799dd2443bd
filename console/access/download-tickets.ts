/** Tickets for downloads, over HTTP. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Operation } from '../../service/openapi.ts'
import type { ConsoleContext } from '../context.ts'

export async function downloadTicketsApi(server: FastifyInstance, { access }: ConsoleContext): Promise<void> {
  server.post('/download-tickets', { config: { openapi: DOWNLOAD_TICKETS } }, ({ consoleSession }, reply) =>
    // A program sends its token with the download itself.
    reply.code(201).send({ ticket: consoleSession ? access.tickets.make(consoleSession) : '' }),
  )
}

const DOWNLOAD_TICKETS: Operation = {
  tag: 'Console: access',
  summary: 'Make a ticket for a download',
  description:
    'A browser that follows a link sends no key: `?ticket=` stands for it, once, within a minute. Programs need none.',
  answers: {
    201: {
      description: 'The ticket; empty for a program',
      type: 'application/json',
      schema: Type.Object({ ticket: Type.String() }),
    },
  },
}
