/**
 * The lease in the store, and the fencing check: every transaction that writes news first checks, inside the transaction,
 * that its agent still holds the lease. An agent that was suspended for longer than its lease fails here.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { LeaseState } from './types.ts'

/** Another agent has taken the lease; the transaction was rolled back. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
  readonly code = 'LEASE_LOST'
}

export interface LeaseStore {
  lease(): Promise<LeaseState>
  /** Takes the lease unless somebody was quicker. @returns the new token */
  takeLease(holder: string, seen: LeaseState): Promise<number | undefined>
  /** @returns whether the lease is still held under this token */
  beat(token: number): Promise<boolean>
  releaseLease(token: number): Promise<void>
}

export function leaseRow(database: SqliteDatabase) {
  const read = database.prepare<[], { token: number; holder: string | null; beat: number }>(
    'SELECT token, holder, beat FROM lease',
  )
  const take = database.prepare<[string, number, number]>(
    'UPDATE lease SET token = token + 1, holder = ?, beat = beat + 1 WHERE token = ? AND beat = ?',
  )
  const beat = database.prepare<[number]>(
    'UPDATE lease SET beat = beat + 1 WHERE token = ? AND holder IS NOT NULL',
  )
  const release = database.prepare<[number]>(
    'UPDATE lease SET holder = NULL, beat = beat + 1 WHERE token = ?',
  )
  return {
    read(): LeaseState {
      const { token = 0, holder = null, beat = 0 } = read.get() ?? {}
      return { token, holder: holder ?? undefined, beat }
    },
    take: (holder: string, seen: LeaseState) =>
      take.run(holder, seen.token, seen.beat).changes === 1 ? seen.token + 1 : undefined,
    beat: (token: number) => beat.run(token).changes === 1,
    release: (token: number) => void release.run(token),
    /** Call it first in a transaction. It also counts as a sign of life. @throws {LeaseLostError} */
    guard(token: number) {
      if (beat.run(token).changes === 1) return
      const { holder } = read.get() ?? {}
      throw new LeaseLostError(`another agent writes this store now (${holder ?? 'its name is unknown'})`)
    },
  }
}

export type Fence = ReturnType<typeof leaseRow>
