/** Calls that a service must refuse, and how. */
import type { Answer } from '../../ask.ts'
import { type Case, failed, passed, type RequiredCase, type Rule, verdict } from '../../case.ts'
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
    {
      id: `${part}/site-id-refused`,
      level: 'required',
      rule: {
        place: 'Limits, fixed constants',
        says: 'The call accepts only the site identifiers academy and pre-school.',
      },
      async look(visit) {
        const answer = await call.ask(visit, UNKNOWN_SITE)
        return verdict(envelopeOf(answer).code !== SUCCEEDED, `for another identifier: ${answered(answer)}`)
      },
    },
    {
      id: `${part}/failure-without-content`,
      level: 'required',
      rule: CONTENT_RULES.ruleTwo,
      async look(visit) {
        const envelope = envelopeOf(await empty(visit))
        if (envelope.code === SUCCEEDED) return failed('an empty siteId was not refused')
        if (!('content' in envelope)) return passed('the field is left out')
        return verdict(isEmpty(envelope.content), `content is ${shown(envelope.content)}`)
      },
    },
  ]
}

/** Two cases: D20001, and a message that names the parameter. */
export function refusedCases(call: ContentCall) {
  return (id: string, name: string, value: string | undefined, rule: Rule): RequiredCase[] => {
    const looksAt = (finding: (answer: Answer) => ReturnType<typeof passed>) => async (visit: Visit) =>
      finding(await call.ask(visit, { [name]: value }))
    return [
      {
        id: `${call.part}/${id}`,
        level: 'required',
        rule,
        look: looksAt(answer => verdict(envelopeOf(answer).code === 'D20001', answered(answer))),
      },
      {
        id: `${call.part}/${id}-named`,
        level: 'required',
        rule,
        look: looksAt(answer => {
          const { code, message } = envelopeOf(answer)
          if (code === SUCCEEDED) return failed(`not refused: ${answered(answer)}`)
          return verdict(
            `${message}`.toLowerCase().includes(name.toLowerCase()),
            `message is ${shown(message)}`,
          )
        }),
      },
    ]
  }
}
