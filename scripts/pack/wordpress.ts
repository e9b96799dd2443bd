/**
 * The plugin for WordPress, as the folder that WordPress reads and as the zip that its administration takes: the files of
 * wordpress/schoolbell-news, and the catalogues that its .po file is made into, as gettext and WordPress would: .mo for PHP, .json for the blocks' script,
 * .pot for translators.
 */
import { cpSync, createWriteStream, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { moFile, type Translation, translationsIn } from './gettext.ts'
import { ROOT } from './places.ts'

export const PLUGIN = 'schoolbell-news'
export const PLUGIN_FOLDER = join(ROOT, 'wordpress', PLUGIN)

/** So that the same files give the same zip. */
const WHEN = { mtime: new Date('2026-01-01T00:00:00Z') }

/** @param plugins WordPress' wp-content/plugins, or a folder to copy it from */
export function writeWordPressPlugin(plugins: string): void {
  cpSync(PLUGIN_FOLDER, join(plugins, PLUGIN), { recursive: true })
  for (const [file, content] of catalogues()) writeFileSync(join(plugins, PLUGIN, 'languages', file), content)
}

/** @returns the name of the zip in `folder` */
export async function packWordPressPlugin(folder: string): Promise<string> {
  const zip = new ZipFile()
  for (const file of globSync('**/*.*', { cwd: PLUGIN_FOLDER }).toSorted())
    zip.addFile(join(PLUGIN_FOLDER, file), `${PLUGIN}/${file}`, WHEN)
  for (const [file, content] of catalogues())
    zip.addBuffer(Buffer.from(content), `${PLUGIN}/languages/${file}`, WHEN)
  zip.end()
  const name = `schoolbell-wordpress-${pluginVersion()}.zip`
  await pipeline(zip.outputStream, createWriteStream(join(folder, name)))
  return name
}

function* catalogues(): Generator<[file: string, content: Uint8Array | string]> {
  for (const po of globSync('*.po', { cwd: join(PLUGIN_FOLDER, 'languages') })) {
    const text = readFileSync(join(PLUGIN_FOLDER, 'languages', po), 'utf8')
    const translations = translationsIn(text)
    const name = po.replace(/\.po$/, '')
    yield [`${name}.mo`, moFile(translations)]
    yield [`${name}-schoolbell-blocks.json`, scriptCatalogue(name.replace(`${PLUGIN}-`, ''), translations)]
    yield [`${PLUGIN}.pot`, text.replace(/^msgstr ".+"$/gm, 'msgstr ""').replace(/^"Language: .*\n/m, '')]
  }
}

/** In the form of Jed, which WordPress reads. */
function scriptCatalogue(lang: string, translations: readonly Translation[]): string {
  const words = translations.filter(({ id }) => id !== '').map(({ id, text }) => [id, [text]])
  const messages = { '': { domain: 'messages', lang }, ...Object.fromEntries(words) }
  return JSON.stringify({ domain: 'messages', locale_data: { messages } })
}

function pluginVersion(): string {
  const [, version] =
    /^ \* Version: +(\S+)$/m.exec(readFileSync(join(PLUGIN_FOLDER, `${PLUGIN}.php`), 'utf8')) ?? []
  if (version === undefined) throw new Error(`wordpress/${PLUGIN}/${PLUGIN}.php: no line "Version:"`)
  return version
}
