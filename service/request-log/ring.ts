/**
 * The newest calls, as many as there is room for: a ring that forgets the oldest, and bodies before calls.
 *
 * A body that many calls share is counted once, for as long as one of them is kept.
 */
import { cutBody, type KeptBody, type KeptCall, sizeOf } from './kept-call.ts'
import { ALL_BODIES, MOST_CALLS } from './limits.ts'

export interface Ring {
  /** Gives the call its number. */
  add(call: KeptCall): void
  get(id: number): KeptCall | undefined
  /** Newest first; from the one before `before`, when that is given. */
  newestFirst(before?: number): Generator<KeptCall>
  oldestFirst(after?: number): Generator<KeptCall>
  /** Those up to now are not shown any more; returns where the rest begins, for {@link begin}. */
  clear(): { from: number; count: number }
  /** Shows again what a `clear` hid, as far as it is still kept. */
  begin(from: number): void
  readonly size: number
  /** Number of the newest. */
  readonly newest: number
}

export function ringOfCalls({ mostCalls = MOST_CALLS, allBodies = ALL_BODIES } = {}): Ring {
  const calls: (KeptCall | undefined)[] = []
  const sharedBy = new Map<object, number>()
  let newest = 0
  /** First that is shown. */
  let from = 1
  /** First whose body is kept. */
  let firstBody = 1
  let bytes = 0

  const at = (id: number) => calls[id % mostCalls]
  const first = () => Math.max(from, newest - mostCalls + 1)
  const count = (body: KeptBody, by: 1 | -1) => {
    if (typeof body === 'object' && !Buffer.isBuffer(body)) {
      const sharers = (sharedBy.get(body) ?? 0) + by
      if (sharers === 0) sharedBy.delete(body)
      else sharedBy.set(body, sharers)
      // Only the first sharer brings its bytes, and only the last takes them away.
      if (sharers !== (by === 1 ? 1 : 0)) return
    }
    bytes += by * sizeOf(body)
  }
  const countAll = ({ asked, body }: KeptCall, by: 1 | -1) => {
    if (body !== null) count(body, by)
    if (asked?.text) bytes += by * asked.text.length
  }
  const forgetBodies = (call: KeptCall) => {
    countAll(call, -1)
    if (call.asked?.text) call.asked = { ...call.asked, text: null, lost: 'all' }
    if (call.body === null) return
    call.body = null
    call.lost = 'all'
  }
  return {
    add(call) {
      newest += 1
      call.id = newest
      const place = newest % mostCalls
      const oldest = calls[place]
      if (oldest) forgetBodies(oldest)
      firstBody = Math.max(firstBody, newest - mostCalls + 1)
      cutBody(call)
      countAll(call, 1)
      calls[place] = call
      for (; bytes > allBodies && firstBody < newest; firstBody += 1) {
        const old = at(firstBody)
        if (old) forgetBodies(old)
      }
    },
    get: id => (id >= first() && id <= newest ? at(id) : undefined),
    *newestFirst(before = newest + 1) {
      for (let id = Math.min(before - 1, newest); id >= first(); id -= 1) {
        const call = at(id)
        if (call) yield call
      }
    },
    *oldestFirst(after = 0) {
      for (let id = Math.max(after + 1, first()); id <= newest; id += 1) {
        const call = at(id)
        if (call) yield call
      }
    },
    clear() {
      const cleared = { from: first(), count: newest - first() + 1 }
      from = newest + 1
      return cleared
    },
    begin(again) {
      from = Math.min(from, Math.max(1, again))
    },
    get size() {
      return newest - first() + 1
    },
    get newest() {
      return newest
    },
  }
}
