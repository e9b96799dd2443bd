/** How far a published folder has come in the change log: a row among the followers. Its cursor is in its manifest. */

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FollowerStatus, waiting } from '../../log/reports.ts'
import { lastSeq, markAt } from '../../store/change-marks.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { MANIFEST_NAME } from './paths.ts'

export const FOLDER = 'folder'

/** What the agent knows about its publications. */
export interface Publications {
  failuresInARow: number
  lastFailure?: { at: string; message: string }
}

type Place = Pick<Manifest, 'store' | 'seq' | 'mark'>

/** @param to path of the folder */
export function folderStatusReader(to: string, store: AgentStore) {
  let last: { writtenAt: number | undefined; place: Place } | undefined
  return async (nowMs: number, known?: Publications): Promise<FollowerStatus> => {
    const writtenAt = await manifestWrittenAt(to)
    let unreadable: Publications | undefined
    // It may have megabytes, so it is read only when it was written since.
    if (last === undefined || writtenAt !== last.writtenAt) {
      const { store, seq, mark } = await readManifest(to).catch(error => {
        unreadable = failedNow(error, nowMs)
        return last?.place ?? NOWHERE
      })
      last = { writtenAt: unreadable ? undefined : writtenAt, place: { store, seq, mark } }
    }
    const seq = (await publishedSeq(last.place, store)) ?? 0
    return {
      ...{ name: FOLDER, to, state: 'active', seq, aside: 0 },
      ...(await waiting(store, seq, nowMs)),
      ...(known ?? unreadable ?? { failuresInARow: 0 }),
      ...(writtenAt !== undefined && { lastDone: new Date(writtenAt).toISOString() }),
    }
  }
}

/** @returns undefined: it was made from another store, or from another history of this one */
export async function publishedSeq(
  { store: identity, seq, mark }: Place,
  store: AgentStore,
): Promise<number | undefined> {
  const isSame =
    identity === store.identity &&
    seq <= (await lastSeq(store.reading)) &&
    (seq === 0 || mark === (await markAt(store.reading, seq)))
  return isSame ? seq : undefined
}

export const manifestWrittenAt = async (folder: string): Promise<number | undefined> =>
  (await lstat(join(folder, MANIFEST_NAME)).catch(() => undefined))?.mtimeMs

const NOWHERE: Place = { store: '', seq: 0, mark: '' }

const failedNow = (error: unknown, nowMs: number): Publications => ({
  failuresInARow: 1,
  lastFailure: {
    at: new Date(nowMs).toISOString(),
    message: error instanceof Error ? error.message : `${error}`,
  },
})
