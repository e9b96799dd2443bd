/**
 * The popup call at the address and in the envelope of the service (interface, Retrieve popup messages), so that a page
 * whose script tag comes from the agent needs no address of the service.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { Envelope } from '../../../shared/contract/envelope.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { CallRefused, type Query, readPopupQuestion } from '../../../shared/server/popup-question.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import type { Metrics } from '../../metrics.ts'
import type { Stream } from '../../stream.ts'
import type { Operation } from '../http/openapi.ts'
import { answerAhead } from './ahead.ts'
import type { PopupRelay } from './relay.ts'
import { renderFailure } from './rendered.ts'
import { POPUP_PATH, PUBLIC, sendTold } from './send.ts'
import type { Told } from './watch.ts'

const ALLOWED = 'GET, HEAD, OPTIONS'

export function popupRelayRoutes(
  server: FastifyInstance,
  relay: PopupRelay,
  streams: readonly Stream[],
  metrics: Pick<Metrics, 'requests'>,
): void {
  answerAhead(server, relay, metrics)
  server.addHook('onReady', async () => relay.wake(streams))
  server.get(POPUP_PATH, { config: { openapi: POPUPS } }, async (request, reply) => {
    const told = await tellOf(request.query as Query, relay)
    reply.hijack()
    sendTold(request.raw, reply.raw, told)
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

const POPUPS: Operation = {
  tag: 'Popup messages',
  summary: 'What a page shows when it opens, in the service’s envelope',
  description:
    '`msgBody` is passed on as it came: whoever shows it has to sanitise it. The code is the verdict.',
  query: Type.Object({
    siteId: Type.Enum(SITE_IDS),
    lang: Type.Optional(Type.Enum(LANGUAGES, { default: LANGUAGES[0] })),
  }),
  answers: {
    200: {
      description: 'The messages, or a return code that says why there are none',
      type: 'application/json',
      schema: Envelope,
    },
    304: { description: 'The messages that you hold are current' },
  },
}

const refuseMethod = (reply: FastifyReply) =>
  sendProblem(reply.headers(PUBLIC).header('allow', ALLOWED), {
    status: 405,
    title: 'Method Not Allowed',
    detail: `This address answers ${ALLOWED}`,
  })

function tellOf(query: Query, relay: PopupRelay): Told | Promise<Told> {
  try {
    return relay.answer(readPopupQuestion(query))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    const { code, message } = error
    const rendered = renderFailure({ txID: randomUUID(), code, message })
    return { kind: 'failed', rendered, headers: { 'cache-control': 'no-store' } }
  }
}
