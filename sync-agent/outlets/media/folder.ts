/**
 * The folder that holds the mirrored files: `DIR/<first two digits>/<sha256>`, and beside them, under `parts/`, those that
 * are not whole yet. A file takes its place by being renamed, so that nobody ever reads half of one.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface MediaFolder {
  path(sha256: string): string
  /** Where a file lies while it comes in, and what is known of it. @param key of hexadecimal digits */
  part(key: string): PartPaths
  /** Takes a whole part for the file of this content. */
  place(part: PartPaths, sha256: string): Promise<void>
  /** Bytes; undefined when it is not there. A link in its place is not it, wherever it leads, here and in the next. */
  size(sha256: string): Promise<number | undefined>
  /** To be closed by who asks; undefined when it is not there. */
  open(sha256: string): Promise<FileHandle | undefined>
  /** Reads all of it: whether its content is still what its name says. */
  isSound(sha256: string, signal: AbortSignal): Promise<boolean>
  /**
   * Names a file that was found to have another content, whoever found it, in whatever process: the agent that leads looks
   * within moments and fetches it again.
   */
  doubt(sha256: string): Promise<void>
  doubted(): Promise<string[]>
  /** It was looked at. */
  settle(sha256: string): Promise<void>
  remove(sha256: string): Promise<void>
  /** What lies there but is not one of these, and was not touched since; parts too. */
  removeStrangers(isKnown: (sha256: string) => Promise<boolean>, untouchedSince: number): Promise<void>
  /** Of parts left behind: of one, with what is known of it, or of all. */
  partBytes(key?: string): Promise<number>
}

export interface PartPaths {
  bytes: string
  facts: string
}

const SHA256 = /^[0-9a-f]{64}$/

export function mediaFolder(root: string): MediaFolder {
  const parts = join(root, 'parts')
  const doubts = join(root, 'doubts')
  const path = (sha256: string) => join(root, sha256.slice(0, 2), sha256)

  return {
    path,
    part: key => ({ bytes: join(parts, `${key}.part`), facts: join(parts, `${key}.json`) }),
    async place(part, sha256) {
      const target = path(sha256)
      await mkdir(dirname(target), { recursive: true })
      await rename(part.bytes, target)
      await syncFolder(dirname(target))
      await rm(part.facts, { force: true })
    },
    async size(sha256) {
      const found = await lstat(path(sha256)).catch(() => undefined)
      return found?.isFile() ? found.size : undefined
    },
    open: sha256 => openFile(path(sha256)),
    async isSound(sha256, signal) {
      const file = await openFile(path(sha256))
      const hash = createHash('sha256')
      try {
        for await (const bytes of file?.createReadStream() ?? []) {
          signal.throwIfAborted()
          hash.update(bytes)
        }
      } catch {
        // Else the disk cannot read it any more.
        signal.throwIfAborted()
        return false
      }
      return hash.digest('hex') === sha256
    },
    async doubt(sha256) {
      await mkdir(doubts, { recursive: true }).catch(() => undefined)
      // Who may only read here leaves it to the daily look.
      await writeFile(join(doubts, sha256), '').catch(() => undefined)
    },
    doubted: async () => (await namesIn(doubts)).filter(name => SHA256.test(name)),
    settle: sha256 => rm(join(doubts, sha256), { force: true }),
    remove: sha256 => rm(path(sha256), { force: true }),
    async removeStrangers(isKnown, untouchedSince) {
      const old = async (file: string) =>
        ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity) < untouchedSince
      for (const folder of await namesIn(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        for (const name of await namesIn(join(root, folder))) {
          const file = join(root, folder, name)
          // What the mirror cannot have put there is somebody else's.
          if (SHA256.test(name) && !(await isKnown(name)) && (await old(file)))
            await rm(file, { force: true })
        }
      }
      for (const name of await namesIn(parts)) {
        if (await old(join(parts, name))) await rm(join(parts, name), { force: true })
      }
    },
    async partBytes(key = '') {
      const sizes = (await namesIn(parts))
        .filter(name => name.startsWith(key))
        .map(async name => (await stat(join(parts, name)).catch(() => undefined))?.size ?? 0)
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    },
  }
}

/** Neither follows a link nor waits for who would write into a pipe. */
const PLAINLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, PLAINLY).catch(() => undefined)
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

/** So that the name outlasts a power cut; a system that cannot do this to a folder does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
