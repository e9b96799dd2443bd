/**
 * A folder that others read while it is written: a file is synced to the disk and then renamed, so it appears complete.
 * Symbolic links in the folder are not followed, so nothing outside it is written or removed.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { makeFolder, missingParent } from '../../../shared/files/make-folder.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { folderFault, PublishError } from './errors.ts'
import { EARLIER_RECORD, MANIFEST_NAME } from './paths.ts'

/** All published files are below one of these. */
export const TOP_FOLDERS = ['feeds', 'markdown', 'media', 'news', 'pages', 'popups'] as const

export interface Written {
  size: number
  /** Milliseconds. */
  mtime: number
}

/** A folder with the name of a file belongs to others and stays. */
export type Removal = 'removed' | 'absent' | 'folder'

export interface Found extends Written {
  /** Readable by all users. */
  isForAll: boolean
}

/** Paths are relative, with `/`. */
export type Folder = Awaited<ReturnType<typeof openFolder>>

/**
 * @param storePath the agent's store, which must not be public
 * @throws {PublishError} it cannot be used, or has files of others where files will be published
 */
export async function openFolder(path: string, storePath: string) {
  const root = await ownFolder(path, storePath)
  const checked = new Set<string>()
  const at = (relative: string) => join(root, relative)

  /** Checks that each parent is a real folder, not a link. @returns false: it does not exist */
  async function wayTo(relative: string, make: boolean): Promise<boolean> {
    const parent = dirname(relative)
    if (parent === '.' || checked.has(parent)) return true
    if (!(await wayTo(parent, make))) return false
    if (make) await mkdir(at(parent), FOLDER_MODE).catch(unlessThere)
    const found = await lookAt(at(parent))
    if (!found) return false
    if (!found.isDirectory()) {
      const what = found.isSymbolicLink() ? 'a symbolic link' : 'a file'
      throw new PublishError(
        'FOLDER_TAKEN',
        `${at(parent)} is ${what}, but a folder is needed there: move it away`,
      )
    }
    if ((found.mode & FOLDER_MODE) !== FOLDER_MODE) await chmod(at(parent), FOLDER_MODE)
    checked.add(parent)
    return true
  }

  return {
    path: root,
    /** Its size and time; undefined: not a file, or it does not exist. */
    async look(relative: string): Promise<Found | undefined> {
      const found = (await wayTo(relative, false)) ? await lookAt(at(relative)) : undefined
      if (!found?.isFile()) return undefined
      const { size, mtimeMs, mode } = found
      return { size, mtime: Math.round(mtimeMs), isForAll: (mode & FILE_MODE) === FILE_MODE }
    },
    /** What exists at this path. A folder with its temporary name counts, too, because a file cannot replace it. */
    async standing(relative: string): Promise<'nothing' | 'folder' | 'something'> {
      if (!(await wayTo(relative, false))) return 'nothing'
      const found = await Promise.all([at(relative), at(temporaryOf(relative))].map(lookAt))
      if (found.some(one => one?.isDirectory())) return 'folder'
      return found[0] ? 'something' : 'nothing'
    },
    read: (relative: string): Promise<Buffer> =>
      readFile(at(relative), { flag: constants.O_RDONLY | constants.O_NOFOLLOW }),
    /** Hexadecimal. */
    sha256: (relative: string) => sha256Of(at(relative)),
    /** Writes the bytes to the disk under a temporary name. */
    async prepare(relative: string, bytes: Buffer): Promise<Written> {
      await wayTo(relative, true)
      const file = await createAnew(at(temporaryOf(relative)))
      try {
        await file.writeFile(bytes)
        await file.chmod(FILE_MODE)
        await file.sync()
        const { size, mtimeMs } = await file.stat()
        return { size, mtime: Math.round(mtimeMs) }
      } finally {
        await file.close()
      }
    },
    /**
     * The same with a copy of another file. Not a hard link, so that damage to one does not affect the other.
     *
     * @returns undefined: it has another SHA-256, and nothing was written
     */
    async prepareFrom(relative: string, original: string, sha256: string): Promise<Written | undefined> {
      await wayTo(relative, true)
      const beside = at(temporaryOf(relative))
      await unlink(beside).catch(unlessAbsent)
      await copyFile(original, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await chmod(beside, FILE_MODE)
      if ((await sha256Of(beside)) !== sha256) {
        await unlink(beside)
        return undefined
      }
      await syncFile(beside)
      const { size, mtimeMs } = await lstat(beside)
      return { size, mtime: Math.round(mtimeMs) }
    },
    /** Renames the written file to its place. */
    show: (relative: string) => rename(at(temporaryOf(relative)), at(relative)),
    /** Removes temporary files of an interrupted run. */
    async dropPrepared(relative: string): Promise<void> {
      if (await wayTo(relative, false)) await unlinkFile(at(temporaryOf(relative)))
    },
    remove: async (relative: string): Promise<Removal> =>
      (await wayTo(relative, false)) ? unlinkFile(at(relative)) : 'absent',
    /** Removes empty folders, up to the root. */
    async removeEmpty(relative: string): Promise<void> {
      for (let parent = relative; parent !== '.'; parent = dirname(parent)) {
        try {
          await rmdir(at(parent))
          checked.delete(parent)
        } catch {
          return
        }
      }
    },
    /** Syncs these folders, so that their names survive a power cut. */
    async syncFolders(folders: Iterable<string>): Promise<void> {
      for (const relative of folders) await syncFile(at(relative))
    },
  }
}

/** Published files are readable by all users, whatever the agent's umask is. */
const FILE_MODE = 0o644
const FOLDER_MODE = 0o755

/** A hidden temporary name in the same folder, the same for every attempt. */
const temporaryOf = (relative: string) => join(dirname(relative), `.${basename(relative)}.new`)

async function ownFolder(path: string, storePath: string): Promise<string> {
  try {
    const fault = missingParent(path)
    if (fault) throw new PublishError('FOLDER_UNUSABLE', `${path} cannot be made: ${fault}`)
    const isNew = makeFolder(path) !== undefined
    const root = await realpath(path)
    // Whatever the agent's umask is.
    if (isNew) await chmod(root, FOLDER_MODE)
    const store = await realpath(storePath).catch(() => resolve(storePath))
    if (store.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new PublishError(
        'FOLDER_TAKEN',
        `${path} contains the agent’s store (${store}); name another folder`,
      )
    }
    const isOurs = await Promise.all([MANIFEST_NAME, EARLIER_RECORD].map(name => isFile(join(root, name))))
    const taken = isOurs.includes(true) ? [] : await namesIn(root)
    if (taken.length > 0) {
      throw new PublishError(
        'FOLDER_TAKEN',
        `these files of others have the names of published ones: "${taken.map(name => join(path, name)).join('", "')}"; name another folder, or move them away`,
      )
    }
    return root
  } catch (error) {
    const fault = folderFault(path, error)
    if (fault instanceof PublishError) throw fault
    throw new PublishError('FOLDER_UNUSABLE', `${path} cannot be used: ${pathFault(error)}`, { cause: error })
  }
}

async function isFile(path: string): Promise<boolean> {
  const found = await lookAt(path)
  if (!found || found.isFile()) return found !== undefined
  throw new PublishError('FOLDER_TAKEN', `${path} is not a file; name another folder`)
}

async function namesIn(root: string): Promise<string[]> {
  const there = await Promise.all(
    TOP_FOLDERS.map(async name => ((await lookAt(join(root, name))) ? name : '')),
  )
  return there.filter(Boolean)
}

/** Does not follow symbolic links. */
async function createAnew(path: string) {
  try {
    return await open(path, 'wx', FILE_MODE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await unlink(path)
    return open(path, 'wx', FILE_MODE)
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

async function sha256Of(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const hash = createHash('sha256')
    for await (const part of file.createReadStream({ autoClose: false })) hash.update(part)
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

async function unlinkFile(path: string): Promise<Removal> {
  const found = await lookAt(path)
  if (!found) return 'absent'
  if (found.isDirectory()) return 'folder'
  await unlink(path).catch(unlessAbsent)
  return 'removed'
}

const lookAt = (path: string) => lstat(path).catch(unlessAbsent)

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
