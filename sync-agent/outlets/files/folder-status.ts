/** How far a published folder has come in the change log: a row among the followers. Its cursor is in its manifest. */

import { lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type FollowerStatus, waiting } from '../../log/reports.ts'
import { lastSeq, markAt } from '../../store/change-marks.ts'
import type { AgentStore } from '../../store/store.ts'
import { fullFolder } from './errors.ts'
import { type Manifest, type Publications, readManifest } from './manifest.ts'
import { MANIFEST_NAME } from './paths.ts'

export const FOLDER = 'folder'

type Place = Pick<Manifest, 'store' | 'seq' | 'mark' | 'publications'>

/**
 * @param to path of the folder
 * @returns asks for the row; `known`: what the agent knows about its publications, also of those that cannot be noted in the folder
 */
export function folderStatusReader(to: string, store: AgentStore, hasRoom = hasFreeBlocks) {
  let last: { writtenAt: number | undefined; place: Place } | undefined
  return async (nowMs: number, known?: Publications): Promise<FollowerStatus> => {
    const writtenAt = await manifestWrittenAt(to)
    let failing: Publications | undefined
    // It may have megabytes, so it is read only when it was written since.
    if (last === undefined || writtenAt !== last.writtenAt) {
      const { store, seq, mark, publications } = await readManifest(to).catch(error => {
        failing = failedNow(error, nowMs)
        return last?.place ?? NOWHERE
      })
      last = {
        writtenAt: failing ? undefined : writtenAt,
        place: { store, seq, mark, ...(publications && { publications }) },
      }
    }
    const seq = (await publishedSeq(last.place, store)) ?? 0
    const waits = await waiting(store, seq, nowMs)
    // Then the folder has no room to note a failure.
    if (known === undefined && waits.behind > 0 && !(await hasRoom(to)))
      failing ??= failedNow(fullFolder(to), nowMs)
    const { lastDone, ...noted } = last.place.publications ?? { failuresInARow: 0 }
    return {
      ...{ name: FOLDER, to, state: 'active', seq, aside: 0 },
      ...waits,
      ...(known ?? failing ?? noted),
      ...(lastDone !== undefined && { lastDone }),
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

/** Some network disks do not say how many blocks they have. */
const hasFreeBlocks = (folder: string) =>
  statfs(folder).then(
    ({ blocks, bavail }) => bavail > 0 || blocks === 0,
    () => true,
  )

const NOWHERE: Place = { store: '', seq: 0, mark: '' }

const failedNow = (error: unknown, nowMs: number): Publications => ({
  failuresInARow: 1,
  lastFailure: {
    at: new Date(nowMs).toISOString(),
    message: error instanceof Error ? error.message : `${error}`,
  },
})
