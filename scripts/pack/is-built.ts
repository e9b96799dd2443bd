/** Whether dist/packages is newer than all sources of the packages. */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND, ROOT } from './places.ts'

let known: boolean | undefined

export function isBuilt(): boolean {
  known ??= isNewerThanSources()
  return known
}

function isNewerThanSources(): boolean {
  const built = statSync(COMMAND, { throwIfNoEntry: false })
  const parts = '{cli,conformance,console,demo,extension,service,shared,simulator,sync-agent,widget}'
  const sources = globSync([`${parts}/**/*.{ts,json}`, 'wordpress/**/*.*', 'docs/**/*.*', '*/pack.md'], {
    cwd: ROOT,
  })
  return built !== undefined && sources.every(file => statSync(join(ROOT, file)).mtimeMs < built.mtimeMs)
}
