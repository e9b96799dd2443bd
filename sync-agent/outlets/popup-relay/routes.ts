/**
 * The popup call at the address and in the envelope of the service (interface, Retrieve popup messages), so that a page
 * whose script tag comes from the agent needs no address of the service.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { Envelope } from '../../../shared/contract/envelope.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { respond, sendAnswer } from '../../../shared/server/answer.ts'
import type { EarlyAnswers, EarlyResponse } from '../../../shared/server/answer-cache.ts'
import { CallRefused, type Query, readPopupQuestion } from '../../../shared/server/popup-question.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import type { Stream } from '../../stream.ts'
import { EXPOSED } from '../http/cross-origin.ts'
import type { Operation } from '../http/openapi.ts'
import { failureAnswer } from './envelope.ts'
import type { RelayedAnswer } from './poller.ts'
import type { PopupRelay } from './relay.ts'

/** Where a script tag without `data-service` asks when its script comes from `/widget/`. */
export const POPUP_PATH = '/cms/api/v1/popupmsg/check'

const ALLOWED = 'GET, HEAD, OPTIONS'
/** As at the service, any page may ask, whatever origins the rest of the agent allows. */
const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
}

/** The addresses exactly as script tags write them. */
const TAG_ADDRESSES = new Map<string | undefined, Stream>(
  SITE_IDS.flatMap(siteId =>
    LANGUAGES.map(lang => [`${POPUP_PATH}?siteId=${siteId}&lang=${lang}`, { siteId, lang }]),
  ),
)

/** @returns answers the calls of script tags, before the framework */
export function popupRelayRoutes(
  server: FastifyInstance,
  relay: PopupRelay,
  streams: readonly Stream[],
): EarlyAnswers['find'] {
  server.addHook('onReady', async () => relay.wake(streams))
  server.get(POPUP_PATH, { config: { openapi: POPUPS } }, async (request, reply) => {
    const { answer, headers } = await relayed(request.query as Query, relay)
    return sendAnswer(request, reply, answer, { ...PUBLIC, ...headers })
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

  return ({ url, headers }) => {
    const stream = TAG_ADDRESSES.get(url)
    if (!stream) return undefined
    const found = relay.answer(stream)
    return found instanceof Promise ? found.then(late => early(late, headers)) : early(found, headers)
  }
}

function early(found: RelayedAnswer, request: IncomingHttpHeaders): EarlyResponse | Promise<EarlyResponse> {
  const response = respond(found.answer, request, { ...PUBLIC, ...found.headers })
  return response instanceof Promise
    ? response.then(made => ({ ...made, route: POPUP_PATH }))
    : { ...response, route: POPUP_PATH }
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

function relayed(
  query: Query,
  relay: PopupRelay,
): Pick<RelayedAnswer, 'answer' | 'headers'> | Promise<RelayedAnswer> {
  try {
    return relay.answer(readPopupQuestion(query))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    const { code, message } = error
    return { answer: failureAnswer({ txID: randomUUID(), code, message }), headers: {} }
  }
}
