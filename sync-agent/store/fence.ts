/**
 * The lease in the store, and the fencing check: every transaction that writes news first checks, inside the transaction,
 * that its agent still holds the lease. An agent that was suspended for longer than its lease fails here. Nobody can take
 * the lease until the transaction has ended, because that is a transaction of `write`, too.
 */
import { StoreError } from '../../shared/sqlite/open.ts'
import type { Engine } from './engine.ts'
import type { Queries } from './tables.ts'
import type { LeaseState } from './types.ts'

/** Another agent has taken the lease, or it went with a connection; the transaction was rolled back. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
  readonly code = 'LEASE_LOST'
}

/** Its news would go on beside those of the copy, under the same numbers. */
export const movedFault = (to: string) =>
  new StoreError(
    'STORE_MOVED',
    `this store was moved to ${to}: start the agent with that one. To go back, move it to a new place`,
  )

/**
 * Once more connections are lost than when the lease was taken, the lease is lost: a standby that was promoted may not have the
 * last transactions, but it has the lease. Whoever takes it again marks its numbers anew.
 */
const isSameDatabase = ({ writers }: Engine) => writers.lostBefore === writers.lost

const ABANDONED_LOOK_MS = 1_000

/**
 * Takes the lease unless somebody was quicker.
 *
 * @param isMover who moves the store may go on after an interruption
 * @returns the new token
 * @throws {StoreError} the store was moved
 */
export async function takeLease(
  store: Engine,
  holder: string,
  { token, beat }: LeaseState,
  isMover = false,
): Promise<number | undefined> {
  // Its holder may have left a transaction under way. It said nothing for the whole length of its lease.
  const ending = setInterval(() => store.endAbandoned().catch(() => undefined), ABANDONED_LOOK_MS)
  try {
    await store.stamp()
    return await store.write(async db => {
      store.writers.lostBefore = store.writers.lost
      const { moved_to } = await db.selectFrom('store').select('moved_to').executeTakeFirstOrThrow()
      if (moved_to !== null && !isMover) throw movedFault(moved_to)
      const taken = await db
        .updateTable('lease')
        .set(eb => ({ token: token + 1, holder, beat: eb('beat', '+', 1) }))
        .where(eb => eb.and({ token, beat }))
        .returning('token')
        .executeTakeFirst()
      return taken?.token
    })
  } finally {
    clearInterval(ending)
  }
}

/** A sign of life. @returns whether the lease is still held under this token */
export async function beatLease(store: Engine, token: number): Promise<boolean> {
  return (await store.writeSign(db => beat(db, token))) && isSameDatabase(store)
}

export function releaseLease(store: Engine, token: number): Promise<void> {
  return store.write(async db => {
    await db
      .updateTable('lease')
      .set(eb => ({ holder: null, beat: eb('beat', '+', 1) }))
      .where('token', '=', token)
      .execute()
  })
}

/** A writing transaction of the lease's holder. @throws {LeaseLostError} the holder is another one */
export function fenced<Result>(
  store: Engine,
  token: number,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> {
  // Where no sign of life can be written meanwhile, the transaction itself is one.
  const isHeld = store.oneWriter ? beat : holds
  return store.write(async db => {
    if (!(await isHeld(db, token))) {
      const { holder = 'its name is unknown' } = await readLease(db)
      throw new LeaseLostError(`another agent writes this store now (${holder})`)
    }
    if (!isSameDatabase(store)) {
      throw new LeaseLostError('the connection to the database was lost, and the lease with it')
    }
    return work(db)
  })
}

async function holds(db: Queries, token: number): Promise<boolean> {
  const lease = await readLease(db)
  return lease.token === token && lease.holder !== undefined
}

async function beat(db: Queries, token: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set(eb => ({ beat: eb('beat', '+', 1) }))
    .where('token', '=', token)
    .where('holder', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function readLease(db: Queries): Promise<LeaseState> {
  const { holder, ...lease } = await db
    .selectFrom('lease')
    .select(['token', 'holder', 'beat'])
    .executeTakeFirstOrThrow()
  return { ...lease, holder: holder ?? undefined }
}
