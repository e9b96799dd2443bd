/** An answer is JSON in UTF-8, without a byte order mark. */
import { counted } from '../../shared/text/counted.ts'
import type { Answer } from '../ask.ts'
import { type Case, failed, type Part, required, type Says, verdict } from '../case.ts'
import type { Visit } from '../visit.ts'
import { answered } from '../words.ts'

export const jsonText = (part: Part, rule: Says, ask: (visit: Visit) => Promise<Answer>): Case =>
  required(`${part}/json-text`, rule, async visit => {
    const answer = await ask(visit)
    if (answer.text === undefined) return failed('the body is not UTF-8')
    if (answer.text.startsWith('\ufeff')) return failed('the body begins with a byte order mark')
    return verdict(answer.isJson, counted(answer.bytes.byteLength, 'byte'), `not JSON: ${answered(answer)}`)
  })
