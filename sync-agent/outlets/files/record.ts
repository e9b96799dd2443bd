/**
 * The record of a published folder, `.schoolbell.db` in the folder itself: every published file with its hash and source,
 * and the order of the entries, up to a certain change of the store.
 *
 * A file is entered before it appears and removed from the record after it is gone, so all published files are known after
 * a crash. Only one process can open the record: this prevents two publishers at the same time.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Migration, openDatabase, type SqliteDatabase, StoreError } from '../../../shared/sqlite/open.ts'
import type { Change } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import { damagedRecord, folderFault, PublishError } from './errors.ts'
import { yieldToOthers } from './event-loop.ts'
import { mediaPathsOf } from './media.ts'
import { RECORD_NAME } from './paths.ts'

/** "sbPF" */
const APPLICATION_ID = 0x73625046

/** Instead of a hash; never equal to one. */
export const UNSURE = '?'

const MIGRATIONS: readonly Migration[] = [
  database =>
    database.exec(`
      -- The store that it was read from, and how far. Another epoch: nothing rendered before counts as current.
      CREATE TABLE origin (
        only_row    INTEGER PRIMARY KEY CHECK (only_row = 1),
        service_url TEXT NOT NULL,
        store       TEXT NOT NULL,
        seq         INTEGER NOT NULL,
        mark        TEXT NOT NULL,
        epoch       INTEGER NOT NULL
      ) STRICT;
      INSERT INTO origin VALUES (1, '', '', 0, '', 0);

      CREATE TABLE stream (
        site_id   TEXT NOT NULL,
        lang      TEXT NOT NULL,
        seq       INTEGER NOT NULL, -- its last change, deletions included
        published INTEGER NOT NULL, -- entries when all was last published
        PRIMARY KEY (site_id, lang)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE entry (
        site_id        TEXT NOT NULL,
        lang           TEXT NOT NULL,
        news_id        TEXT NOT NULL,
        news_date_time TEXT NOT NULL,
        seq            INTEGER NOT NULL,
        media          TEXT NOT NULL, -- JSON array of paths
        PRIMARY KEY (site_id, lang, news_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX entry_oldest ON entry (site_id, lang, news_date_time, news_id);

      CREATE TABLE file (
        path    TEXT PRIMARY KEY,
        source  TEXT NOT NULL, -- what it was made from; empty: it must be made again
        hash    TEXT NOT NULL,
        size    INTEGER NOT NULL,
        mtime   REAL NOT NULL,
        writing INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
  // JSON options of the last complete publication, and of the last started one; empty: none yet.
  database =>
    database.exec(`
      ALTER TABLE origin ADD COLUMN settings TEXT NOT NULL DEFAULT '';
      ALTER TABLE origin ADD COLUMN begun TEXT NOT NULL DEFAULT '';
    `),
]

export interface Origin {
  /** Empty: nothing was published yet. */
  serviceUrl: string
  store: string
  seq: number
  mark: string
  epoch: number
}

/** Identifier, time and version of an entry. */
export interface KnownEntry {
  newsId: string
  newsDateTime: string
  seq: number
  /** Paths of its mirrored files in the folder. */
  media: readonly string[]
}

export interface FileRow {
  path: string
  source: string
  /** Empty: it does not exist yet. `UNSURE`: it exists with unknown bytes. */
  hash: string
  size: number
  mtime: number
}

export interface PublicationRecord extends Disposable {
  origin(): Origin
  /** Another store, or another history: reads all entries and compares all files. */
  restart(from: Pick<Origin, 'serviceUrl' | 'store'>): void
  /** The same history under the service's new address. */
  follow(serviceUrl: string): void
  /** Records a part of the change log. */
  absorb(changes: readonly Change[], seq: number, mark: string): void
  /** `seq`: its last change, including deletions. `published`: entries at the last complete publication. */
  stream(stream: Stream): { seq: number; published: number }
  /** Oldest first. Read in parts, like the files, so that the agent can serve visitors. */
  entries(stream: Stream): Promise<KnownEntry[]>
  /** @returns their number */
  count(stream: Stream): number
  /** Records the options of a starting publication, as JSON. */
  begin(settings: string): void
  /** Records a complete publication: entries by stream, and options as JSON. */
  setPublished(streams: readonly (Stream & { entries: number })[], settings: string): void
  /** Options of the last complete publication, as JSON; empty: none yet. */
  lastSettings(): string
  /** By path. */
  files(): Promise<Map<string, FileRow>>
  /** Paths that were being written when a run was interrupted. */
  unfinished(): string[]
  /** Records files that will be written. */
  intend(paths: readonly string[]): void
  /** Records written files. */
  finish(rows: readonly FileRow[]): void
  /** Records removed files. */
  forget(paths: readonly string[]): void
}

/**
 * @param waitMs how long to wait for another publisher; blocks the process
 * @throws {PublishError} another publisher has it open, or it cannot be used
 */
export function openRecord(folder: string, waitMs = 0): PublicationRecord {
  const database = openAlone(folder, waitMs)
  const origin = database.prepare<[], Origin>(
    'SELECT service_url AS serviceUrl, store, seq, mark, epoch FROM origin',
  )
  const setOrigin = database.prepare<[Origin]>(
    'UPDATE origin SET service_url = $serviceUrl, store = $store, seq = $seq, mark = $mark, epoch = $epoch',
  )
  const getOrigin = () => origin.get() as Origin
  const stream = database.prepare<[string, string], { seq: number; published: number }>(
    'SELECT seq, published FROM stream WHERE site_id = ? AND lang = ?',
  )
  const touchStream = database.prepare(`
    INSERT INTO stream VALUES (?, ?, ?, 0)
    ON CONFLICT (site_id, lang) DO UPDATE SET seq = max(seq, excluded.seq)`)
  const setPublished = database.prepare<[number, string, string]>(
    'UPDATE stream SET published = ? WHERE site_id = ? AND lang = ?',
  )
  const lastSettings = database.prepare<[], string>('SELECT settings FROM origin').pluck()
  const begin = database.prepare<[string]>('UPDATE origin SET begun = ?')
  const setSettings = database.prepare<[string]>('UPDATE origin SET settings = ?')
  const putEntry = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?)')
  const dropEntry = database.prepare('DELETE FROM entry WHERE site_id = ? AND lang = ? AND news_id = ?')
  // Uses the index entry_oldest.
  const entriesAfter = database.prepare<[string, string, string, string], EntryRow>(`
    SELECT news_id AS newsId, news_date_time AS newsDateTime, seq, media FROM entry
    WHERE site_id = ? AND lang = ? AND (news_date_time, news_id) > (?, ?)
    ORDER BY news_date_time, news_id LIMIT ${PART}`)
  const count = database
    .prepare<[string, string], number>('SELECT count(*) FROM entry WHERE site_id = ? AND lang = ?')
    .pluck()
  const filesAfter = database.prepare<[string], FileRow>(`
    SELECT path, source, hash, size, mtime FROM file WHERE path > ? ORDER BY path LIMIT ${PART}`)
  const unfinished = database.prepare<[], string>('SELECT path FROM file WHERE writing = 1').pluck()
  const intend = database.prepare(`
    INSERT INTO file VALUES (?, '', '', 0, 0, 1) ON CONFLICT (path)
    DO UPDATE SET writing = 1, source = '', hash = iif(hash = '', '', '${UNSURE}')`)
  const finish = database.prepare<[FileRow]>(`
    INSERT OR REPLACE INTO file VALUES ($path, $source, $hash, $size, $mtime, 0)`)
  const forget = database.prepare('DELETE FROM file WHERE path = ?')

  return {
    origin: getOrigin,
    restart: database.transaction((from: Pick<Origin, 'serviceUrl' | 'store'>) => {
      database.exec('DELETE FROM entry; UPDATE stream SET seq = 0')
      setOrigin.run({ ...from, seq: 0, mark: '', epoch: getOrigin().epoch + 1 })
    }),
    follow: serviceUrl => void setOrigin.run({ ...getOrigin(), serviceUrl }),
    absorb: database.transaction((changes: readonly Change[], seq: number, mark: string) => {
      for (const change of changes) {
        const { siteId, lang } = change.kind === 'upsert' ? change.entry : change
        touchStream.run(siteId, lang, change.seq)
        if (change.kind === 'deletion') dropEntry.run(siteId, lang, change.newsId)
        else {
          const { newsId, newsDateTime } = change.entry
          putEntry.run(
            ...[siteId, lang, newsId, newsDateTime, change.seq],
            JSON.stringify(mediaPathsOf(change.entry)),
          )
        }
      }
      setOrigin.run({ ...getOrigin(), seq, mark })
    }),
    stream: ({ siteId, lang }: Stream) => stream.get(siteId, lang) ?? { seq: 0, published: 0 },
    async entries({ siteId, lang }: Stream) {
      const all: KnownEntry[] = []
      for (let last: KnownEntry | undefined; ; last = all.at(-1)) {
        const part = entriesAfter.all(siteId, lang, last?.newsDateTime ?? '', last?.newsId ?? '')
        for (const row of part) all.push({ ...row, media: row.media === NONE ? [] : JSON.parse(row.media) })
        if (part.length < PART) return all
        await yieldToOthers()
      }
    },
    count: ({ siteId, lang }: Stream) => count.get(siteId, lang) ?? 0,
    setPublished: database.transaction(
      (streams: readonly (Stream & { entries: number })[], settings: string) => {
        setSettings.run(settings)
        database.exec('UPDATE stream SET published = 0')
        for (const { siteId, lang, entries } of streams) setPublished.run(entries, siteId, lang)
      },
    ),
    begin: (settings: string) => void begin.run(settings),
    lastSettings: () => lastSettings.get() ?? '',
    async files() {
      const all = new Map<string, FileRow>()
      for (let last = ''; ; ) {
        const part = filesAfter.all(last)
        for (const row of part) all.set(row.path, row)
        if (part.length < PART) return all
        last = part.at(-1)?.path ?? ''
        await yieldToOthers()
      }
    },
    unfinished: () => unfinished.all(),
    intend: database.transaction((paths: readonly string[]) => {
      for (const path of paths) intend.run(path)
    }),
    finish: database.transaction((rows: readonly FileRow[]) => {
      for (const row of rows) finish.run(row)
    }),
    forget: database.transaction((paths: readonly string[]) => {
      for (const path of paths) forget.run(path)
    }),
    [Symbol.dispose]: () => database.close(),
  }
}

/** Options of the last started publication, also while another process writes; undefined: it cannot be read now. */
export function begunIn(folder: string): string | undefined {
  let database: SqliteDatabase | undefined
  try {
    database = new Database(join(folder, RECORD_NAME), { readonly: true, timeout: 0 })
    return database.prepare<[], string>('SELECT begun FROM origin').pluck().get()
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

const NONE = '[]'
/** Rows read at a time. */
const PART = 1_000
type EntryRow = Omit<KnownEntry, 'media'> & { media: string }

function openAlone(folder: string, busyMs: number): SqliteDatabase {
  const path = join(folder, RECORD_NAME)
  let database: SqliteDatabase | undefined
  try {
    database = openDatabase({
      path,
      purpose: 'the record of published files',
      applicationId: APPLICATION_ID,
      migrations: MIGRATIONS,
      busyMs,
      journal: 'kept',
    })
    database.pragma('locking_mode = EXCLUSIVE')
    // The mode takes effect with the first write. The lock ends with the process.
    database.exec('BEGIN IMMEDIATE; UPDATE origin SET seq = seq; COMMIT')
    return database
  } catch (error) {
    database?.close()
    const text = String(error)
    if (/SQLITE_BUSY|locked/.test(text) || isBusy(error)) {
      throw new PublishError(
        'FOLDER_LOCKED',
        `another schoolbell is writing ${folder}: wait until it has ended, or let it keep the folder; if it hangs, end it`,
        { cause: error },
      )
    }
    if (error instanceof StoreError && error.code !== 'STORE_UNUSABLE') {
      throw damagedRecord(folder, error)
    }
    throw folderFault(folder, causeOf(error))
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)
const isBusy = (error: unknown) =>
  String((causeOf(error) as { code?: unknown })?.code).startsWith('SQLITE_BUSY')
