/** Writes files where there are none. What is there and differs stays; the new text goes beside it, as NAME.new. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../shared/error-code.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { pathFault, writeFault } from '../../shared/files/path-fault.ts'
import type { HostFile } from './hosts.ts'

/** What becomes of one file. `write` without a name: nothing. */
export interface Plan {
  file: HostFile
  write: string | undefined
  why: string
}

/** @throws the file is there but cannot be read */
export function planOf(file: HostFile, out: string): Plan {
  const { name, text } = file
  const found = textOf(join(out, name))
  if (found === undefined) return { file, write: name, why: `${name}: new` }
  if (found === text) return { file, write: undefined, why: `${name}: is there already, with this text` }
  const beside = textOf(join(out, `${name}.new`))
  if (beside === undefined)
    return { file, write: `${name}.new`, why: `${name}: is there and differs, and stays` }
  const what = beside === text ? 'has this text' : 'differs, too: compare them, and remove one'
  return { file, write: undefined, why: `${name}: is there and differs, and stays; ${name}.new ${what}` }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(`${path}: ${pathFault(error)}`, { cause: error })
  }
}

/** All in one turn, so that no signal comes between; a file that cannot be completed is removed. */
export function writePlanned(plans: readonly Plan[], out: string): string[] {
  try {
    makeFolder(out)
  } catch (error) {
    throw new Error(`--out: ${out} cannot be made: ${writeFault(out, error)}`, { cause: error })
  }
  return plans.flatMap(({ file: { text }, write }) => {
    if (write === undefined) return []
    const path = join(out, write)
    try {
      // Never in the place of a file that came meanwhile.
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') rmSync(path, { force: true })
      throw new Error(`${path} cannot be written: ${writeFault(path, error)}`, { cause: error })
    }
    return [path]
  })
}
