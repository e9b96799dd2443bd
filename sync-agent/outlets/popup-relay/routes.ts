/**
 * The popup call with the service's path and envelope (interface, Retrieve popup messages), so a page whose script tag comes
 * from the agent does not need the service's address.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Envelope } from '../../../shared/contract/envelope.ts'
import { returnCodeOf } from '../../../shared/contract/return-code.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { respond, sendAnswer } from '../../../shared/server/answer.ts'
import type { EarlyAnswers, EarlyResponse } from '../../../shared/server/answer-cache.ts'
import { READ_METHODS } from '../../../shared/server/methods.ts'
import { json, noBody } from '../../../shared/server/openapi/responses.ts'
import { answerError as answerProblem } from '../../../shared/server/problem.ts'
import { InvalidParameter, type TypedServer, withTypeBox } from '../../../shared/server/validation.ts'
import type { Stream } from '../../stream.ts'
import { EXPOSED } from '../http/cross-origin.ts'
import { failureAnswer } from './envelope.ts'
import type { PopupRelay } from './relay.ts'
import type { RelayedAnswer } from './relayed.ts'

/** Path for script tags without `data-service` whose script comes from `/widget/`. */
export const POPUP_PATH = '/cms/api/v1/popupmsg/check'

/** As with the service, any page may call it, whatever origins are allowed elsewhere. */
const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
}

const PREFLIGHT = {
  'access-control-allow-methods': READ_METHODS.join(', '),
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** URLs exactly as script tags write them. */
const TAG_ADDRESSES = new Map<string | undefined, Stream>(
  SITE_IDS.flatMap(siteId =>
    LANGUAGES.map(lang => [`${POPUP_PATH}?siteId=${siteId}&lang=${lang}`, { siteId, lang }]),
  ),
)

export interface PopupRouteParts {
  relay: PopupRelay
  streams: readonly Stream[]
}

/** In its own scope: errors are return codes here, and a parameter without a value counts as absent. */
export async function popupRelayRoutes(
  scope: TypedServer,
  { relay, streams }: PopupRouteParts,
): Promise<void> {
  withTypeBox(scope).setErrorHandler(answerError)
  scope.addHook('onReady', async () => relay.wake(streams))
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(PUBLIC)
  })
  scope.get(POPUP_PATH, { schema: SCHEMA }, async function answerPopups(request, reply) {
    const { answer, headers } = await relay.answer(request.query)
    return sendAnswer(request, reply, answer, headers)
  })
  scope.options(POPUP_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).headers(PREFLIGHT).send(null),
  )
}

const SCHEMA = {
  tags: ['Popup messages'],
  operationId: 'getPopupMessages',
  summary: 'Popup messages, in the service’s envelope',
  description:
    '`msgBody` is passed on unchanged: sanitise it before you show it. `code` decides about success.',
  querystring: Type.Object({
    siteId: Type.Enum(SITE_IDS),
    lang: Type.Enum(LANGUAGES, { default: DEFAULT_LANGUAGE }),
  }),
  response: {
    200: json('The messages, or a return code with the reason why there are none', Envelope),
    304: noBody('Your copy is current'),
  },
}

/** For Fastify's `setErrorHandler`. */
function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (!(error instanceof InvalidParameter)) return answerProblem(error, request, reply)
  return sendAnswer(request, reply, failureAnswer({ txID: randomUUID(), ...returnCodeOf(error) }))
}

/** Serves the calls of script tags before the framework. */
export const earlyPopups =
  (relay: PopupRelay): EarlyAnswers['find'] =>
  ({ url, headers }) => {
    const stream = TAG_ADDRESSES.get(url)
    if (!stream) return undefined
    const found = relay.answer(stream)
    return found instanceof Promise ? found.then(late => early(late, headers)) : early(found, headers)
  }

function early(found: RelayedAnswer, request: IncomingHttpHeaders): EarlyResponse | Promise<EarlyResponse> {
  const response = respond(found.answer, request, { ...PUBLIC, ...found.headers })
  return response instanceof Promise
    ? response.then(made => ({ ...made, route: POPUP_PATH }))
    : { ...response, route: POPUP_PATH }
}
