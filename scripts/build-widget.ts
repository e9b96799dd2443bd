/** Builds what a browser loads, in dist/widget, and refuses to grow beyond what a visitor should wait for. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './widget/bundle.ts'
import { compressAll } from './widget/compress.ts'
import { customElementsManifest, describeElement, htmlCustomData } from './widget/custom-elements.ts'
import { integrityManifest } from './widget/integrity.ts'
import { type SizeReport, sizeReport } from './widget/report.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist', 'widget')
const COPIED = ['icons', 'themes']

/** Brotli bytes. */
const LIMITS = {
  scripts: { 'popup.js': 450, 'school-popup.js': 15_900, 'school-news.js': 23_000 },
  withMessage: 17_000,
}

const dialog = await bundle(ROOT, { file: 'school-popup.js', entry: 'widget/from-tag.ts', format: 'es' })
const loader = await bundle(ROOT, {
  file: 'popup.js',
  entry: 'widget/loader.ts',
  format: 'es',
  // By its hashed name: whatever a cache holds, a loader gets the dialog that it was built with.
  define: { DIALOG_FILE: dialog.hashedFile },
  global: 'schoolbell',
})
const news = await bundle(ROOT, {
  file: 'school-news.js',
  entry: 'widget/define-news.ts',
  format: 'es',
  // A page has the dialog beside it, which makes those of the usual names.
  policies: { 'lit-html': 'school-news', dompurify: 'school-news-body' },
})

// Emptied at the last moment, so that the folder is whole but for an instant, and no hashed file outlives its version.
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const { file, hashedFile, code } of [loader, dialog, news])
  for (const name of [file, hashedFile]) writeFileSync(join(OUT, name), code)
for (const folder of COPIED) {
  const source = join(ROOT, 'widget', folder)
  if (existsSync(source)) cpSync(source, join(OUT, folder), { recursive: true })
}
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const integrity = integrityManifest(version, { loader, dialog, news })
writeJson('integrity.json', integrity)
const described = (name: string) => describeElement(readFileSync(join(ROOT, 'widget', `${name}.ts`), 'utf8'))
const elements = [
  { element: described('school-popup'), definedIn: 'define' },
  { element: described('school-news'), definedIn: 'define-news' },
]
writeJson('custom-elements.json', customElementsManifest(...elements))
writeJson('html-custom-data.json', htmlCustomData(...elements.map(({ element }) => element)))
compressAll(OUT, globSync('**/*.{js,css,svg}', { cwd: OUT }))

const icons = globSync('icons/*.svg', { cwd: OUT }).map(icon => readFileSync(join(OUT, icon)))
const report = sizeReport([loader, dialog], icons, LIMITS, [news])
if (!process.argv.includes('--quiet')) print(report)
for (const fault of report.faults) console.error(fault)
process.exitCode = report.faults.length ? 1 : 0

function writeJson(file: string, content: object): void {
  writeFileSync(join(OUT, file), `${JSON.stringify(content, null, 2)}\n`)
}

function print({ rows, withMessage }: SizeReport): void {
  console.table(rows)
  const most = LIMITS.withMessage.toLocaleString('en')
  console.log(
    `with a message: loader + dialog + largest icon + a one-message answer = ${withMessage.toLocaleString('en')} of ${most}`,
  )
  console.log(
    `dist/widget: 3 scripts, ${icons.length} icons; tags to copy: dist/widget/integrity.json, schoolbell widget tag`,
  )
}
