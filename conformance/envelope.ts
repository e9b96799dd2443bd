/** Reads envelopes and their content, as far as the cases need them. */
import { readDeletedIds } from '../shared/client/identifier.ts'
import { isSuccess } from '../shared/client/reply.ts'
import type { Answer } from './ask.ts'
import { Ends, failed } from './case.ts'
import { answered, fieldsOf, kindOf } from './words.ts'

export const SUCCEEDED = 'D00000'

/** @throws {Ends} failed: the body is not a JSON object */
export function envelopeOf(answer: Answer): Record<string, unknown> {
  if (typeof answer.json === 'object' && answer.json !== null && !Array.isArray(answer.json)) {
    return fieldsOf(answer.json)
  }
  const what = answer.isJson ? `JSON, but ${kindOf(answer.json)}` : 'not JSON'
  throw new Ends(failed(`no envelope: ${answered(answer)}, the body is ${what}`))
}

/** Whether a response holds an envelope, even a faulty one: nothing else has a txID, a code as D00000, or a code beside content. */
export function isEnvelope({ json, isJson, bytes }: Answer): boolean {
  if (!isJson) return BROKEN_ENVELOPE.test(new TextDecoder('latin1').decode(bytes))
  const fields = fieldsOf(json)
  return 'txID' in fields || /^D\d{5}$/i.test(`${fields.code}`) || ('code' in fields && 'content' in fields)
}

/** In bytes that are not JSON or not UTF-8. */
const BROKEN_ENVELOPE = /"txID"\s*:|"code"\s*:\s*"D\d{5}"/

/** Whether a response refuses a call: an HTTP status other than success, or a return code other than D00000. */
export function isRefusal(answer: Answer): boolean {
  const { code } = fieldsOf(answer.json)
  return !isSuccess(answer.status) || (isEnvelope(answer) && code !== undefined && code !== SUCCEEDED)
}

/** Of an envelope, as web-apps read it. */
export function returnCodeOf(answer: Answer): string | undefined {
  const { code } = fieldsOf(answer.json)
  return isEnvelope(answer) && typeof code === 'string' ? code : undefined
}

export const codeOf = (answer: Answer): unknown => fieldsOf(answer.json).code

/** @throws {Ends} failed: the call did not succeed */
export function contentOf(answer: Answer): unknown {
  const { code, content } = envelopeOf(answer)
  if (code === SUCCEEDED) return content
  throw new Ends(failed(`the call did not succeed: ${answered(answer)}`))
}

/** @throws {Ends} failed: not an array */
export function messagesOf(answer: Answer): unknown[] {
  const content = contentOf(answer)
  if (Array.isArray(content)) return content
  throw new Ends(failed(`content is ${kindOf(content)}, not an array`))
}

export interface ReadNews {
  newsList: unknown[]
  /** As received. */
  delNewsIds: unknown
  /** Identifiers of listed entries. */
  listed: string[]
  /** Identifiers of deleted entries, as clients read them. */
  deleted: string[]
}

/** @throws {Ends} failed: no list */
export function newsOf(answer: Answer): ReadNews {
  const { newsList, delNewsIds } = fieldsOf(contentOf(answer))
  if (!Array.isArray(newsList))
    throw new Ends(failed(`content.newsList is ${kindOf(newsList)}, not an array`))
  return {
    newsList,
    delNewsIds,
    listed: newsList.map(entry => fieldsOf(entry).newsId).filter(isText),
    deleted: readDeletedIds(delNewsIds).delNewsIds,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Null, an empty text, an empty array or an empty object. */
export function isEmpty(content: unknown): boolean {
  if (content === undefined || content === null || content === '') return true
  return typeof content === 'object' && Object.keys(content).length === 0
}
