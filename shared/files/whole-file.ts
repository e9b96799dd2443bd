/** A file that is written whole or not at all: until the last byte is on the disk, the one before it stays as it was. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * @param fill writes the bytes, and leaves the file open
 * @param mode permissions of a file that was not there; one that was keeps its own. Default: as the process makes files
 */
export async function writeWhole(
  file: string,
  fill: (unfinished: FileHandle) => Promise<unknown>,
  mode?: number,
): Promise<void> {
  const found = await stat(file).catch(unlessAbsent)
  if (found && !found.isFile()) return writeThrough(file, fill)
  const place = found ? await realpath(file) : file
  const beside = join(dirname(place), `.${randomUUID()}.part`)
  try {
    const unfinished = await open(beside, 'wx', mode)
    try {
      if (found) await unfinished.chmod(found.mode & 0o777)
      await fill(unfinished)
      await unfinished.sync()
    } finally {
      await unfinished.close()
    }
    await rename(beside, place)
  } finally {
    await rm(beside, { force: true })
  }
}

/** A pipe or a device takes what comes; another file in its place would be none. */
async function writeThrough(file: string, fill: (handle: FileHandle) => Promise<unknown>): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await fill(handle)
  } finally {
    await handle.close()
  }
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
