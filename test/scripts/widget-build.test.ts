/** dist/widget as it was built: what a site copies to its server, and what it may count on. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { IntegrityManifest } from '../../scripts/widget/integrity.ts'
import { sizeReport } from '../../scripts/widget/report.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'

if (!existsSync(join(WIDGET_DIR, 'integrity.json')))
  throw new Error('dist/widget is not built: run `npm run build:widget` first')

const read = (file: string) => readFileSync(join(WIDGET_DIR, file))
const manifest: IntegrityManifest = JSON.parse(read('integrity.json').toString())
const { loader, dialog, news, shared, purify } = manifest.scripts
const digest = (algorithm: string, content: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

describe('the scripts', () => {
  it.each([loader, dialog, news])('$file has the same bytes under its stable and its hashed name', script => {
    expect(read(script.hashedFile).equals(read(script.file))).toBe(true)
    expect(script.hashedFile.replace(/-[0-9a-f]{6}(?=\.js$)/, '')).toBe(script.file)
  })

  it.each([shared, purify])('$file, which only other scripts import, has its hashed name alone', script => {
    expect(script.file).toBe(script.hashedFile)
    expect(script.hashedFile).toMatch(/^\w+-[0-9a-f]{6}\.js$/)
  })

  it.each(Object.values(manifest.scripts))('$file is described as it is', script => {
    const content = read(script.hashedFile)
    expect(script).toMatchObject({
      bytes: content.length,
      brotliBytes: read(`${script.hashedFile}.br`).length,
      integrity: digest('sha384', content),
    })
  })

  it('the loader names itself and the files that it was built with, and no others', () => {
    const code = read('popup.js').toString()
    const named = new Set(code.match(/[\w-]+\.js/g))
    expect(named).toEqual(
      new Set(['popup.js', ...[dialog, shared, purify].map(({ hashedFile }) => hashedFile)]),
    )
  })

  it.each([
    [dialog, [shared]],
    [news, [shared]],
    [shared, [purify]],
    [purify, [shared]],
  ])('$file imports nothing but what lies beside it', ({ file }, beside) => {
    const imports = [
      ...read(file)
        .toString()
        .matchAll(/\bimport\b(?!\.meta\b).*?[`"']([^`"']*)[`"']/g),
    ]
    expect(imports.map(([, name]) => name)).toEqual(beside.map(({ hashedFile }) => `./${hashedFile}`))
  })
})

describe('the folder', () => {
  it('holds these files and no other, so that nothing old is copied along', () => {
    const copied = globSync('{icons/*.svg,themes/*.css}', { cwd: join(PACKAGE_ROOT, 'widget') })
    const scripts = Object.values(manifest.scripts).flatMap(({ file, hashedFile }) => [file, hashedFile])
    const loaded = [...new Set([...scripts, ...copied])]
    const described = ['integrity.json', 'licences.txt']
    const expected = [...loaded.flatMap(file => [file, `${file}.br`, `${file}.gz`]), ...described]
    const found = globSync('**/*', { cwd: WIDGET_DIR, withFileTypes: true }).filter(entry => entry.isFile())
    expect(
      found.map(({ parentPath, name }) => join(parentPath, name).slice(WIDGET_DIR.length + 1)).toSorted(),
    ).toEqual(expected.toSorted())
    expect(copied.length).toBeGreaterThanOrEqual(9)
  })

  it('has each file compressed beside it, as it is', () => {
    for (const file of globSync('**/*.{js,css,svg}', { cwd: WIDGET_DIR })) {
      expect({ file, same: brotliDecompressSync(read(`${file}.br`)).equals(read(file)) }).toEqual({
        file,
        same: true,
      })
      expect(gunzipSync(read(`${file}.gz`)).equals(read(file))).toBe(true)
    }
  })
})

it('the stable tag follows every update: it has no integrity, which would break at the next', () => {
  expect(manifest.tags.stable).toBe(
    '<script async fetchpriority="high" src="/widget/popup.js?site=academy" data-service="https://information.school.example/cms"></script>',
  )
})

it('what a visitor loads is the sum of its parts, and a broken limit is a sentence with both numbers', () => {
  const script = (brotliBytes: number) => ({ brotliBytes })
  const sizes = { loader: script(10), dialog: script(2000), shared: script(300) }
  const icon = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  const limit = { what: 'dialog', parts: ['dialog', 'shared'] as const }
  const scripts = { ...sizes, purify: script(0), news: script(0) }
  expect(
    sizeReport(
      scripts,
      [icon],
      [
        { ...limit, bytes: 2300 },
        { ...limit, bytes: 2299 },
      ],
    ),
  ).toEqual({
    rows: [
      { what: 'dialog', bytes: 2300, limit: 2300 },
      { what: 'dialog', bytes: 2300, limit: 2299 },
    ],
    faults: ['dialog has 2300 bytes after brotli and may have 2299'],
  })
})
