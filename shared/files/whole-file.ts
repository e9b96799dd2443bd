/** Writes a file completely or not at all: the old one stays until the last byte is on the disk. */

import { randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../error-code.ts'

/**
 * @param fill writes the bytes, and leaves the file open
 * @param mode its permissions. Default: those of the file that was there, or as the process makes files
 * @returns what `fill` gives
 */
export async function writeWhole<Result>(
  file: string,
  fill: (unfinished: FileHandle) => Promise<Result>,
  mode?: number,
): Promise<Result> {
  const found = await stat(file).catch(unlessAbsent)
  // A pipe or a device takes what comes; another file in its place would be none.
  if (found && !found.isFile()) return filled(await open(file, 'w'), fill)
  const place = found ? await realpath(file) : file
  const beside = join(dirname(place), `.${randomUUID()}.part`)
  try {
    const result = await filled(await open(beside, 'wx', mode), async unfinished => {
      if (found && mode === undefined) await unfinished.chmod(found.mode & 0o777)
      const filling = await fill(unfinished)
      await unfinished.sync()
      return filling
    })
    await rename(beside, place)
    return result
  } finally {
    await rm(beside, { force: true })
  }
}

async function filled<Result>(
  handle: FileHandle,
  fill: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  try {
    return await fill(handle)
  } finally {
    await handle.close()
  }
}

function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}
