/** The request log: the newest calls of every interface, for people and for tests. */
import type { Clock } from '../../shared/clock.ts'
import type { Logged } from '../interface/endpoint.ts'
import { type KeptCall, KeptCalls } from './kept-calls.ts'
import { LONGEST_HEAD } from './limits.ts'
import { bodyOf, callerOf, lineOf, type RequestLine, type RequestRecord, recordOf } from './record.ts'
import { cut, shareInARow, urlWithoutSecrets } from './secrets.ts'

export interface RequestFilter {
  endpoint?: Logged
  /** As sent; `none` for calls whose connection was reset or closed. */
  status?: number | 'none'
  /** Return code of the content API. */
  code?: string
  /** Who called, as the calls tell it. */
  caller?: string
  /** Found in the address, the txID or the answer's body, upper and lower case alike. */
  text?: string
  /** Only what the laboratory hit. */
  hit?: boolean
}

export interface RequestPage {
  requests: RequestLine[]
  /** Ask for `after: next` to go on; absent when there are no more. */
  next?: number
}

/** What can be done with the log from outside: `service.requests`. */
export interface Requests {
  /** Newest first. @param after number of the last one seen; default limit 100 */
  list(filter?: RequestFilter & { after?: number; limit?: number }): RequestPage
  /** One with headers and bodies; undefined when there is none by that number any more. */
  get(id: number): RequestRecord | undefined
  /**
   * The first call that is wanted: of those in the log, oldest first, or of those that follow.
   *
   * @param options `after`: only calls with a higher number; `timeoutMs`: default 5,000; `signal`: waits no longer
   * @throws {WaitError} no such call in time; the message lists the calls that came
   */
  waitFor(
    isWanted: (request: RequestRecord) => boolean,
    options?: { after?: number; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<RequestRecord>
  /** Empties the log; returns how many calls there were. */
  clear(): number
  /** Undoes the last `clear`; calls that had to make room since are lost. */
  restore(): void
  /** Whether calls for media files are noted as well. Default false. */
  media: boolean
}

export interface RequestLog extends Requests {
  note(call: NewCall): void
  /** Number of the newest call. */
  readonly newest: number
  /** Of all calls that are kept, by name. */
  callers(): string[]
  /** Calls after a number, oldest first. */
  since(id: number, filter?: RequestFilter): Generator<RequestLine>
  /** @returns ends it */
  watch(tell: () => void): () => void
}

/** A call that is over. Its request's headers have gone through `withoutSecrets`. */
export type NewCall = Omit<KeptCall, 'id' | 'at' | 'lost' | Sometimes> & Partial<Pick<KeptCall, Sometimes>>
type Sometimes = 'asked' | 'code' | 'fault'

/** No such call came in time. */
export class WaitError extends Error {
  override name = 'WaitError'
  readonly code = 'REQUEST_NOT_SEEN'
}

const PAGE = 100
const WAIT_MS = 5_000

/** @param changed called when it was cleared, restored, or its settings were changed */
export function requestLog(clock: Clock, changed: () => void = () => {}): RequestLog {
  const calls = new KeptCalls()
  const urlOf = shareInARow(
    (url: string) => url,
    url => cut(urlWithoutSecrets(url), LONGEST_HEAD),
  )
  const headOf = shareInARow(
    (head: string) => head,
    head => head,
  )
  const watching = new Set<(call: KeptCall) => void>()
  let media = false
  let clearedFrom: number | undefined

  return {
    note(call) {
      if (call.endpoint === 'media' && !media) return
      const url = urlOf(call.url)
      const kept = calls.add({
        ...call,
        body: withPath(call.body, pathOf(call.url), pathOf(url)),
        at: clock.epochMilliseconds?.() ?? clock.now().epochMilliseconds,
        url,
        head: typeof call.head === 'string' ? headOf(call.head) : call.head,
        asked: call.asked ?? null,
        code: call.code ?? '',
        fault: call.fault ?? null,
      })
      for (const tell of watching) tell(kept)
    },
    list({ after, limit = PAGE, ...filter } = {}) {
      const requests: RequestLine[] = []
      const fits = matcher(filter)
      for (const call of calls.newestFirst(after)) {
        if (!fits(call)) continue
        if (requests.length === limit) return { requests, next: requests.at(-1)?.id ?? 0 }
        requests.push(lineOf(call))
      }
      return { requests }
    },
    get(id) {
      const call = calls.get(id)
      return call && recordOf(call)
    },
    waitFor(isWanted, { after = 0, timeoutMs = WAIT_MS, signal } = {}) {
      return waitForCall({ calls, watching, isWanted, after, timeoutMs, signal })
    },
    clear() {
      const { from, count } = calls.clear()
      clearedFrom = from
      changed()
      return count
    },
    restore() {
      if (clearedFrom !== undefined) calls.showFrom(clearedFrom)
      clearedFrom = undefined
      changed()
    },
    get media() {
      return media
    },
    set media(isNoted) {
      media = isNoted
      changed()
    },
    get newest() {
      return calls.newest
    },
    callers() {
      const found = new Set(Array.from(calls.newestFirst(), ({ requestHeaders }) => callerOf(requestHeaders)))
      found.delete('')
      return [...found].sort()
    },
    *since(id, filter = {}) {
      const fits = matcher(filter)
      for (const call of calls.oldestFirst(id)) if (fits(call)) yield lineOf(call)
    },
    watch(tell) {
      const look = () => tell()
      watching.add(look)
      return () => watching.delete(look)
    },
  }
}

const pathOf = (url: string) => url.split('?')[0] ?? ''

/** An answer that says that there is nothing at an address repeats the secrets in it. */
function withPath(body: NewCall['body'], came: string, shown: string): NewCall['body'] {
  if (body === null || came === shown) return body
  const inJson = (path: string) => JSON.stringify(path).slice(1, -1)
  return body.toString().replaceAll(inJson(came), inJson(shown))
}

interface Waiting {
  calls: KeptCalls
  /** Called with each new call. */
  watching: Set<(call: KeptCall) => void>
  isWanted(request: RequestRecord): boolean
  after: number
  timeoutMs: number
  signal: AbortSignal | undefined
}

function waitForCall({ calls, watching, isWanted, after, timeoutMs, signal }: Waiting) {
  for (const call of calls.oldestFirst(after)) {
    const record = recordOf(call)
    if (isWanted(record)) return Promise.resolve(record)
  }
  const { promise, resolve, reject } = Promise.withResolvers<RequestRecord>()
  const end = () => {
    watching.delete(look)
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
  const look = (call: KeptCall) => {
    try {
      const record = recordOf(call)
      if (call.id <= after || !isWanted(record)) return
      end()
      resolve(record)
    } catch (error) {
      end()
      reject(error)
    }
  }
  const giveUp = () => {
    end()
    reject(new WaitError(notSeen(timeoutMs, [...calls.oldestFirst(after)])))
  }
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  watching.add(look)
  return promise
}

function matcher({ endpoint, status, code, caller, text, hit }: RequestFilter): (call: KeptCall) => boolean {
  const sought = text?.toLowerCase()
  const wanted = status === 'none' ? null : status
  return call =>
    (endpoint === undefined || call.endpoint === endpoint) &&
    (wanted === undefined || call.status === wanted) &&
    (code === undefined || call.code === code) &&
    (caller === undefined || callerOf(call.requestHeaders) === caller) &&
    (hit !== true || call.fault !== null) &&
    (sought === undefined || holds(call, sought))
}

const holds = (call: KeptCall, sought: string) =>
  call.url.toLowerCase().includes(sought) ||
  call.txID.includes(sought) ||
  (bodyOf(call)?.toLowerCase().includes(sought) ?? false)

function notSeen(timeoutMs: number, calls: KeptCall[]): string {
  const last = calls.slice(-5).map(({ method, url, status }) => `${method} ${url.slice(0, 120)} (${status})`)
  const came = last.length === 0 ? 'none came' : `the last of ${calls.length}: ${last.join(', ')}`
  return `no such call within ${timeoutMs} ms; ${came}`
}
