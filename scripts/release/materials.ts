/** What the packages are made of: every library that is in one of them or comes with one, and its licence. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '../pack/places.ts'

/** What this reads of CycloneDX 1.5. */
export interface Bill {
  metadata: { component: { name: string } }
  components: {
    name: string
    version: string
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  }[]
}

/** They let anybody use, change and pass on the packages, and ask for no more than their text. */
const FREE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]
/** Under the LGPL, and never a part of a file of ours: npm installs them beside, and anybody may put another build in their place. */
const BESIDE = /^@img\/sharp-/

/** All but the tools of development: in package.json, what a package holds or needs is a dependency. */
export async function billOfMaterials(): Promise<Bill> {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
  ]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 32 * 1024 ** 2 })
  const bill: Bill = JSON.parse(stdout)
  // npm takes the name of the folder.
  bill.metadata.component.name = 'schoolbell'
  return bill
}

/** A sentence for each library under another licence than the free ones. */
export function licenceFaults({ components }: Bill): string[] {
  return components
    .filter(({ name }) => !BESIDE.test(name))
    .map(({ name, version, licenses = [] }) => ({
      library: `${name} ${version}`,
      licence: licenses
        .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
        .join(' AND '),
    }))
    .filter(({ licence }) => !isFree(licence))
    .map(({ library, licence }) => `${library}: licence ${licence || 'not named'}`)
}

/** An expression of SPDX without brackets within brackets: one of its alternatives has free parts alone. */
function isFree(licence: string): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some(alternative => alternative.split(' AND ').every(part => FREE.includes(part)))
}
