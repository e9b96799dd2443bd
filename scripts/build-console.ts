/**
 * Builds the reference service's console in dist/console.
 *
 *     node scripts/build-console.ts [--out DIR] [--if-changed] [--quiet]
 */
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { licencesOf } from './console/licences.ts'
import { SOURCES } from './console/sources.ts'
import { compressAll } from './widget/compress.ts'

const ROOT = join(import.meta.dirname, '..')
const UI = join(ROOT, 'console', 'ui')

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist', 'console') },
    'if-changed': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
})
const out = resolve(values.out)

if (values['if-changed'] && isCurrent()) {
  if (!values.quiet) console.log(`${out}: up to date`)
} else {
  // Another program may be waiting.
  if (values.quiet && process.stderr.isTTY) process.stderr.write('Building the console, a few seconds …\n')
  // Built in a temporary folder and moved at the end, so that the folder is always complete.
  const draft = `${out}.new-${process.pid}`
  try {
    await bundle(draft)
    mkdirSync(dirname(out), { recursive: true })
    rmSync(out, { recursive: true, force: true })
    renameSync(draft, out)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (!values.quiet) console.log(`${out}: ${globSync('assets/*.js', { cwd: out }).length} scripts`)
}

async function bundle(draft: string): Promise<void> {
  const built = await build({
    root: UI,
    base: '/console/',
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: draft,
      emptyOutDir: true,
      target: ['chrome111', 'firefox115', 'safari16.4'],
      // Pictures stay files, which browsers cache, instead of data URLs in the code.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
      modulePreload: { polyfill: false },
    },
  })
  const chunks = Array.isArray(built) || !('output' in built) ? [] : built.output
  const modules = chunks.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  writeFileSync(join(draft, 'licences.txt'), licencesOf(modules))
  compressAll(draft, globSync('assets/*.{js,css,svg}', { cwd: draft }))
}

function isCurrent(): boolean {
  const page = join(out, 'index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return SOURCES.flatMap(pattern => globSync(pattern, { cwd: ROOT })).every(
    file => statSync(join(ROOT, file)).mtimeMs < built,
  )
}
