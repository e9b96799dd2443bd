import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'
import { ROOT } from './places.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The page of the package in a registry: its `pack.md` with an example and the names of its guides, and all import names. */
export function readmeOf({ name, description, folder, exports, files }: Package): string {
  const names = Object.keys(exports).map(path => `- \`${name}${path.slice(1)}\`\n`)
  return `# ${name}

${description.replaceAll(/<[\w-]+>/g, '`$&`')}

${readFileSync(join(ROOT, folder, 'pack.md'), 'utf8').trimEnd()} ${Object.values(files).includes('docs') ? OWN_GUIDES : GUIDES_ELSEWHERE}
${names.length > 0 ? `\nImport names:\n\n${names.join('')}` : ''}`
}

const OWN_GUIDES = 'They are in the folder `docs` of this package.'

/** The small packages hold no guides, which would add a tenth to what is installed. */
const GUIDES_ELSEWHERE = `They are in the folder \`docs\` of a clone of schoolbell. The tarball of the command has them, too: \`tar -xzf schoolbell-${version}.tgz package/docs\` unpacks them.`
