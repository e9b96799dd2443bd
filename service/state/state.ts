/** The whole of what a school says: taken out, put back, kept under a name, and begun anew. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Seed } from '../seed.ts'
import { type Beds, plant } from '../seeding/plant.ts'
import { readSeed } from '../seeding/read-seed.ts'
import type { Store } from '../store/store.ts'
import { isArchive } from './is-archive.ts'
import type { Manifest } from './manifest.ts'
import { putMedia } from './put-media.ts'
import { hasSamples } from './samples.ts'
import { type Snapshot, snapshotShelf } from './snapshots.ts'
import { StateError } from './state-error.ts'
import {
  CURRENT_SCHEMA,
  createStateFile,
  migrateStateFile,
  replaceByStateFile,
  writeStateFile,
} from './state-file.ts'
import { countRows } from './tables.ts'
import type { Unpacked, UnpackLimits } from './unpack.ts'
import { workshop } from './workshop.ts'

/** How far something large has come: bytes done, of all. */
export type Progress = (done: number, total: number) => void

/** `sample`, `empty`, the path of a seed or of an exported state, or a seed or a part of one, over an empty school. */
export type NewState = string | Partial<Seed>

export interface State {
  /** Rows by table. */
  holds(): Record<string, number>
  /**
   * Writes everything, media included, into one .zip file; a file by that name is replaced once the new one is whole.
   *
   * @throws {StateError} a medium is not there
   */
  export(file: string, onProgress?: Progress): Promise<Manifest>
  /** The same as a stream, as of now. */
  openExport(): Promise<{ manifest: Manifest; stream: Readable }>
  /**
   * Puts an exported state in the place of this one: all of it or, when anything is wrong with it, nothing.
   *
   * @throws {StateError} what is wrong with it
   */
  import(file: string, onProgress?: Progress): Promise<Manifest>
  /** An import in two steps: what has been checked and can be put in place, or thrown away. */
  prepareImport(file: string, onProgress?: Progress): Promise<PreparedImport>
  /**
   * Begins anew. Nothing is kept of what was: take a snapshot first where it may be wanted back.
   *
   * @throws {SeedError} the seed cannot be planted
   */
  reset(to: NewState): Promise<void>
  snapshots: {
    /** @throws {StateError} as many are kept as may be */
    take(name: string): Snapshot
    /** Newest first; those taken by themselves, before something was replaced, as well. */
    list(): Snapshot[]
    /**
     * Goes back to a snapshot.
     *
     * @returns one of what was until now
     * @throws {StateError} there is no such snapshot
     */
    apply(snapshotId: number): Snapshot
    /** False when there is none by that id. */
    delete(snapshotId: number): boolean
    /** Brings a deleted one back, for an hour at least. */
    restore(snapshotId: number): boolean
  }
}

export interface PreparedImport extends AsyncDisposable {
  manifest: Manifest
  /** Puts it in place. @returns a snapshot of what was until now */
  apply(): Promise<Snapshot>
}

/** What the service itself does with it besides. */
export interface StatePart {
  handle: State
  /** Fills a store that is new. */
  fill(seed: NewState): Promise<void>
  /** Fills a store that is new from an exported file. */
  fillFrom(file: string, onProgress?: Progress): Promise<Manifest>
  /** A reset that can be undone. @returns a snapshot of what was until now */
  resetKeeping(to: NewState): Promise<Snapshot>
  /** Makes what a reset to the sample school needs, which takes longer than the reset itself. */
  prepareSample(): Promise<void>
  /** A folder for a piece of work on the disk of the data. */
  piece(): Promise<AsyncDisposable & { folder: string }>
  close(): Promise<void>
}

export interface StateParts {
  store: Store
  /** The service's, which seeds are dated by. */
  clock: Clock
  realClock: Clock
  zone: string
  /** What records are entered through, over another database. */
  repositoriesIn(database: SqliteDatabase): Beds
  /** Whether others than this machine can call: then published keys must not come in. */
  isPublic(): boolean
  /** Told after everything was replaced. */
  replaced(): void
  limits?: UnpackLimits
}

export function stateOf(parts: StateParts): StatePart {
  const { store, clock, realClock, zone, repositoriesIn, isPublic, replaced, limits } = parts
  const { database, folder, mediaDir } = store
  const works = workshop(folder)
  const shelf = snapshotShelf(database, folder, realClock)
  const templates = sampleTemplates()
  const closing = new AbortController()
  /** Reads and writes files, for which a service that closes waits. */
  const underWay = new Set<Promise<unknown>>()

  /** @returns a snapshot of what was until now, under this name */
  const putKeeping = (file: string, name: string): Snapshot => {
    refuseSamples(file)
    const before = shelf.take(name, 'before')
    put(file)
    return before
  }
  const put = (file: string) => {
    refuseSamples(file)
    replaceByStateFile(database, file)
    replaced()
  }
  const refuseSamples = (file: string) => {
    if (isPublic() && hasSamples(file))
      throw new StateError(
        'STATE_SAMPLE',
        'this state holds published sample keys or tokens, which are served on loopback only; nothing was changed',
      )
  }

  async function plantFile(to: NewState, file: string): Promise<void> {
    const read = await readSeed(to, wallClockAt(clock.now(), zone))
    const planted = createStateFile(file, CURRENT_SCHEMA)
    try {
      await plant(read, { database: planted, mediaDir }, repositoriesIn(planted), zone)
    } finally {
      planted.close()
    }
  }

  /** The sample school is planted once a day of the service's clock, its texts being dated by it. */
  function sampleTemplates() {
    let template: { day: string; from: bigint; file: string } | undefined
    let making: Promise<string> | undefined
    const dayOf = (at: Temporal.Instant) => wallClockAt(at, zone).toPlainDate().toString()
    const newFile = () => join(works.folder, `sample-${randomUUID()}.db`)
    const make = async (now: Temporal.Instant) => {
      const file = newFile()
      await plantFile('sample', file)
      template = { day: dayOf(now), from: now.epochNanoseconds, file }
      return file
    }
    return {
      async take(): Promise<string> {
        const now = clock.now()
        if (
          template?.day === dayOf(now) &&
          template.from <= now.epochNanoseconds &&
          existsSync(template.file)
        )
          return template.file
        if (making) {
          // Of another day perhaps: looked at again once it is there.
          await making
          return this.take()
        }
        making = make(now)
        try {
          return await making
        } finally {
          making = undefined
        }
      },
      /** From a store that was filled with it just now. */
      keep(): void {
        const [now, file] = [clock.now(), newFile()]
        writeStateFile(database, file, { durable: false })
        template = { day: dayOf(now), from: now.epochNanoseconds, file }
      },
      /** What is under way still writes into the folders. */
      settled: () => Promise.allSettled([making]),
    }
  }

  /** Of what is done in steps the whole: a service that closes between two of them would take away what the next needs. */
  async function untilDone<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
    }
  }

  const unpacked = (file: string, onProgress?: Progress) => untilDone(unpackedIn(file, onProgress))

  async function unpackedIn(
    file: string,
    onProgress?: Progress,
  ): Promise<AsyncDisposable & { unpacked: Unpacked }> {
    // Loaded by those who import only, and all that it looks with.
    const { unpack } = await import('./unpack.ts')
    const piece = await works.piece()
    try {
      const unpacked = await unpack({
        file,
        into: piece.folder,
        signal: closing.signal,
        ...(limits && { limits }),
        ...(onProgress && { onProgress }),
      })
      return { unpacked, [Symbol.asyncDispose]: () => piece[Symbol.asyncDispose]() }
    } catch (error) {
      await piece[Symbol.asyncDispose]()
      throw error
    }
  }

  // Media first: a file that nothing names yet does no harm, a name without its file would.
  const placeMedia = ({ media, mediaDir: from }: Unpacked) => {
    closing.signal.throwIfAborted()
    return untilDone(putMedia(media, from, mediaDir))
  }

  async function prepareImport(file: string, onProgress?: Progress): Promise<PreparedImport> {
    const { unpacked: found, [Symbol.asyncDispose]: discard } = await unpacked(file, onProgress)
    const apply = async () => {
      await placeMedia(found)
      return putKeeping(found.stateFile, 'Before the import')
    }
    return { manifest: found.manifest, apply: () => untilDone(apply()), [Symbol.asyncDispose]: discard }
  }

  async function importWhole(file: string, onProgress?: Progress): Promise<Manifest> {
    await using prepared = await prepareImport(file, onProgress)
    await prepared.apply()
    return prepared.manifest
  }

  async function openExport(onProgress?: Progress) {
    const piece = await works.piece()
    try {
      const stateFile = join(piece.folder, 'state.db')
      writeStateFile(database, stateFile, { durable: false })
      const exportedAt = realClock.now().toString({ smallestUnit: 'second' })
      const { createArchive } = await import('./archive.ts')
      const archive = await createArchive({
        stateFile,
        mediaDir,
        exportedAt,
        ...(onProgress && { onProgress }),
      })
      archive.stream.once('close', () => void piece[Symbol.asyncDispose]())
      return archive
    } catch (error) {
      await piece[Symbol.asyncDispose]()
      throw error
    }
  }

  async function fillFrom(file: string, onProgress?: Progress): Promise<Manifest> {
    await using archive = await unpacked(file, onProgress)
    await placeMedia(archive.unpacked)
    put(archive.unpacked.stateFile)
    return archive.unpacked.manifest
  }

  /** @param use of a state file, which is there only meanwhile */
  async function withNewState<Result>(to: NewState, use: (file: string) => Result): Promise<Result> {
    if (to === 'sample') return use(await templates.take())
    if (typeof to === 'string' && (await isArchive(to))) {
      await using archive = await unpacked(to)
      await placeMedia(archive.unpacked)
      return use(archive.unpacked.stateFile)
    }
    await using piece = await works.piece()
    const file = join(piece.folder, 'state.db')
    await plantFile(to, file)
    return use(file)
  }

  const handle: State = {
    holds: () => countRows(database),
    openExport: () => openExport(),
    export: (file, onProgress) =>
      writeWhole(
        file,
        async unfinished => {
          const { manifest, stream } = await openExport(onProgress)
          await unfinished.writeFile(stream)
          return manifest
        },
        0o600,
      ),
    prepareImport,
    import: (file, onProgress) => untilDone(importWhole(file, onProgress)),
    reset: to => untilDone(withNewState(to, put)),
    snapshots: {
      take: name => shelf.take(name, 'kept'),
      list: shelf.list,
      apply(snapshotId) {
        const file = shelf.fileOf(snapshotId)
        migrateStateFile(file)
        const snapshot = shelf.get(snapshotId)
        // Going back and forth does not make names longer and longer.
        const where = snapshot?.kind === 'kept' ? ` to ${snapshot.name}` : ''
        return putKeeping(file, `Before going back${where}`)
      },
      delete: shelf.delete,
      restore: shelf.restore,
    },
  }
  return {
    handle,
    async fill(seed) {
      if (typeof seed === 'string' && (await isArchive(seed))) {
        await fillFrom(seed)
        return
      }
      const read = await readSeed(seed, wallClockAt(clock.now(), zone))
      const planted = await plant(read, store, repositoriesIn(database), zone)
      // Now it costs milliseconds, and the first reset is no slower than the next.
      if (planted && seed === 'sample') templates.keep()
    },
    fillFrom,
    resetKeeping: to => untilDone(withNewState(to, file => putKeeping(file, 'Before the reset'))),
    piece: works.piece,
    async prepareSample() {
      await templates.take()
    },
    async close() {
      closing.abort()
      await Promise.allSettled([...underWay, templates.settled()])
      works.close()
    },
  }
}
