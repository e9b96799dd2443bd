/** The licences of all packages in a bundle as one text; most licences require it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @param modules absolute paths of the bundled files */
export function licencesOf(modules: Iterable<string>): string {
  const folders = new Set<string>()
  for (const file of modules) {
    const folder = packageOf(file.replace(/[?\0].*$/, ''))
    if (folder) folders.add(folder)
  }
  return [...folders]
    .toSorted()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function packageOf(file: string): string | undefined {
  if (!file.includes('/node_modules/')) return undefined
  for (let folder = dirname(file); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    const about = join(folder, 'package.json')
    if (existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).name) return folder
  }
  return undefined
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [file] = globSync('{LICENSE,LICENCE,license}{,.md,.txt,-MIT}', { cwd: folder })
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return `${name} ${version}\nLicence: ${license}\n\n${text}\n`
}
