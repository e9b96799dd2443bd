/**
 * The popup call at the address and in the envelope of the service (interface, Retrieve popup messages), so that a page
 * whose script tag comes from the agent needs no address of the service.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallRefused, type Query, readPopupQuestion } from '../../../shared/server/popup-question.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import type { Stream } from '../../stream.ts'
import { acceptedEncodings, isHeld } from '../negotiation.ts'
import type { PopupRelay } from './relay.ts'
import { type Rendered, renderFailure, type Variant } from './rendered.ts'
import type { Told } from './watch.ts'

/** Where a script tag without `data-service` asks when its script comes from `/widget/`. */
export const POPUP_PATH = '/cms/api/v1/popupmsg/check'

const JSON_TYPE = 'application/json; charset=utf-8'
const ALLOWED = 'GET, HEAD, OPTIONS'
/** As the service does: any page may ask, whatever the rest of the agent allows. */
const PUBLIC = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }

export function popupRelayRoutes(server: FastifyInstance, relay: PopupRelay): void {
  server.get(POPUP_PATH, function answerPopups(request, reply) {
    const question = readQuestion(request.query as Query)
    if ('refusal' in question) return send(request, reply, question.refusal)
    const told = relay.answer(question)
    return told instanceof Promise
      ? told.then(later => send(request, reply, later))
      : send(request, reply, told)
  })
  server.options(POPUP_PATH, (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...PUBLIC,
        allow: ALLOWED,
        'access-control-allow-methods': ALLOWED,
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
      })
      .send(),
  )
  server.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: POPUP_PATH,
    // Before a body is read, so that no body can bring another refusal.
    onRequest: async (_request, reply) => refuseMethod(reply),
    handler: (_request, reply) => refuseMethod(reply),
  })
}

const refuseMethod = (reply: FastifyReply) =>
  sendProblem(reply.headers(PUBLIC).header('allow', ALLOWED), {
    status: 405,
    title: 'Method Not Allowed',
    detail: `This address answers ${ALLOWED}`,
  })

function readQuestion(query: Query): Stream | { refusal: Told } {
  try {
    return readPopupQuestion(query)
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    const { code, message } = error
    const rendered = renderFailure({ txID: randomUUID(), code, message })
    return { refusal: { kind: 'failed', rendered, headers: { 'cache-control': 'no-store' } } }
  }
}

function send(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { kind, rendered, headers }: Told,
): FastifyReply {
  const { body, entityTag, encoding } = choose(rendered, asked['accept-encoding'])
  reply.headers(PUBLIC).headers(headers).header('vary', 'accept-encoding')
  if (kind !== 'failed') reply.header('etag', entityTag)
  if (kind !== 'failed' && isHeld(asked['if-none-match'], entityTag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(JSON_TYPE).send(body)
}

function choose(rendered: Rendered, header: string | string[] | undefined): Variant {
  const accepted = acceptedEncodings(header)
  return rendered.find(({ encoding }) => !encoding || accepted.has(encoding)) as Variant
}
