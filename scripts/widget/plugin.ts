/**
 * What `vite build` adds to the scripts of the two elements: the loader, stable names, icons and themes, licences and
 * compressed copies. A build beyond its limits fails.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { licencesOf } from '../console/licences.ts'
import { compressAll } from './compress.ts'
import { type IntegrityManifest, integrityManifest, type Script, type ScriptName } from './integrity.ts'
import { type Limit, sizeReport } from './report.ts'
import { withSmallStyles } from './small-styles.ts'

/** File names of scripts. Six digits are enough, because only a few versions are in the folder at a time. */
export const SCRIPT_NAMES = {
  entryFileNames: '[name]-[hash:6].js',
  chunkFileNames: '[name]-[hash:6].js',
  hashCharacters: 'hex',
} as const

export function widgetFiles(limits: readonly Limit[]): Plugin {
  let config: ResolvedConfig
  let manifest: IntegrityManifest
  return {
    name: 'widget-files',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transform: { filter: { id: /\.styles\.ts$/ }, handler: withSmallStyles },
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
      const scripts = await scriptsOf(chunks, config)
      manifest = integrityManifest(versionIn(config.root), scripts)
      const files: [name: string, content: string | Buffer][] = [
        ...Object.values(scripts).flatMap(({ file, hashedFile, code }): [string, string][] => [
          [file, code],
          [hashedFile, code],
        ]),
        ...filesIn(join(config.root, 'widget'), '{icons/*.svg,themes/*.css}'),
        ['integrity.json', json(manifest)],
        ['licences.txt', licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds))],
      ]
      for (const [fileName, source] of new Map(files))
        if (!bundle[fileName]) this.emitFile({ type: 'asset', fileName, source })
    },
    writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle)
      compressAll(
        dir,
        files.filter(file => /\.(?:js|css|svg)$/.test(file)),
      )
      const icons = files.filter(file => file.endsWith('.svg')).map(file => readFileSync(join(dir, file)))
      const { rows, faults } = sizeReport(manifest.scripts, icons, limits)
      for (const { what, bytes, limit } of rows)
        config.logger.info(
          `${what}: ${bytes.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes (brotli)`,
        )
      if (faults.length > 0) this.error(faults.join('\n'))
    },
  }
}

async function scriptsOf(
  chunks: readonly Rolldown.OutputChunk[],
  config: ResolvedConfig,
): Promise<Record<ScriptName, Script>> {
  const scriptOf = (name: string): Script => {
    const chunk = chunks.find(chunk => chunk.name === name)
    if (!chunk) throw new Error(`there is no script ${name}`)
    const { code, fileName, isEntry } = chunk
    return { file: isEntry ? `${name}.js` : fileName, hashedFile: fileName, code }
  }
  const dialog = scriptOf('school-popup')
  const news = scriptOf('school-news')
  const shared = scriptOf('shared')
  const purify = scriptOf('purify')
  if (chunks.length > 4) throw new Error(`too many scripts: ${chunks.map(({ fileName }) => fileName)}`)
  const loader = await loaderScript(config, {
    DIALOG_FILES: JSON.stringify([dialog.hashedFile, shared.hashedFile]),
    PURIFY_FILE: JSON.stringify(purify.hashedFile),
  })
  return { loader, dialog, news, shared, purify }
}

/** Built last, because it contains the names of the others; and as a classic script, because a module does not know its own tag. */
async function loaderScript(
  { root, build: { target } }: ResolvedConfig,
  define: Record<string, string>,
): Promise<Script> {
  const { output } = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target,
      rolldownOptions: {
        input: { popup: join(root, 'widget', 'loader.ts') },
        output: { ...SCRIPT_NAMES, format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput
  const [{ code, fileName }] = output
  return { file: 'popup.js', hashedFile: fileName, code }
}

const filesIn = (folder: string, pattern: string): [file: string, content: Buffer][] =>
  globSync(pattern, { cwd: folder }).map(file => [file, readFileSync(join(folder, file))])

const versionIn = (root: string): string =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const json = (content: object): string => `${JSON.stringify(content, null, 2)}\n`
