/** The popup call (interface, Endpoint 1): the messages to show on a website now. */
import { EXAMPLE_POPUPS } from '../../../shared/contract/examples.ts'
import { PopupParameters } from '../../../shared/contract/parameters.ts'
import { PopupContent } from '../../../shared/contract/popup.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { ServiceContext } from '../../context.ts'
import { sendContent } from '../../envelope.ts'
import { popupAnswers } from './popup-answers.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses } from './schema.ts'
import { timeLimit } from './time-limit.ts'

export async function popupRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { settings, elapsedMs } = context
  const answers = popupAnswers(context)
  const schema = {
    // In the document once, with the first path segment.
    hide: !server.prefix.startsWith(`${settings.contentPath}/api/`),
    tags: ['Content API'],
    operationId: 'getPopupMessages',
    summary: 'The popup messages to show on a website now',
    description: CALL_DESCRIPTION,
    headers: conditional,
    querystring: PopupParameters,
    response: envelopeResponses({
      title: 'PopupEnvelope',
      content: PopupContent,
      what: 'the messages',
      examples: {
        messages: { summary: 'Two messages', content: EXAMPLE_POPUPS['en-US'] },
        messagesInChinese: { summary: 'The same with lang=zh-HK', content: EXAMPLE_POPUPS['zh-HK'] },
        none: { summary: 'No message', content: [] },
      },
    }),
  }
  server.get('/check', { schema }, function answerPopups(request, reply) {
    const inTime = timeLimit(settings.answerWithinMs, elapsedMs)
    sendContent(request, reply, answers(request.query, inTime))
  })
}
