/** Popup messages (interface, Endpoint 1). */
import { PopupMessage } from '../../shared/contract/popup.ts'
import { counted } from '../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, required } from '../case.ts'
import { contentOf, messagesOf } from '../envelope.ts'
import { elementsAt, fieldCases } from '../fields.ts'
import { isNamed, PREPARED } from '../prepared.ts'
import { ACADEMY, PRE_SCHOOL, type Visit } from '../visit.ts'
import { kindOf, shown } from '../words.ts'
import { POPUPS } from './content/call.ts'
import { envelopeCases, envelopeFields } from './content/envelope.ts'
import { languageCases } from './content/language.ts'
import { refusalCases } from './content/refusals.ts'

/** Of both websites. */
export async function messages(visit: Visit): Promise<unknown[]> {
  const answers = [await visit.popups(ACADEMY), await visit.popups(PRE_SCHOOL)]
  return answers.flatMap(messagesOf)
}

export const popupCases: Case[] = [
  ...envelopeCases(POPUPS),
  ...fieldCases('popups', [
    ...envelopeFields(POPUPS),
    {
      ...{ place: 'Popup message', one: 'message', properties: PopupMessage.properties },
      elements: async visit => elementsAt('/content', await messages(visit)),
    },
  ]),
  required(
    'popups/content-array',
    [
      'Endpoint 1, success response',
      'content is the array of popup messages itself, without an object around it.',
    ],
    async visit => {
      const content = contentOf(await visit.popups(ACADEMY))
      return Array.isArray(content)
        ? passed(counted(content.length, 'message'))
        : failed(`content is ${kindOf(content)}`)
    },
  ),
  required(
    'popups/site-messages',
    ['Endpoint 1, success response', 'The messages are those visible to the website that siteId names.'],
    async visit => {
      const academy = await visit.popups(ACADEMY)
      const preSchool = await visit.popups(PRE_SCHOOL)
      const asked = [
        ['academy', PREPARED.preSchoolOnly, academy],
        ['pre-school', PREPARED.academyOnly, preSchool],
      ] as const
      for (const [site, name, answer] of asked) {
        const foreign = POPUPS.titlesIn(answer).find(title => isNamed(title, name))
        if (foreign !== undefined)
          return failed(`${site} gets ${shown(foreign)}, which is for the other website only`)
      }
      const alone = new Set(POPUPS.textsIn(academy)).symmetricDifference(new Set(POPUPS.textsIn(preSchool)))
      if (alone.size === 0) return notShown('a message that only one of the two websites shows')
      return passed(`${counted(alone.size, 'message')} on one website only`)
    },
  ),
  ...languageCases(POPUPS),
  ...refusalCases(POPUPS),
]
