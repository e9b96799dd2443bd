/** Builds what a browser loads, in dist/widget, and refuses to grow beyond what a visitor should wait for. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, minify, type Plugin } from 'vite'
import { slimVendors } from './slim-vendors.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist', 'widget')

/** Brotli bytes that a file may have. */
const PARTS = [
  { file: 'popup.js', entry: 'widget/loader.ts', format: 'iife', limit: 600 },
  { file: 'school-popup.js', entry: 'widget/define.ts', format: 'es', limit: 18_000 },
] as const

type Part = (typeof PARTS)[number]

await rm(OUT, { recursive: true, force: true })
await mkdir(OUT, { recursive: true })
await cp(join(ROOT, 'widget', 'icons'), join(OUT, 'icons'), { recursive: true })
for (const part of PARTS) await writeFile(join(OUT, part.file), await bundle(part))
process.exitCode = (await report()) ? 0 : 1

async function bundle({ entry, format, file }: Part): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [tightStyles(), slimVendors()],
    build: {
      write: false,
      target: ['chrome103', 'firefox102', 'safari16'],
      lib: { entry: join(ROOT, entry), formats: [format], name: 'schoolbell', fileName: () => file },
    },
  })
  const chunks = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  const [chunk, ...others] = chunks.filter(output => output.type === 'chunk')
  if (!chunk || others.length) throw new Error(`${entry} must become one file, not ${others.length + 1}`)
  // Library mode keeps white space in ES modules, for a bundler that comes later; here none does.
  const { code, errors } = await minify(file, chunk.code, {
    module: format === 'es',
    compress: true,
    mangle: true,
  })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return code
}

/**
 * Takes indentation and comments out of style sheets, which a JavaScript minifier leaves as they are.
 *
 * A sheet without values inside needs nothing of Lit's `css` but what `unsafeCSS` does in fewer bytes.
 */
function tightStyles(): Plugin {
  return {
    name: 'tight-styles',
    transform: (code, id) =>
      id.endsWith('.styles.ts')
        ? code
            .replace('import { css }', 'import { unsafeCSS as css }')
            .replace(/css`([^`]*)`/g, (_, sheet: string) => `css(\`${tight(sheet)}\`)`)
        : undefined,
  }
}

function tight(sheet: string): string {
  return sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/\b0\./g, '.')
    .replace(/='(\w+)'\]/g, '=$1]')
    .trim()
}

/** Prints the sizes; false when one is above its limit. */
async function report(): Promise<boolean> {
  const rows = await Promise.all(
    PARTS.map(async ({ file, limit }) => {
      const bytes = await readFile(join(OUT, file))
      const brotli = brotliCompressSync(bytes).length
      return { file, raw: bytes.length, gzip: gzipSync(bytes).length, brotli, limit }
    }),
  )
  const icons = await readdir(join(OUT, 'icons'))
  if (!process.argv.includes('--quiet')) {
    console.table(rows)
    console.log(`dist/widget: ${rows.length} scripts, ${icons.length} icons`)
  }
  const tooBig = rows.filter(({ brotli, limit }) => brotli > limit)
  for (const { file, brotli, limit } of tooBig)
    console.error(`${file} has ${brotli} bytes after brotli and may have ${limit}`)
  return tooBig.length === 0
}
