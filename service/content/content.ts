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

export interface KeptContent<Question> {
  answer(question: Question, inTime: TimeLimit): Content
  /** Its answer where that needs no reading of the store. */
  kept(question: Question): Content | undefined
}

/** Answers each question once, and again only when something was written or the surroundings are others. */
export function keptContent<Question>(parts: KeptParts<Question>): KeptContent<Question> {
  const { keyOf, answer, version, surroundings } = parts
  const all = new Map<string, Content>()
  let keptIn = ''
  const kept = (key: string) => {
    const around = surroundings()
    // Asked before the store is read: what is written while it is read is seen by the next.
    if (!version.isUnchanged() || around !== keptIn) {
      all.clear()
      keptIn = around
    }
    return all.get(key)
  }
  return {
    kept: question => kept(keyOf(question)),
    answer(question, inTime) {
      const key = keyOf(question)
      let content = kept(key)
      if (!content) {
        content = contentOf(answer(question, inTime))
        all.set(key, content)
      } else inTime()
      return content
    },
  }
}
