/**
 * Makes a few files of the command as compiled: the program and the packages that it uses are over a thousand modules, and to
 * find and load each costs more of a second than to run them all. What is loaded late stays in files of its own.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { licencesOf } from './console/licences.ts'

/** They read files of their own from beside their code: compiled code, and the page of the documentation. */
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
