/** `/widget/popup.js`: the loader, and with `?site=` the loader and its site's messages. */
import type { IncomingHttpHeaders } from 'node:http'
import Type from 'typebox'
import { LANGUAGES, SITE_IDS, type SiteId } from '../../../shared/contract/site.ts'
import { type Answer, respond, sendAnswer } from '../../../shared/server/answer.ts'
import type { EarlyAnswers, EarlyResponse } from '../../../shared/server/answer-cache.ts'
import { noBody, refusal } from '../../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { PopupRelay } from '../popup-relay/relay.ts'
import { type SiteScript, siteScripts } from './scripts.ts'

const PATH = '/widget/popup.js'

/** URLs exactly as script tags write them. */
const TAG_ADDRESSES = new Map<string | undefined, SiteId>(
  SITE_IDS.flatMap(siteId =>
    ['', ...LANGUAGES.map(lang => `&lang=${lang}`)].map((lang): [string, SiteId] => [
      `${PATH}?site=${siteId}${lang}`,
      siteId,
    ]),
  ),
)

export interface PopupScriptParts {
  /** `popup.js` as built. */
  loader: Answer
  /** Undefined: popup messages are not relayed. */
  relay: PopupRelay | undefined
}

/** @returns serves the scripts of tags before the framework */
export function popupScriptRoutes(
  server: TypedServer,
  { loader, relay }: PopupScriptParts,
): EarlyAnswers['find'] {
  const scripts = siteScripts(loader.body.toString(), relay)
  server.get(PATH, { schema: SCHEMA }, async function answerPopupScript(request, reply) {
    const { site } = request.query
    if (site === undefined) return sendAnswer(request, reply, loader)
    const { answer, headers } = await scripts(site)
    return sendAnswer(request, reply, answer, headers)
  })
  return ({ url, headers }) => {
    const siteId = TAG_ADDRESSES.get(url)
    if (siteId === undefined) return undefined
    const script = scripts(siteId)
    return script instanceof Promise ? script.then(late => early(late, headers)) : early(script, headers)
  }
}

const SCHEMA = {
  tags: ['Widget'],
  operationId: 'getPopupScript',
  summary: 'The popup widget’s loader; with `site`, it has that site’s messages of both languages with it',
  querystring: Type.Object({
    site: Type.Optional(Type.Enum(SITE_IDS, { description: 'The website.' })),
    lang: Type.Optional(
      Type.Enum(LANGUAGES, {
        description: 'The reader’s language, for the script itself; default: the page’s.',
      }),
    ),
  }),
  response: {
    200: noBody('The script'),
    304: noBody('Your copy is current'),
    400: refusal('There is no such site'),
  },
}

function early(script: SiteScript, request: IncomingHttpHeaders): EarlyResponse | Promise<EarlyResponse> {
  const response = respond(script.answer, request, script.headers)
  return response instanceof Promise
    ? response.then(made => ({ ...made, route: PATH }))
    : { ...response, route: PATH }
}
