/** Operators' access to the tables that a store's news is copied to; an agent may be running. */
import { resolve } from 'node:path'
import type { Clock } from '../../../shared/clock.ts'
import { logAfter } from '../../store/change-log.ts'
import { followerOf, pauseDestination, removeDestination } from '../../store/destinations.ts'
import { rewindFollower } from '../../store/followers.ts'
import { openStore } from '../../store/open.ts'
import type { AgentStore } from '../../store/store.ts'
import { type DestinationAdmin, type DestinationReport, destinationAdmin } from '../admin.ts'
import { entryOf, isMeant } from '../changes.ts'
import { DestinationError } from '../error.ts'
import { fileOf, realPath, sqlAddress } from './address.ts'
import { connected, inTransaction } from './connect.ts'
import { placeOf, SQL, type SqlDestination, type SqlOwn, tableOf } from './follower.ts'
import { keyOf } from './row.ts'
import { dropRows, makeOrCheck } from './table.ts'

export interface SqlSettings extends Pick<SqlDestination, 'siteIds' | 'langs'> {
  /** As in `postgres://user@db.example/school`; without a password. */
  address: string
  /** As in `school_news` or `site.school_news`. */
  table: string
  /** Rows of deleted entries stay, with the time in `deleted_at`. Default: they are deleted. */
  keepsDeleted: boolean
  /** Read at each connection, also by the agent. */
  passwordFile: string | undefined
}

export interface SqlReport extends SqlOwn, DestinationReport {}

export interface SqlAdmin extends AsyncDisposable, DestinationAdmin<SqlReport> {
  /** Makes the table or checks it; the agent then copies all news into it. @throws {DestinationError} */
  add(settings: SqlSettings, signal: AbortSignal): Promise<SqlReport & { tableWas: 'made' | 'there' }>
  /** Copies all news again, and makes the table where it is missing. @throws {DestinationError} */
  copy(id: number, signal: AbortSignal): Promise<SqlReport>
  /** @param withRows also the rows of its sites and languages @returns how many rows @throws {DestinationError} */
  remove(id: number, withRows: boolean, signal: AbortSignal): Promise<number>
}

/** Letters that need no quotation marks in any of the engines. */
const TABLE = /^(?:[A-Za-z_]\w{0,62}\.)?[A-Za-z_]\w{0,47}$/

/** @param db the store @throws {StoreError} */
export async function openSqlAdmin(db: string, clock: Clock): Promise<SqlAdmin> {
  const store = await openStore(db, { mustExist: true })
  const {
    all,
    known,
    add: addTable,
    ...tables
  } = destinationAdmin<SqlOwn, SqlOwn>(
    { store, clock, kind: SQL, word: 'table' },
    async ({ settings }) => settings,
  )
  return {
    async add({ address: text, table, keepsDeleted, passwordFile, siteIds, langs }, signal) {
      if (!TABLE.test(table))
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          `"${table}" cannot be the table’s name: it has up to 48 letters, digits and underscores, as in school_news or site.school_news`,
        )
      const { engine, url, place } = sqlAddress(text)
      if (engine === 'sqlite' && table.includes('.'))
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          'a file has no schemas; name the table alone',
        )
      if (engine === 'sqlite' && realPath(fileOf(url)) === realPath(db))
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          `${db} is the agent’s own store; name a file of the site`,
        )
      const address = url.href
      const others = await all()
      const same = others.find(
        other => sqlAddress(other.address).place === place && other.settings.table === table,
      )
      if (same)
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          `${followerOf(same)} has this table already; to copy all news again: schoolbell sync sql copy ${same.id}`,
        )
      const own = {
        table,
        keepsDeleted,
        ...(passwordFile !== undefined && { passwordFile: resolve(passwordFile) }),
      }
      const added = { address, settings: own, siteIds, langs }
      const tableWas = await connected(placeOf(added), signal, one => makeOrCheck(one, tableOf(added)))
      return { ...(await addTable(added)), tableWas }
    },
    ...tables,
    async copy(id, signal) {
      const destination = await known(id)
      await connected(placeOf(destination), signal, one => makeOrCheck(one, tableOf(destination)))
      await rewindFollower(store, followerOf(destination), undefined)
      return tables.show(id)
    },
    async remove(id, withRows, signal) {
      const destination = await known(id)
      // First: an agent would write them again.
      await pauseDestination(store, id)
      const rows = withRows ? await dropAll(store, destination, signal) : 0
      await removeDestination(store, SQL, id)
      return rows
    },
    [Symbol.asyncDispose]: store.close,
  }
}

const PAGE = 500

/** Of all entries that the store has or had; other rows are the site's own. */
async function dropAll(store: AgentStore, destination: SqlDestination, signal: AbortSignal): Promise<number> {
  const table = tableOf(destination)
  try {
    return await connected(placeOf(destination), signal, async db => {
      let rows = 0
      for (let seq: number | undefined = 0; seq !== undefined; ) {
        const changes = await logAfter(store, seq, PAGE)
        const keys = changes
          .filter(change => isMeant(change, destination))
          .map(change => keyOf(entryOf(change)))
        await inTransaction(db, table, async transaction => {
          rows += await dropRows(transaction, table, keys)
        })
        seq = changes.length < PAGE ? undefined : changes.at(-1)?.seq
      }
      return rows
    })
  } catch (error) {
    signal.throwIfAborted()
    throw new DestinationError(
      'DESTINATION_UNREACHABLE',
      `${followerOf(destination)} is paused, and not all of its rows are removed: ${Object(error).message}; run it again`,
      { cause: error },
    )
  }
}
