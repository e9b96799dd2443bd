/** A case that calls a service more often than a visitor does; for thorough runs only. */
import { type Case, notShown, verdict } from '../../case.ts'
import { fieldsOf } from '../../words.ts'
import { CONTENT_RULES, type ContentCall } from './call.ts'

const AT_ONCE = 20

export const txidInParallel = (call: ContentCall): Case => ({
  id: `${call.part}/txid-in-parallel`,
  level: 'required',
  rule: CONTENT_RULES.txid,
  heavy: true,
  async look(visit) {
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
  },
})
