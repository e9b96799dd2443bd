/** The response for the configured token. Reports never hold personal data. */
import type { Answer } from '../../ask.ts'
import { Ends, failed } from '../../case.ts'
import type { Element } from '../../fields.ts'
import type { Visit } from '../../visit.ts'
import { answered, fieldsOf, kindOf } from '../../words.ts'

/** @throws {Ends} failed: no user */
export async function user(visit: Visit): Promise<Element[]> {
  const answer = await visit.user()
  const isThere = answer.status >= 200 && answer.status <= 299
  if (isThere && kindOf(answer.json) === 'an object') return [{ path: '', value: answer.json }]
  const what = answer.isJson ? `JSON, but ${kindOf(answer.json)}` : 'not JSON'
  throw new Ends(failed(`no user: ${answered(answer)}${isThere ? `, the body is ${what}` : ''}`))
}

export async function fieldsOfUser(visit: Visit): Promise<Record<string, unknown>> {
  const [found] = await user(visit)
  return fieldsOf(found?.value)
}

/** Whether a response holds a user, so that a web-app would sign somebody in. */
export function holdsUser({ json }: Answer): boolean {
  const fields = fieldsOf(json)
  const inner = fieldsOf(fields.content)
  return [fields, inner].some(({ userId, role, email }) => [userId, role, email].some(value => value != null))
}

/** As in `HTTP 200, a user`. */
export const userOrError = (answer: Answer) =>
  holdsUser(answer) ? `HTTP ${answer.status}, a user` : answered(answer)
