/** Each website has its own messages. */
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed } from '../../case.ts'
import { isNamed, PREPARED } from '../../prepared.ts'
import { ACADEMY, PRE_SCHOOL } from '../../visit.ts'
import { shown } from '../../words.ts'
import { POPUPS } from '../content/call.ts'

export const siteCases: Case[] = [
  {
    id: 'popups/site-messages',
    level: 'required',
    rule: {
      place: 'Endpoint 1, success response',
      says: 'The messages are those visible to the website that siteId names.',
    },
    async look(visit) {
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
  },
]
