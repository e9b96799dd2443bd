/** Cases that load a content call more than a visitor does; for thorough runs only. */
import { type Case, notShown, verdict } from '../../case.ts'
import { envelopeOf } from '../../envelope.ts'
import type { Visit } from '../../visit.ts'
import { answered, fieldsOf, firstOf } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import { CONTENT_RULES, type ContentCall } from './call.ts'

const AT_ONCE = 20
const LONG_HEADER = 20_000

export function limitCases(call: ContentCall): Case[] {
  const open = openPoints(call.part, 'not shown')
  const askAtOnce = (visit: Visit) =>
    Promise.allSettled(Array.from({ length: AT_ONCE }, () => call.ask(visit, {}, { anew: true })))
  const cases: Case[] = [
    {
      id: `${call.part}/txid-in-parallel`,
      level: 'required',
      rule: CONTENT_RULES.txid,
      async look(visit) {
        // A service may limit its callers; only answered calls count.
        const answers = (await askAtOnce(visit))
          .flatMap(outcome => (outcome.status === 'fulfilled' ? outcome.value : []))
          .filter(({ json }) => 'txID' in fieldsOf(json))
        if (answers.length < 2) return notShown('two calls answered at once')
        const txIDs = new Set(answers.map(answer => envelopeOf(answer).txID))
        return verdict(
          txIDs.size === answers.length,
          `${answers.length} calls answered at once, ${txIDs.size} different txIDs`,
        )
      },
    },
    open(
      'at-once',
      'Limits',
      'How many calls a service accepts',
      'The agent sends one call at a time for each website and language; pages call whenever they are opened.',
      async visit => {
        const answers = (await askAtOnce(visit)).map(outcome =>
          outcome.status === 'fulfilled' ? answered(outcome.value) : 'no answer',
        )
        const kinds = [...new Set(answers)].map(
          kind => `${answers.filter(one => one === kind).length} × ${kind}`,
        )
        return `${AT_ONCE} calls at once: ${firstOf(kinds)}`
      },
    ),
    open(
      'post',
      call.endpoint,
      'How another method than GET is answered',
      'They only send GET.',
      async visit => answered(await call.ask(visit, {}, { method: 'POST' })),
    ),
    open(
      'long-header',
      'Limits',
      'How long a header may be',
      'Theirs are short; a proxy may add its own.',
      async visit => {
        const headers = { 'x-schoolbell-padding': 'x'.repeat(LONG_HEADER) }
        return `a header of ${LONG_HEADER} bytes: ${answered(await call.ask(visit, {}, { headers }))}`
      },
    ),
  ]
  return cases.map(one => ({ ...one, heavy: true }))
}
