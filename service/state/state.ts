/** The state of a school, which is all that it has entered: export, import, snapshots and reset. */
import type { Readable } from 'node:stream'
import { exportState, openExport } from './export-state.ts'
import { importState, type PreparedImport, prepareImport } from './import-state.ts'
import type { Manifest } from './manifest.ts'
import { type NewState, withNewState } from './new-state.ts'
import { type Progress, RunningWork, type StateOptions, type StateParts } from './parts.ts'
import { replaceKeeping, replaceState } from './replace.ts'
import { SampleTemplate } from './sample-template.ts'
import { type Snapshot, snapshotStore } from './snapshots.ts'
import { openStateFile } from './state-file.ts'
import { countRows } from './tables.ts'
import { workFolder } from './work-folder.ts'

export interface State {
  /** Rows by table. */
  holds(): Record<string, number>
  /**
   * Writes everything, media included, into one .zip file; an existing file is replaced when the new one is complete.
   *
   * @throws {StateError} a medium is missing
   */
  export(file: string, onProgress?: Progress): Promise<Manifest>
  /** The same as a stream, as of now. */
  openExport(): Promise<{ manifest: Manifest; stream: Readable }>
  /**
   * Replaces this state by an exported one: all of it or, when anything in the file is wrong, nothing.
   *
   * @throws {StateError} what is wrong with it
   */
  import(file: string, onProgress?: Progress): Promise<Manifest>
  /** An import in two steps: the file is checked now, and applied or discarded later. */
  prepareImport(file: string, onProgress?: Progress): Promise<PreparedImport>
  /**
   * Replaces the state by a new one. Nothing of the old state is kept: take a snapshot first if you may need it.
   *
   * @throws {SeedError} the seed is invalid
   */
  reset(to: NewState): Promise<void>
  snapshots: {
    /** @throws {StateError} there are as many as allowed */
    take(name: string): Snapshot
    /** Newest first, automatic ones included. */
    list(): Snapshot[]
    /**
     * Goes back to a snapshot.
     *
     * @returns one of the state until now
     * @throws {StateError} there is no such snapshot
     */
    apply(snapshotId: number): Snapshot
    /** False when there is none by that id. */
    delete(snapshotId: number): boolean
    /**
     * Restores a deleted one, for at least an hour.
     *
     * @throws {StateError} there are as many as allowed
     */
    restore(snapshotId: number): boolean
  }
}

/** What only the service itself does with the state. */
export interface StatePart {
  handle: State
  /** Fills a store that is new. */
  fill(seed: NewState): Promise<void>
  /** A reset that can be undone. @returns a snapshot of the state until now */
  resetKeeping(to: NewState): Promise<Snapshot>
  /** Prepares a reset to the sample school, because that takes longer than the reset. */
  prepareSample(): Promise<unknown>
  /** A new folder on the disk of the data, deleted when disposed of. */
  newFolder(): Promise<AsyncDisposable & { folder: string }>
  close(): Promise<void>
}

export function stateOf(options: StateOptions): StatePart {
  const { database, folder } = options.store
  const work = workFolder(folder)
  const running = new RunningWork()
  const snapshots = snapshotStore(database, folder, options.realClock)
  const parts: StateParts = { ...options, work, running, snapshots }
  const sample = new SampleTemplate(parts)
  const reset = <Result>(to: NewState, replace: (file: string) => Result) =>
    running.untilDone(async () =>
      to === 'sample' ? replace(await sample.file()) : await withNewState(parts, to, replace),
    )
  return {
    handle: {
      holds: () => countRows(database),
      openExport: () => openExport(parts),
      export: (file, onProgress) => exportState(parts, file, onProgress),
      prepareImport: (file, onProgress) => prepareImport(parts, file, onProgress),
      import: (file, onProgress) => importState(parts, file, onProgress),
      reset: to => reset(to, file => replaceState(parts, file)),
      snapshots: {
        take: name => snapshots.take(name, 'kept'),
        list: snapshots.list,
        apply: snapshotId => applySnapshot(parts, snapshotId),
        delete: snapshots.delete,
        restore: snapshots.restore,
      },
    },
    fill: seed => reset(seed, file => replaceState(parts, file, { onlyNew: true })),
    resetKeeping: to => reset(to, file => replaceKeeping(parts, file, 'Before the reset')),
    newFolder: work.newFolder,
    prepareSample: () => running.untilDone(() => sample.file()),
    async close() {
      await running.close()
      work.close()
    },
  }
}

function applySnapshot(parts: StateParts, snapshotId: number): Snapshot {
  const { file, kind, name } = parts.snapshots.use(snapshotId)
  openStateFile(file).close()
  // Only the name of one that somebody took: otherwise names become longer each time one goes back.
  const where = kind === 'kept' ? ` to ${name}` : ''
  return replaceKeeping(parts, file, `Before going back${where}`)
}
