/** Installs each package in an empty folder: how many packages come, how large they are, how long it takes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Installation, install } from './install.ts'
import { type Limits, readPackages } from './packages.ts'

/** Prints a table of what it finds. Returns what is over its limits. */
export async function measure(): Promise<string[]> {
  const faults: string[] = []
  console.log('| package | packages | MB | seconds |\n|---|---|---|---|')
  for (const { name } of readPackages().toReversed()) {
    const folder = mkdtempSync(join(tmpdir(), 'schoolbell-measure-'))
    try {
      const found = await install(folder, [name])
      const { packages, megabytes, seconds } = found
      console.log(`| \`${name}\` | ${packages} | ${megabytes.toFixed(1)} | ${seconds.toFixed(1)} |`)
      faults.push(...overLimits(name, found))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return faults
}

/** By the limits in the pack.json of the package. */
export function overLimits(name: string, found: Installation): string[] {
  const limits: Limits = readPackages().find(pack => pack.name === name)?.limits ?? {}
  return (['packages', 'megabytes'] as const).flatMap(unit => {
    const limit = limits[unit] ?? Number.POSITIVE_INFINITY
    return found[unit] > limit ? [`${name}: ${found[unit]} ${unit}, at most ${limit}`] : []
  })
}
