/** The store in SQLite: one file, one writer at a time, readers are never blocked. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openDatabase, StoreError, storeFault } from '../../shared/sqlite/open.ts'
import { backup } from './backup.ts'
import { changeMarks } from './change-marks.ts'
import { feedReader } from './feed-rows.ts'
import { leaseRow } from './fence.ts'
import { journal } from './journal.ts'
import { mediaStore } from './media-store.ts'
import { MIGRATIONS } from './migrations.ts'
import { popupRows } from './popup-rows.ts'
import { publisher } from './publish.ts'
import { quarantineRows } from './quarantine-rows.ts'
import { newsReader } from './reading.ts'
import { remarkRows } from './remark-rows.ts'
import { searchIndex } from './search.ts'
import { serviceSource } from './service-source.ts'
import { staging } from './staging.ts'
import type { AgentStore } from './store.ts'
import { streamRows } from './stream-rows.ts'
import { webhookOutbox } from './webhook-outbox.ts'
import { webhookStore } from './webhook-store.ts'

/** "sbSA" */
const APPLICATION_ID = 0x73625341
const PURPOSE = "the sync agent's store"

export interface SqliteStoreOptions {
  /** Size limit of the file in SQLite pages, to behave like a full disk. Default: none. */
  maxPages?: number
}

/**
 * Opens or creates the agent's store.
 *
 * Its methods also throw a {@link StoreError} when the disk is full, or the file is read-only or corrupt.
 *
 * @throws {StoreError} the file cannot be used, belongs to another program, or is from a newer version
 */
export function openSqliteStore(path: string, { maxPages }: SqliteStoreOptions = {}): AgentStore {
  refuseMissingFolder(path)
  const database = openDatabase({
    path,
    purpose: PURPOSE,
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    orReadOnly: true,
  })
  // 4 MB, because the store is read by key. SQLite's default is 16 MB, too much for a small machine.
  database.pragma('cache_size = -4000')
  if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`)
  const identity = database.prepare<[], string>('SELECT identity FROM store').pluck().get() ?? ''
  const source = serviceSource(database)
  const fence = leaseRow(database)
  const parts = {
    fence,
    staging: staging(database, fence),
    quarantine: quarantineRows(database),
    journal: journal(database),
    streams: streamRows(database),
    outbox: webhookOutbox(database),
  }
  const apply = publisher(database, parts)
  const read = newsReader(database)
  const search = searchIndex(database)
  const marks = changeMarks(database)
  const popups = popupRows(database)
  const recordFailure = database.transaction<(...note: Parameters<AgentStore['recordFailure']>) => void>(
    (token, stream, failure, note) => {
      fence.guard(token)
      if (note.stream) parts.streams.writeFailure(stream, failure, note.stream.notBefore)
      parts.journal.write(stream, note.run, { failure })
    },
  ).immediate

  /** The same function, with named errors. */
  const named =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      try {
        return work(...args)
      } catch (error) {
        throw storeFault(path, PURPOSE, error)
      }
    }

  return {
    identity,
    streams: named(parts.streams.all),
    state: named(parts.streams.read),
    count: named(parts.streams.count),
    known: named(read.known),
    stored: named(read.after),
    serviceUrl: named(source.url),
    firstServiceUrl: named(source.first),
    moveService: named(source.move),
    stage: named(parts.staging.stage),
    clearStaged: named(parts.staging.clear),
    apply: named(apply),
    recordFailure: named(recordFailure),
    quarantined: named(parts.quarantine.list),
    quarantinedEntry: named(parts.quarantine.entry),
    quarantinedIds: named(parts.quarantine.ids),
    dropQuarantined: named(parts.quarantine.drop),
    remarks: named(remarkRows(database).list),
    makeDue: named(parts.quarantine.makeDue),
    runs: named(parts.journal.read),
    lastCycle: named(parts.journal.lastCycle),
    lease: named(fence.read),
    takeLease: named(fence.take),
    beat: named(fence.beat),
    releaseLease: named(fence.release),
    listNews: named(read.page),
    getNews: named(read.entry),
    searchNews: named(search.find),
    indexNews: named(() => {
      // Checked before taking the lock, because there is usually nothing to do.
      if (search.behind() > 0) search.index()
      return search.behind()
    }),
    listForFeed: named(feedReader(database)),
    changesAfter: named(read.changesAfter),
    lastSeq: named(marks.lastSeq),
    version: named(marks.version),
    markAt: named(marks.markAt),
    popups: named(popups.read),
    allPopups: named(popups.all),
    keepPopups: named(popups.keep),
    notePopupFailure: named(popups.fail),
    webhooks: webhookStore(database, fence, named),
    media: mediaStore(database, { ...parts, named }),
    backup: target => backup(database, target),
    async close() {
      database.close()
    },
  }
}

/** A mistyped folder would get an empty store, and the agent would copy all news again. */
function refuseMissingFolder(path: string): void {
  const folder = dirname(resolve(path))
  if (path === ':memory:' || existsSync(folder)) return
  throw new StoreError(
    'STORE_UNUSABLE',
    `${path} (${PURPOSE}) cannot be made: the folder ${folder} does not exist; correct the path (--db), or make the folder first`,
  )
}
