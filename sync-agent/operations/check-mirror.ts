/**
 * Reads every file of the mirror once and compares it with its hash, because a disk may lose bits or somebody may change a
 * file. The agent looks only at sizes.
 *
 * It may run beside an agent and does not take its lease. A damaged file is removed, and the store notes that it is to be
 * downloaded; entries are changed by the leading agent alone, when it could not have the file again.
 */

import { readdir } from 'node:fs/promises'
import { pathFault } from '../../shared/files/path-fault.ts'
import { AgentOptionError } from '../options/options.ts'
import { mediaFolder } from '../outlets/media/folder.ts'
import { mediaCounts, mediaFile, mediaFiles, noteDamaged } from '../store/media-files.ts'
import { openStore } from '../store/open.ts'

export interface CheckMirrorOptions {
  /** The agent's store. */
  db: string
  /** Folder of the agent's mirror. */
  mediaDir: string
  signal?: AbortSignal | undefined
  /** Called while files are read. */
  onProgress?: ((progress: CheckMirrorProgress) => void) | undefined
}

export interface CheckMirrorProgress {
  /** Bytes that were read. */
  done: number
  /** Bytes of all files. */
  total: number
}

export interface CheckMirrorReport {
  /** Files that are as they should be. */
  sound: number
  /** Bytes that were read. */
  bytes: number
  /** Files with other content, and what is no file. Like missing ones, they are downloaded again. */
  damaged: number
  missing: number
}

const FILES_AT_A_TIME = 200

/**
 * @throws {AgentOptionError} the folder cannot be read
 * @throws {StoreError} the store cannot be used
 * @throws the signal's reason; what was found so far is noted
 */
export async function checkMirror(options: CheckMirrorOptions): Promise<CheckMirrorReport> {
  const { db, mediaDir, signal = new AbortController().signal, onProgress = () => undefined } = options
  // With a wrong path, all files would be missing.
  await readdir(mediaDir).catch(error => {
    throw new AgentOptionError('media', `dir: ${mediaDir} cannot be used: ${pathFault(error)}`)
  })
  const folder = mediaFolder(mediaDir)
  const store = await openStore(db, { mustExist: true })
  try {
    const { bytes: total } = await mediaCounts(store)
    const report = { sound: 0, bytes: 0, damaged: 0, missing: 0 }
    const onBytes = (bytes: number) => {
      report.bytes += bytes
      onProgress({ done: report.bytes, total })
    }
    let after: string | undefined = ''
    while (after !== undefined) {
      const files = await mediaFiles(store, after, FILES_AT_A_TIME)
      for (const { sha256 } of files) {
        signal.throwIfAborted()
        const state = await folder.examine(sha256, { signal, onBytes })
        // The agent may have removed it since, because no entry uses it.
        if (state !== 'sound' && (await mediaFile(store, sha256)) === undefined) continue
        report[state] += 1
        if (state === 'sound') continue
        // A file that cannot be removed is replaced by the download.
        await folder.remove(sha256).catch(() => undefined)
        await noteDamaged(store, sha256)
      }
      after = files.at(-1)?.sha256
    }
    return report
  } finally {
    await store.close()
  }
}
