/** What the interface leaves open about popup messages. */
import { ICONS } from '../../../shared/contract/icon.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, notShown, observed } from '../../case.ts'
import { messagesOf } from '../../envelope.ts'
import { elementsAt, unknownFields } from '../../fields.ts'
import { ACADEMY, PRE_SCHOOL } from '../../visit.ts'
import { fieldsOf, firstOf, shown } from '../../words.ts'
import { bodiesFound } from '../content/bodies.ts'
import { orderOf } from '../content/order.ts'
import { openPoints } from '../open-points.ts'
import { messages, POPUP_FIELDS } from './fields.ts'

const open = openPoints('popups')

export const popupOpenPoints: Case[] = [
  open(
    'icon-known',
    'Popup message, icon IDs',
    'Nine icon ids have a meaning; the example also has "1", which has none.',
    'An id outside the table shows no icon.',
    async visit => {
      const ids = (await messages(visit))
        .map(message => fieldsOf(message).iconId)
        .filter(id => typeof id === 'string')
      if (ids.length === 0) return notShown('a message with iconId')
      const unknown = [...new Set(ids.filter(id => !Object.hasOwn(ICONS, id)))]
      return observed(
        unknown.length === 0
          ? `all of ${counted(ids.length, 'icon')} are in the table`
          : `sends ${firstOf(unknown.map(shown))}, which is not in the table`,
      )
    },
  ),
  open(
    'order',
    'Endpoint 1, success response',
    'The order of the messages: not said.',
    'The widget shows them in the order of the response.',
    async visit => {
      const dates = messagesOf(await visit.popups(ACADEMY)).map(message => `${fieldsOf(message).displayDate}`)
      return dates.length < 2
        ? notShown('two messages on one website')
        : observed(orderOf(dates, 'displayDate'))
    },
  ),
  open(
    'ahead',
    'Popup message, displayDate',
    'Whether a message with a displayDate in the future is sent: not said.',
    'The widget shows what it gets.',
    async visit => {
      const latest = (await messages(visit))
        .map(message => fieldsOf(message).displayDate)
        .filter(date => typeof date === 'string')
        .toSorted()
        .at(-1)
      if (latest === undefined) return notShown('at least one message')
      return observed(`the latest displayDate is ${shown(latest)}`)
    },
  ),
  open(
    'two-sites',
    'Endpoint 1, success response',
    'A call returns the messages visible to the website named; whether one may be on both: not said.',
    'Each website requests its own.',
    async visit => {
      const [academy, preSchool] = [await visit.popups(ACADEMY), await visit.popups(PRE_SCHOOL)].map(answer =>
        messagesOf(answer).map(message => JSON.stringify(message)),
      )
      const both = new Set(academy).intersection(new Set(preSchool)).size
      return observed(
        `${academy?.length ?? 0} on academy, ${preSchool?.length ?? 0} on pre-school, ${both} on both`,
      )
    },
  ),
  open(
    'body-markup',
    'Popup message, msgBody',
    'Which HTML a body may hold, and where its pictures come from: not said.',
    'Scripts, handlers and styles that cover the page are removed; pictures are shown from https addresses only.',
    async visit => {
      const bodies = (await messages(visit)).map(message => `${fieldsOf(message).msgBody ?? ''}`)
      return bodies.length === 0 ? notShown('at least one message') : observed(bodiesFound(bodies))
    },
  ),
  open(
    'other-fields',
    'Popup message',
    'Whether there may be other fields than the five: not said.',
    'They ignore other fields.',
    async visit => {
      const all = elementsAt('/content', await messages(visit))
      if (all.length === 0) return notShown('at least one message')
      const others = unknownFields(all, POPUP_FIELDS)
      return observed(others.length === 0 ? 'none' : firstOf(others.map(shown), 8))
    },
  ),
]
