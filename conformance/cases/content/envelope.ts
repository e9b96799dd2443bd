/** What every content call returns: JSON, with an envelope around the content, and a txID of its own. */
import Type from 'typebox'
import { Envelope, FailureEnvelope } from '../../../shared/contract/envelope.ts'
import { RETURN_CODES } from '../../../shared/contract/return-code.ts'
import type { Answer } from '../../ask.ts'
import { type Case, type Finding, failed, notShown, required, verdict } from '../../case.ts'
import { envelopeOf, SUCCEEDED } from '../../envelope.ts'
import type { FieldGroup } from '../../fields.ts'
import { PRE_SCHOOL, type Visit } from '../../visit.ts'
import { answered, fieldsOf, kindOf, shown } from '../../words.ts'
import { jsonText } from '../json-text.ts'
import { CONTENT_RULES, type ContentCall, parameterRule } from './call.ts'

const REFUSED = { siteId: '' }
const AT_ONCE = 20
const txID = Type.String({ minLength: 1 })
const code = Type.Enum(Object.keys(RETURN_CODES))
const { message } = Envelope.properties

/** Of a success and of a refusal. */
export const envelopeFields = (call: ContentCall): FieldGroup[] => [
  {
    ...{ place: 'Response envelope', one: 'response', properties: { txID, code, message } },
    elements: async visit => [{ path: '', value: envelopeOf(await call.ask(visit)) }],
  },
  {
    ...{ place: 'Errors, rule 3', one: 'refusal', properties: { ...FailureEnvelope.properties, txID } },
    elements: async visit => [{ path: '', value: envelopeOf(await call.ask(visit, REFUSED)) }],
  },
]

export function envelopeCases(call: ContentCall): Case[] {
  const { part, endpoint } = call
  const succeeds = async (answer: Promise<Answer>) =>
    verdict(envelopeOf(await answer).code === SUCCEEDED, answered(await answer))
  return [
    required(
      `${part}/answers`,
      [
        `${endpoint}, success response`,
        `A GET of ${part === 'news' ? 'news' : 'popupmsg'}/check with its required parameters gives D00000.`,
      ],
      visit => succeeds(call.ask(visit)),
    ),
    required(
      `${part}/answers-pre-school`,
      parameterRule(call, 'siteId', 'The two websites are academy and pre-school.'),
      visit => succeeds(call.ask(visit, PRE_SCHOOL)),
    ),
    jsonText(part, CONTENT_RULES.json, visit => call.askForAll(visit)),
    required(`${part}/txid-unique`, CONTENT_RULES.txid, visit =>
      differs('responses', asking => call.ask(visit, {}, asking)),
    ),
    required(`${part}/failure-txid`, CONTENT_RULES.txid, visit =>
      differs('refusals', asking => call.ask(visit, REFUSED, asking)),
    ),
    {
      ...required(`${part}/txid-in-parallel`, CONTENT_RULES.txid, visit => inParallel(call, visit)),
      heavy: true,
    },
  ]
}

async function inParallel(call: ContentCall, visit: Visit): Promise<Finding> {
  const asked = Array.from({ length: AT_ONCE }, () => call.ask(visit, {}, { anew: true }))
  // A service may limit its callers; only answered calls count.
  const txIDs = (await Promise.allSettled(asked))
    .flatMap(outcome => (outcome.status === 'fulfilled' ? fieldsOf(outcome.value.json).txID : []))
    .filter(txID => txID !== undefined)
  if (txIDs.length < 2) return notShown('two calls answered at once')
  const different = new Set(txIDs).size
  return verdict(
    different === txIDs.length,
    `${txIDs.length} calls answered at once, ${different} different txIDs`,
  )
}

async function differs(what: string, ask: (asking: { anew?: true }) => Promise<Answer>) {
  const first = envelopeOf(await ask({})).txID
  const second = envelopeOf(await ask({ anew: true })).txID
  if (typeof first !== 'string' || first === '') return failed(`txID is ${kindOf(first)}`)
  return verdict(
    first !== second,
    first === second ? `two ${what} have the same txID, ${shown(first)}` : `two ${what}, two different txIDs`,
  )
}
