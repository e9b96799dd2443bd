/** Installs all packages from their tarballs once for the whole suite, beside what programs of users have in theirs. */
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { tarballOf } from '../../scripts/pack/install.ts'
import { npm } from '../../scripts/pack/npm.ts'
import { readPackages } from '../../scripts/pack/packages.ts'
import { INSTALLED } from '../../scripts/pack/places.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which everything is installed; no folder above it has a package. */
    installed: string
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(INSTALLED)) throw new Error(`${INSTALLED} is missing; run: npm run pack`)
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-packages-'))
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, file), join(folder, file))
  const tarballs = readPackages().map(({ name }) => tarballOf(name))
  await npm(folder, 'ci', '--prefer-offline', '--no-audit', '--no-fund')
  await npm(folder, 'install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs)
  provide('installed', folder)
  // Not in one turn: so many files take longer than Vitest waits for the end of a worker, which it would not see meanwhile.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
