/** The fields of a popup message. */
import { CONFIRMATIONS } from '../../../shared/contract/popup.ts'
import { counted } from '../../../shared/text/counted.ts'
import type { Case, Rule } from '../../case.ts'
import { failed, notShown, passed, verdict } from '../../case.ts'
import { contentOf, messagesOf } from '../../envelope.ts'
import { elementsAt, fieldCases, nullsIn, oneOf, TEXT, WALL_CLOCK } from '../../fields.ts'
import { ACADEMY, PRE_SCHOOL, type Visit } from '../../visit.ts'
import { firstOf, kindOf } from '../../words.ts'

/** Of both websites. */
export async function messages(visit: Visit): Promise<unknown[]> {
  const answers = [await visit.popups(ACADEMY), await visit.popups(PRE_SCHOOL)]
  return answers.flatMap(messagesOf)
}

const field = fieldCases(async visit => elementsAt('/content', await messages(visit)), 'message')
const rule = (name: string, says: string): Rule => ({ place: `Popup message, ${name}`, says })

export const POPUP_FIELDS = ['msgTitle', 'msgBody', 'displayDate', 'iconId', 'needConfirm']

export const popupFieldCases: Case[] = [
  {
    id: 'popups/content-array',
    level: 'required',
    rule: {
      place: 'Endpoint 1, success response',
      says: 'content is the array of popup messages itself, without an object around it.',
    },
    async look(visit) {
      const content = contentOf(await visit.popups(ACADEMY))
      const seen = Array.isArray(content)
        ? counted(content.length, 'message')
        : `content is ${kindOf(content)}`
      return verdict(Array.isArray(content), seen)
    },
  },
  field('popups/msg-title', rule('msgTitle', 'The title to display, a string; required.'), {
    field: 'msgTitle',
    ...TEXT,
  }),
  field('popups/msg-body', rule('msgBody', 'The body, a string that contains HTML; required.'), {
    field: 'msgBody',
    ...TEXT,
  }),
  field('popups/display-date', rule('displayDate', 'A time, YYYYMMDDhhmmss; required.'), {
    field: 'displayDate',
    ...WALL_CLOCK,
  }),
  field('popups/icon-id', rule('iconId', 'A string, where the message has an icon.'), {
    field: 'iconId',
    optional: true,
    ...TEXT,
  }),
  field('popups/need-confirm', rule('needConfirm', 'confirm or Accept, where the message has a button.'), {
    field: 'needConfirm',
    optional: true,
    ...oneOf(CONFIRMATIONS),
  }),
  {
    id: 'popups/no-null',
    level: 'required',
    rule: { place: 'Popup message', says: 'Every field is a string; one that does not apply is absent.' },
    async look(visit) {
      const all = await messages(visit)
      if (all.length === 0) return notShown('at least one message')
      const nulls = nullsIn(all, '/content', POPUP_FIELDS)
      return nulls.length === 0 ? passed('no field is null') : failed(`null: ${firstOf(nulls)}`)
    },
  },
]
