/** The business data of an answer as it goes over the wire, and answers kept for as long as the store stays the same. */
import { createHash } from 'node:crypto'
import type { StoreVersion } from '../store/version.ts'
import type { TimeLimit } from './time-limit.ts'

export interface Content {
  /** JSON. */
  json: Buffer
  /** Over the content and weak: the txID differs by answer, and two answers with the same content are equal. */
  etag: string
}

export function contentOf(value: unknown): Content {
  const json = Buffer.from(JSON.stringify(value))
  return { json, etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` }
}

export interface KeptParts<Question> {
  /** Equal for questions that have the same answer. */
  keyOf(question: Question): string
  answer(question: Question, inTime: TimeLimit): unknown
  version: StoreVersion
  /** What stands in answers and not in the store. */
  surroundings(): string
}

/** Answers each question once, and again only when something was written or the surroundings are others. */
export function keptContent<Question>({ keyOf, answer, version, surroundings }: KeptParts<Question>) {
  const kept = new Map<string, Content>()
  let keptIn = ''
  return (question: Question, inTime: TimeLimit): Content => {
    const around = surroundings()
    // Asked before the store is read: what is written while it is read is seen by the next.
    if (!version.isUnchanged() || around !== keptIn) {
      kept.clear()
      keptIn = around
    }
    const key = keyOf(question)
    let content = kept.get(key)
    if (!content) {
      content = contentOf(answer(question, inTime))
      kept.set(key, content)
    } else inTime()
    return content
  }
}
