/** Makes a folder and its missing parents; says where an operator's path has no parent. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../error-code.ts'

/**
 * One folder at a time, not with `recursive: true`: below a folder that refuses new ones with ENOENT, as /proc does, Node 24
 * would try forever (libuv's mkdirp).
 *
 * @param mode permissions of the folder itself; its parents have those that the process gives
 * @returns the first folder that was made; undefined if all exist
 * @throws the file system's error
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const folder = resolve(path)
  const parent = dirname(folder)
  const first = existsSync(parent) ? undefined : makeFolder(parent)
  try {
    mkdirSync(folder, mode)
    return first ?? folder
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return first
    if (code === 'ENOENT') throw new Error(`no folder can be made in ${parent}`, { cause: error })
    throw error
  }
}

/**
 * For a path that an operator wrote: with its missing parents, a mistyped one would become a new folder that nobody looks at.
 *
 * @returns what is wrong, with the remedy; undefined: its parent exists
 * @throws the file system's error
 */
export function missingParent(path: string): string | undefined {
  const parent = dirname(resolve(path))
  if (statSync(parent, { throwIfNoEntry: false })) return undefined
  return `the folder ${parent} does not exist; correct the path, or make the folder first`
}
