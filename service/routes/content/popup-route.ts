/** The popup call (interface, Endpoint 1): the messages to show on a website now. */
import Type from 'typebox'
import { PopupContent } from '../../../shared/contract/popup.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { ServiceContext } from '../../context.ts'
import { sendContent } from '../../envelope.ts'
import { popupAnswers } from './popup-answers.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses, siteAndLanguage } from './schema.ts'
import { timeLimit } from './time-limit.ts'

export async function popupRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { settings, elapsedMs } = context
  const answers = popupAnswers(context)
  const schema = {
    // In the document once, with the first path segment.
    hide: !server.prefix.startsWith(`${settings.contentPath}/api/`),
    tags: ['Content API'],
    summary: 'The popup messages to show on a website now',
    description: CALL_DESCRIPTION,
    headers: conditional,
    querystring: Type.Object(siteAndLanguage),
    response: envelopeResponses('PopupAnswer', PopupContent, 'the messages, newest first'),
  }
  server.get('/check', { schema }, function answerPopups(request, reply) {
    const inTime = timeLimit(settings.answerWithinMs, elapsedMs)
    sendContent(request, reply, answers(request.query, inTime))
  })
}
