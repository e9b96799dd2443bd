/** The state in a data folder, for the command: without a server, also while a service runs on the folder. */
import { systemClock } from '../../shared/clock.ts'
import { openStore } from '../store/store.ts'
import type { Manifest } from './manifest.ts'
import type { Progress } from './parts.ts'
import { stateOf } from './state.ts'
import { StateError } from './state-error.ts'
import { hasSchool } from './state-file.ts'
import { HIGHEST_DELETED } from './tables.ts'

export interface DataFolder extends AsyncDisposable {
  /** @throws {StateError} there is no school yet, or a medium is not there */
  export(file: string, onProgress?: Progress): Promise<Manifest>
  /**
   * @param replace whether an existing school may be replaced; a snapshot of it is kept
   * @throws {StateError} there is one, or the file is no state
   */
  import(file: string, options: { replace: boolean; onProgress?: Progress }): Promise<Manifest>
}

/** @throws {StoreError} the folder cannot be used */
export function openDataFolder(dataDir: string): DataFolder {
  const store = openStore(dataDir)
  const state = stateOf({
    store,
    clock: systemClock,
    realClock: systemClock,
    zone: 'UTC',
    repositoriesIn() {
      throw new Error('no seed is used here')
    },
    // A service looks for published keys when it starts on this folder.
    isPublic: () => false,
    replacing: work => work(),
  })
  const { handle } = state
  const isEmpty = () =>
    Object.entries(handle.holds()).every(
      ([table, rows]) => rows === 0 || ['school', HIGHEST_DELETED, 'former_media'].includes(table),
    )
  return {
    export(file, onProgress) {
      if (!hasSchool(store.database))
        throw new StateError('STATE_INVALID', `${dataDir} holds no school; start the service on it first`)
      return handle.export(file, onProgress)
    },
    async import(file, { replace, onProgress }) {
      if (!replace && !isEmpty())
        throw new StateError(
          'STATE_NOT_EMPTY',
          `${dataDir} holds a school already; to put the file in its place use --force (a snapshot of it is kept)`,
        )
      return handle.import(file, onProgress)
    },
    async [Symbol.asyncDispose]() {
      await state.close()
      store.close()
    },
  }
}
