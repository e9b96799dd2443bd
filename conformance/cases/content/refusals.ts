/** Calls that a service must refuse, and how. */
import { type Case, failed, passed, required, type Says, verdict } from '../../case.ts'
import { envelopeOf, isEmpty, SUCCEEDED } from '../../envelope.ts'
import type { Visit } from '../../visit.ts'
import { answered, shown } from '../../words.ts'
import { CONTENT_RULES, type ContentCall } from './call.ts'

const UNKNOWN_SITE = { siteId: 'schoolbell' }

export function refusalCases(call: ContentCall): Case[] {
  const { part } = call
  const empty = (visit: Visit) => call.ask(visit, { siteId: '' })
  const refused = refusedCases(call)
  return [
    ...refused('site-id-empty', 'siteId', '', CONTENT_RULES.errorsOne),
    ...refused('site-id-missing', 'siteId', undefined, CONTENT_RULES.required),
    required(
      `${part}/site-id-refused`,
      ['Limits, fixed constants', 'The call accepts only the site identifiers academy and pre-school.'],
      async visit => {
        const answer = await call.ask(visit, UNKNOWN_SITE)
        return verdict(envelopeOf(answer).code !== SUCCEEDED, `for another identifier: ${answered(answer)}`)
      },
    ),
    required(`${part}/failure-without-content`, CONTENT_RULES.ruleTwo, async visit => {
      const envelope = envelopeOf(await empty(visit))
      if (envelope.code === SUCCEEDED) return failed('an empty siteId was not refused')
      if (!('content' in envelope)) return passed('the field is left out')
      return verdict(isEmpty(envelope.content), `content is ${shown(envelope.content)}`)
    }),
  ]
}

/** Two cases: D20001, and a message that names the parameter. */
export function refusedCases(call: ContentCall) {
  return (id: string, name: string, value: string | undefined, rule: Says): Case[] => {
    const ask = (visit: Visit) => call.ask(visit, { [name]: value })
    return [
      required(`${call.part}/${id}`, rule, async visit => {
        const answer = await ask(visit)
        return verdict(envelopeOf(answer).code === 'D20001', answered(answer))
      }),
      required(`${call.part}/${id}-named`, rule, async visit => {
        const answer = await ask(visit)
        const { code, message } = envelopeOf(answer)
        if (code === SUCCEEDED) return failed(`not refused: ${answered(answer)}`)
        return verdict(
          `${message}`.toLowerCase().includes(name.toLowerCase()),
          `message is ${shown(message)}`,
        )
      }),
    ]
  }
}
