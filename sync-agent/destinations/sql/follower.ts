/** A table of another database as a follower of the change log: a batch is one transaction. */
import {
  type ApplyCall,
  type Follower,
  FollowerError,
  FollowerOverError,
  type Given,
  type Refused,
} from '../../log/follower.ts'
import type { NewsView } from '../../outlets/news/item.ts'
import { timeOf } from '../../store/change-log.ts'
import type { Destination } from '../../store/destination-types.ts'
import { destinationsOf, followerOf } from '../../store/destinations.ts'
import { LeaseLostError } from '../../store/fence.ts'
import type { AgentStore } from '../../store/store.ts'
import { isMeant, refuseIfOver } from '../changes.ts'
import { DestinationError } from '../error.ts'
import { sqlAddress } from './address.ts'
import { type AnyTable, connected, inTransaction, type SqlPlace } from './connect.ts'
import { faultOf, isOfRow } from './faults.ts'
import { keyOf, type NewsRow, rowOf } from './row.ts'
import { columnsThere, type DeletedRow, putRows, type Table, takeRows } from './table.ts'

export const SQL = 'sql'

/** What other destinations do not have. */
export interface SqlOwn {
  table: string
  keepsDeleted: boolean
  passwordFile?: string
}

export type SqlDestination = Destination<SqlOwn>

const AT_MOST = 100

export const placeOf = ({ address, settings }: Pick<SqlDestination, 'address' | 'settings'>): SqlPlace => ({
  address: sqlAddress(address),
  passwordFile: settings.passwordFile,
})

export function tableOf({ address, settings }: Pick<SqlDestination, 'address' | 'settings'>): Table {
  const { table: name, keepsDeleted } = settings
  return { engine: sqlAddress(address).engine, name, keepsDeleted }
}

/** Of all tables that are not paused. */
export async function sqlFollowers(store: AgentStore, view: NewsView): Promise<Follower[]> {
  const all = await destinationsOf<SqlOwn>(store, SQL)
  return all.filter(({ state }) => state === 'active').map(one => sqlFollower(one, store, view))
}

function sqlFollower(destination: SqlDestination, store: AgentStore, view: NewsView): Follower {
  const place = placeOf(destination)
  const { name: database } = place.address
  return {
    name: followerOf(destination),
    atMost: AT_MOST,
    wants: ({ change }) => isMeant(change, destination),
    async apply(changes, { token, signal }: ApplyCall) {
      const mayEnd = () => refuseIfOver(store, token, destination)
      const target = { destination, table: tableOf(destination), view, database, mayEnd }
      try {
        return await connected(place, signal, db => write(db, changes, target))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof DestinationError) throw new FollowerError(error.message, { cause: error })
        throw error
      }
    },
  }
}

interface Target {
  destination: SqlDestination
  table: Table
  view: NewsView
  /** For messages. */
  database: string
  /**
   * What an agent has written is locked when it looks here: a newer state was written before, and another agent leads, or comes
   * after its end.
   *
   * @throws another agent leads, or an operator has ended or paused it
   */
  mayEnd(): Promise<void>
}

/** All of it, or all but the rows that the table refuses. */
async function write(db: AnyTable, changes: readonly Given[], target: Target): Promise<Refused[]> {
  const { table, destination, database } = target
  if ((await columnsThere(db, table)).length === 0)
    throw new DestinationError(
      'DESTINATION_UNREACHABLE',
      `the table ${table.name} is gone from the ${database}; make it again, with all news: schoolbell sync sql copy ${destination.id}`,
    )
  const all = await reasonAgainst(db, changes, target)
  if (all === undefined) return []
  const refused: Refused[] = []
  for (const given of changes) {
    const reason = changes.length === 1 ? all : await reasonAgainst(db, [given], target)
    if (reason !== undefined)
      refused.push({ ...given, reason: `${table.name} refuses the row: ${reason}`, isUnanswered: false })
  }
  return refused
}

/** In one transaction. @returns undefined: it is written @throws {DestinationError} what does not concern the rows */
async function reasonAgainst(
  db: AnyTable,
  changes: readonly Given[],
  { table, view, database, mayEnd }: Target,
): Promise<string | undefined> {
  const rows: NewsRow[] = []
  const deleted: DeletedRow[] = []
  for (const { change } of changes) {
    if (change.kind === 'upsert') rows.push(rowOf(change, table.engine, view))
    else if (change.kind === 'deletion')
      deleted.push({ key: keyOf(change), atMs: timeOf(change).epochMilliseconds })
  }
  const work = async (transaction: AnyTable) => {
    await putRows(transaction, table, rows)
    await takeRows(transaction, table, deleted)
  }
  try {
    await inTransaction(db, table, work, mayEnd)
    return undefined
  } catch (error) {
    if (error instanceof LeaseLostError || error instanceof FollowerOverError) throw error
    if (isOfRow(error)) return Object(error).message
    throw faultOf(database, error)
  }
}
