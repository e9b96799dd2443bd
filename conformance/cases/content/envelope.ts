/** What every successful content call returns: JSON, with an envelope around the content. */
import { RETURN_CODES } from '../../../shared/contract/return-code.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, passed, verdict } from '../../case.ts'
import { contentOf, envelopeOf, SUCCEEDED } from '../../envelope.ts'
import { PRE_SCHOOL } from '../../visit.ts'
import { answered, kindOf, shown } from '../../words.ts'
import { CONTENT_RULES, type ContentCall, parameterRule } from './call.ts'

export function envelopeCases(call: ContentCall): Case[] {
  const { part, endpoint } = call
  const twoSites = parameterRule(call, 'siteId', 'The two websites are academy and pre-school.')
  return [
    {
      id: `${part}/answers`,
      level: 'required',
      rule: {
        place: `${endpoint}, success response`,
        says: `A GET of ${part === 'news' ? 'news' : 'popupmsg'}/check with its required parameters gives D00000.`,
      },
      async look(visit) {
        const answer = await call.ask(visit)
        return verdict(envelopeOf(answer).code === SUCCEEDED, answered(answer))
      },
    },
    {
      id: `${part}/answers-pre-school`,
      level: 'required',
      rule: twoSites,
      async look(visit) {
        const answer = await call.ask(visit, PRE_SCHOOL)
        return verdict(envelopeOf(answer).code === SUCCEEDED, answered(answer))
      },
    },
    {
      id: `${part}/json-text`,
      level: 'required',
      rule: CONTENT_RULES.json,
      async look(visit) {
        const answer = await call.askForAll(visit)
        if (answer.text === undefined) return failed('the body is not UTF-8')
        if (answer.text.startsWith('\ufeff')) return failed('the body begins with a byte order mark')
        return verdict(
          answer.isJson,
          answer.isJson ? counted(answer.bytes.byteLength, 'byte') : `not JSON: ${answered(answer)}`,
        )
      },
    },
    {
      id: `${part}/content-with-success`,
      level: 'required',
      rule: CONTENT_RULES.ruleOne,
      async look(visit) {
        const content = contentOf(await call.ask(visit))
        return verdict(typeof content === 'object' && content !== null, `content is ${kindOf(content)}`)
      },
    },
    {
      id: `${part}/txid`,
      level: 'required',
      rule: CONTENT_RULES.txid,
      async look(visit) {
        const { txID } = envelopeOf(await call.ask(visit))
        return verdict(
          typeof txID === 'string' && txID !== '',
          `txID is ${txID === '' ? 'empty' : kindOf(txID)}`,
        )
      },
    },
    {
      id: `${part}/txid-unique`,
      level: 'required',
      rule: CONTENT_RULES.txid,
      async look(visit) {
        const txIDs = [await call.ask(visit), await call.ask(visit, {}, { anew: true })].map(
          answer => envelopeOf(answer).txID,
        )
        return verdict(
          txIDs[0] !== txIDs[1],
          txIDs[0] === txIDs[1]
            ? `two responses have the same txID, ${shown(txIDs[0])}`
            : 'two responses, two different txIDs',
        )
      },
    },
    {
      id: `${part}/code-known`,
      level: 'required',
      rule: CONTENT_RULES.codes,
      async look(visit) {
        const { code } = envelopeOf(await call.ask(visit))
        return verdict(
          typeof code === 'string' && Object.hasOwn(RETURN_CODES, code),
          `code is ${shown(code)}`,
        )
      },
    },
    {
      id: `${part}/message`,
      level: 'required',
      rule: CONTENT_RULES.message,
      async look(visit) {
        const { message } = envelopeOf(await call.ask(visit))
        return typeof message === 'string' ? passed(shown(message)) : failed(`message is ${kindOf(message)}`)
      },
    },
  ]
}
