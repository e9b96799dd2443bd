/** The newest calls. The oldest are deleted first, and bodies before calls. */
import type { Logged } from '../interface/endpoint.ts'
import type { AskedBody } from './asked-body.ts'
import { ALL_BODIES, LARGEST_BODY, MOST_CALLS } from './limits.ts'

export interface KeptCall {
  /** Counts up by one a call. */
  id: number
  /** By the service's clock, epoch milliseconds. */
  at: number
  /** From the request to the end of the answer. */
  ms: number
  /** A UUID. */
  txID: string
  endpoint: Logged
  method: string
  /** Path and query as they came. */
  url: string
  /** Names and values in turn, without secrets. */
  requestHeaders: readonly string[]
  /** Null when it brought no body. */
  asked: AskedBody | null
  /** Null when no status was sent. */
  status: number | null
  /** Return code of the content API; empty where there is none. */
  code: string
  /** The answer's head as it went over the wire, or names and values in turn. */
  head: string | readonly string[]
  /** Of the answer; null when it had none, or when it had to make room. */
  body: LoggedBody | null
  /** Whether there was more of the body, or one that had to make room. */
  lost: 'nothing' | 'end' | 'all'
  /** What the laboratory did to it. */
  fault: { ruleId: number; kind: string } | null
}

/** Text, or what can be written as text later. */
export interface LoggedBody {
  readonly length: number
  toString(): string
}

export class KeptCalls {
  readonly #mostCalls: number
  readonly #allBodies: number
  /** By number. */
  readonly #calls = new Map<number, KeptCall>()
  #newest = 0
  /** First that is shown. */
  #first = 1
  /** First whose bodies are kept. */
  #firstBody = 1
  /** Of all bodies. */
  #bytes = 0

  constructor({ mostCalls = MOST_CALLS, allBodies = ALL_BODIES } = {}) {
    this.#mostCalls = mostCalls
    this.#allBodies = allBodies
  }

  get newest(): number {
    return this.#newest
  }

  /** Gives the call its number: the next one. */
  add(call: Omit<KeptCall, 'id' | 'lost'>): KeptCall {
    this.#newest += 1
    const kept = { ...call, ...cut(call.body), id: this.#newest }
    this.#calls.set(kept.id, kept)
    this.#bytes += bytesOf(kept)
    const oldest = this.#newest - this.#mostCalls
    while (this.#firstBody <= oldest || (this.#bytes > this.#allBodies && this.#firstBody < this.#newest))
      this.#forgetOldestBodies()
    this.#calls.delete(oldest)
    return kept
  }

  get(id: number): KeptCall | undefined {
    return id < this.#first ? undefined : this.#calls.get(id)
  }

  /** From the one before `before`, when that is given. */
  *newestFirst(before = this.#newest + 1): Generator<KeptCall> {
    for (let id = Math.min(before - 1, this.#newest); id >= this.#first; id -= 1) {
      const call = this.#calls.get(id)
      if (!call) return
      yield call
    }
  }

  *oldestFirst(after = 0): Generator<KeptCall> {
    const oldest = Math.max(after + 1, this.#first, this.#newest - this.#mostCalls + 1)
    for (let id = oldest; id <= this.#newest; id += 1) {
      const call = this.#calls.get(id)
      if (call) yield call
    }
  }

  /** Shows those up to now no more. @returns for {@link showFrom}, and how many there were */
  clear(): { from: number; count: number } {
    const from = Math.max(this.#first, this.#newest - this.#mostCalls + 1)
    this.#first = this.#newest + 1
    return { from, count: this.#first - from }
  }

  /** Shows again what a `clear` hid, as far as it is still kept. */
  showFrom(id: number): void {
    this.#first = Math.min(this.#first, id)
  }

  #forgetOldestBodies(): void {
    const call = this.#calls.get(this.#firstBody)
    if (call) {
      this.#bytes -= bytesOf(call)
      this.#calls.set(call.id, withoutBodies(call))
    }
    this.#firstBody += 1
  }
}

/** The beginning of a large body. */
function cut(body: KeptCall['body']): Pick<KeptCall, 'body' | 'lost'> {
  if (body === null || body.length <= LARGEST_BODY) return { body, lost: 'nothing' }
  // A copy: a part would keep the whole.
  const beginning = Buffer.from(body.toString()).subarray(0, LARGEST_BODY)
  return { body: Buffer.from(beginning), lost: 'end' }
}

const withoutBodies = (call: KeptCall): KeptCall => ({
  ...call,
  ...(call.asked?.text && { asked: { ...call.asked, text: null, lost: 'all' as const } }),
  ...(call.body !== null && { body: null, lost: 'all' }),
})

const bytesOf = ({ body, asked }: KeptCall): number => (body?.length ?? 0) + (asked?.text?.length ?? 0)
