/**
 * The newest calls, as many as there is room for: a ring that forgets the oldest, and bodies before calls.
 *
 * A body that many calls share is counted once, for as long as one of them is kept. Of each call only numbers and bytes are
 * kept, in places made beforehand: ten thousand objects that come and go would be the larger part of what a call costs.
 */
import { cutBody, type KeptBody, type KeptCall, sizeOf, type Told, withoutBodies } from './kept-call.ts'
import { ALL_BODIES, MOST_CALLS } from './limits.ts'

export interface Ring {
  /** Gives the call its number: the next one. */
  add(call: Omit<KeptCall, 'id'>): void
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
  const rows: (Row | undefined)[] = []
  const times = new Float64Array(mostCalls)
  const lengths = new Float64Array(mostCalls)
  // Node makes a UUID of fifteen pieces, and a text that is kept keeps them all.
  const txIDs = Buffer.alloc(mostCalls * TX_ID)
  const sharedBy = new Map<object, number>()
  let newest = 0
  /** First that is shown. */
  let from = 1
  /** First whose body is kept. */
  let firstBody = 1
  let bytes = 0

  const at = (id: number): KeptCall | undefined => {
    const place = id % mostCalls
    const row = rows[place]
    if (!row) return undefined
    const { told } = row
    const own = { id, at: times[place] ?? 0, ms: lengths[place] ?? 0, txID: readTxID(txIDs, place) }
    return { ...(id < firstBody ? withoutBodies(told) : told), ...own }
  }
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
  const countAll = ({ asked, body }: Told, by: 1 | -1) => {
    if (body !== null) count(body, by)
    if (asked?.text) bytes += by * asked.text.length
  }
  const newRow = (call: Told): Row => {
    const told = toldOf(call)
    cutBody(told)
    countAll(told, 1)
    return { told, calls: 0 }
  }
  const forgetOldestBody = () => {
    const row = rows[firstBody % mostCalls]
    firstBody += 1
    if (!row) return
    row.calls -= 1
    if (row.calls > 0) return
    countAll(row.told, -1)
    row.told = withoutBodies(row.told)
  }
  return {
    add(call) {
      if (newest - mostCalls + 1 >= firstBody) forgetOldestBody()
      const last = rows[newest % mostCalls]
      const row = last && areAlike(last.told, call) ? last : newRow(call)
      row.calls += 1
      newest += 1
      const place = newest % mostCalls
      rows[place] = row
      times[place] = call.at
      lengths[place] = call.ms
      writeTxID(txIDs, place, call.txID)
      while (bytes > allBodies && firstBody < newest) forgetOldestBody()
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

interface Row {
  told: Told
  /** How many calls have it that still have their bodies. */
  calls: number
}

function toldOf(call: Told): Told {
  const { endpoint, method, url, requestHeaders, asked, status, code, head, body, lost, fault } = call
  return { endpoint, method, url, requestHeaders, asked, status, code, head, body, lost, fault }
}

/** Cheap where texts and lists that are equal are the same ones; a body that was cut is equal to no other. */
const areAlike = (a: Told, b: Told): boolean =>
  a.body === b.body &&
  a.requestHeaders === b.requestHeaders &&
  a.head === b.head &&
  a.url === b.url &&
  a.status === b.status &&
  a.code === b.code &&
  a.method === b.method &&
  a.endpoint === b.endpoint &&
  a.lost === b.lost &&
  a.asked === b.asked &&
  a.fault === b.fault

/** Characters of a UUID. */
const TX_ID = 36

function writeTxID(txIDs: Buffer, place: number, txID: string): void {
  const written = txIDs.write(txID, place * TX_ID, TX_ID, 'latin1')
  if (written < TX_ID) txIDs.fill(0, place * TX_ID + written, (place + 1) * TX_ID)
}

const readTxID = (txIDs: Buffer, place: number): string =>
  txIDs.toString('latin1', place * TX_ID, (place + 1) * TX_ID).replace(/\0+$/, '')
