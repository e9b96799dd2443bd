/** The programs that the guides in docs/ show, with this checkout in place of the installed packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/pack/places.ts'
import { fileOf } from './built.ts'

/** @param guide as in `web-app/start.md` @returns by their names, as they stand there */
export function programsOf(guide: string): Map<string, string> {
  const text = readFileSync(join(ROOT, 'docs', guide), 'utf8')
  return new Map(
    [...text.matchAll(/^```(?:ts|tsx|vue|svelte|html) (\S+)\n(.*?)^```/gms)].map(
      ([, name = '', code = '']) => [name, code],
    ),
  )
}

/** A program of a guide that runs from any folder. */
export function programOf(guide: string, name: string): string {
  const program = programsOf(guide).get(name)
  if (!program) throw new Error(`docs/${guide} has no program ${name}`)
  return withThisCheckout(program)
}

/** A program that the guides give out as a file, below `docs/files`. */
export const givenProgram = (file: string): string =>
  withThisCheckout(readFileSync(join(ROOT, 'docs', 'files', file), 'utf8'))

const withThisCheckout = (program: string) =>
  program.replaceAll(/'(@schoolbell\/[\w/-]+)'/g, (_, imported) => `'${fileOf(imported)}'`)
