/** What others check of a package before they trust it: publint, and whether its types are those of its code. */
import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'

export const TOOLS = import.meta.dirname

/** All packages are modules of ECMAScript alone. */
const CHECKS = [
  ['publint', 'run', '--strict'],
  ['attw', '--profile', 'esm-only', '--no-emoji'],
] as const

/** @returns what they say against the tarball */
export function faultsOfPackage(tarball: string): string[] {
  return CHECKS.flatMap(([tool, ...args]) => {
    const program = join(TOOLS, 'node_modules', '.bin', tool)
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, ...args, tarball], {
      encoding: 'utf8',
      timeout: 120_000,
    })
    if (error) throw error
    return status === 0 ? [] : [`${basename(tarball)}: ${tool} says\n${stdout}${stderr}`]
  })
}
