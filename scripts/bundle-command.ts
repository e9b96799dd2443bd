/**
 * Bundles the compiled command into a few files: it has more than a thousand modules with its packages, and finding and
 * loading them takes longer than running them. Code that is imported on demand stays in separate files.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { licencesOf } from './console/licences.ts'

/** Packages that read their own files at run time. */
const WITH_FILES = ['better-sqlite3', 'sharp', '@fastify/swagger-ui']

/** @param lib the compiled program; its `cli` is replaced */
export async function bundleCommand(lib: string): Promise<void> {
  const draft = join(lib, 'cli.new')
  const built = await build({
    root: lib,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: WITH_FILES },
    build: {
      ssr: 'cli/main.js',
      outDir: draft,
      emptyOutDir: true,
      target: 'node22.18',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
  const chunks = Array.isArray(built) || !('output' in built) ? [] : built.output
  const modules = chunks.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  writeFileSync(join(draft, 'licences.txt'), licencesOf(modules))
  rmSync(join(lib, 'cli'), { recursive: true })
  renameSync(draft, join(lib, 'cli'))
}
