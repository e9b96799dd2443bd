/**
 * The folder of mirrored files: `DIR/<first two digits>/<sha256>`, and `parts/` for files that are arriving. A complete
 * file is renamed to its place, so readers never see half a file.
 */
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../../shared/error-code.ts'

export interface MediaFolder {
  path(sha256: string): string
  /** Path for a file that is arriving, like no other: an agent that wakes up writes on only in its own. */
  newPart(): string
  /** Moves a complete file to its place. */
  place(part: string, sha256: string): Promise<void>
  /** Bytes; undefined if it does not exist. Symbolic links are not followed, here and in the next one. */
  size(sha256: string): Promise<number | undefined>
  /** The caller closes it; undefined if it does not exist. */
  open(sha256: string): Promise<FileHandle | undefined>
  /**
   * Reads all of it: whether its content still matches its name.
   *
   * @throws it is not known, because this user may not read the file, or the process has too many files open
   */
  examine(sha256: string, reading: Reading): Promise<'sound' | 'damaged' | 'missing'>
  remove(sha256: string): Promise<void>
  /** Removes files that are not in this list and were not changed since. */
  removeStrangers(isKnown: (sha256: string) => Promise<boolean>, untouchedSince: number): Promise<void>
  /** Removes what a killed agent has left half downloaded; of the leader, while it downloads nothing. */
  removeParts(): Promise<void>
  /** Bytes of files that are arriving, or were left there. */
  partBytes(): Promise<number>
}

export interface Reading {
  signal: AbortSignal
  /** Called with the number of bytes of each part that was read. */
  onBytes(bytes: number): void
}

const SHA256 = /^[0-9a-f]{64}$/
/** Also what earlier versions left, to continue with it. */
const PART = /^(?:[0-9a-f-]{36}\.part|[0-9a-f]{64}\.(?:part|part\.own|json))$/

export function mediaFolder(root: string): MediaFolder {
  const parts = join(root, 'parts')
  const path = (sha256: string) => join(root, sha256.slice(0, 2), sha256)

  return {
    path,
    newPart: () => join(parts, `${randomUUID()}.part`),
    async place(part, sha256) {
      const target = path(sha256)
      await mkdir(dirname(target), { recursive: true })
      await rename(part, target)
      await syncFolder(dirname(target))
    },
    async size(sha256) {
      const found = await lstat(path(sha256)).catch(() => undefined)
      return found?.isFile() ? found.size : undefined
    },
    open: sha256 => openFile(path(sha256)),
    async examine(sha256, reading) {
      try {
        const file = await open(path(sha256), PLAINLY)
        return (await hashOf(file, reading)) === sha256 ? 'sound' : 'damaged'
      } catch (error) {
        reading.signal.throwIfAborted()
        const state = FAULTS[codeOf(error)]
        if (state) return state
        throw error
      }
    },
    remove: sha256 => rm(path(sha256), { force: true }),
    async removeStrangers(isKnown, untouchedSince) {
      const old = async (file: string) =>
        ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity) < untouchedSince
      for (const folder of await namesIn(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        for (const name of await namesIn(join(root, folder))) {
          const file = join(root, folder, name)
          // The mirror does not write such names: the file belongs to others.
          if (SHA256.test(name) && !(await isKnown(name)) && (await old(file)))
            await rm(file, { force: true })
        }
      }
    },
    async removeParts() {
      for (const name of await namesIn(parts)) {
        if (PART.test(name)) await rm(join(parts, name), { force: true })
      }
    },
    async partBytes() {
      const sizes = (await namesIn(parts)).map(
        async name => (await stat(join(parts, name)).catch(() => undefined))?.size ?? 0,
      )
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    },
  }
}

const READ_AT_ONCE = 256 * 1024

/** Does not follow links and does not wait for a pipe. */
const PLAINLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, PLAINLY).catch(() => undefined)
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** What a fault tells about the file itself. */
const FAULTS: Readonly<Record<string, 'damaged' | 'missing'>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  // A link, or a socket.
  ELOOP: 'damaged',
  ENXIO: 'damaged',
  // The disk cannot read it any more.
  EIO: 'damaged',
}

/** Closes the file. @returns undefined: it is no file */
async function hashOf(file: FileHandle, { signal, onBytes }: Reading): Promise<string | undefined> {
  try {
    if (!(await file.stat()).isFile()) return undefined
    const hash = createHash('sha256')
    for await (const bytes of file.createReadStream({ autoClose: false, highWaterMark: READ_AT_ONCE })) {
      signal.throwIfAborted()
      hash.update(bytes)
      onBytes(bytes.length)
    }
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

/** So the name survives a power cut; systems that cannot sync a folder do not need it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
