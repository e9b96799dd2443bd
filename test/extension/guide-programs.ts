/** The programs of a guide to the extension kit, for this checkout in place of the installed package. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')
const EXTENSION = join(ROOT, 'extension')

/** @param guide as in `extension/express.md` @returns by their names */
export function programsOf(guide: string): Map<string, string> {
  const text = readFileSync(join(ROOT, 'docs', guide), 'utf8')
  return new Map(
    [...text.matchAll(/^```ts (\S+)\n(.*?)^```/gms)].map(([, name = '', code = '']) => [
      name,
      code
        .replaceAll("'@schoolbell/extension'", `'${join(EXTENSION, 'index.ts')}'`)
        .replaceAll(/'@schoolbell\/extension\/(\w+)'/g, `'${EXTENSION}/$1.ts'`),
    ]),
  )
}

/** What a strict compiler has against the programs in a folder and in those inside it. */
export function compilerFaults(folder: string): string[] {
  const compilerOptions = {
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    rewriteRelativeImportExtensions: false,
  }
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['**/*.mts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').filter(line => /^[\w/]+\.mts\b/.test(line))
}
