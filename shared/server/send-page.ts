/** A page onto Fastify's reply: in the encoding that was asked for, or 304. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerWith, type Page } from './page.ts'

export async function sendPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  const answer = await answerWith(page, headers)
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
