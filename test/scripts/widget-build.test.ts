/** dist/widget as it was built: what a site copies to its server, and what it may count on. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import type { IntegrityManifest } from '../../scripts/widget/integrity.ts'
import { sizeReport } from '../../scripts/widget/report.ts'
import { PACKAGE_ROOT, WIDGET_DIR } from '../../shared/package-root.ts'

if (!existsSync(join(WIDGET_DIR, 'integrity.json')))
  throw new Error('dist/widget is not built: run `npm run build:widget` first')

const read = (file: string) => readFileSync(join(WIDGET_DIR, file))
const manifest: IntegrityManifest = JSON.parse(read('integrity.json').toString())
const { loader, dialog, news } = manifest.scripts
const digest = (algorithm: string, content: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

describe('the scripts', () => {
  it.each([loader, dialog, news])('$file has the same bytes under its stable and its hashed name', script => {
    const content = read(script.file)
    expect(read(script.hashedFile).equals(content)).toBe(true)
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 6)
    expect(script.hashedFile).toBe(script.file.replace('.js', `-${hash}.js`))
    expect(script).toMatchObject({
      bytes: content.length,
      brotliBytes: brotliCompressSync(content).length,
      integrity: digest('sha384', content),
    })
  })

  it('the loader names the dialog that it was built with, and no other file', () => {
    const code = read('popup.js').toString()
    expect(code.match(/school-popup[\w-]*\.js/g)).toEqual([dialog.hashedFile])
    expect(code).not.toContain('DIALOG_FILE')
  })

  it('the loader runs as a classic script, twice on one page, and leaves one name behind', () => {
    const page = Object.assign(new EventTarget(), {
      document: Object.assign(new EventTarget(), {
        currentScript: { src: 'https://school.example/widget/popup.js', dataset: {} },
        documentElement: { lang: 'en' },
        // Nobody looks at the page: nothing is asked.
        hidden: true,
      }),
      URL,
    })
    const context = createContext(Object.assign(page, { self: page }))
    const addEventListener = page.addEventListener.bind(page)
    Object.assign(page, { addEventListener })
    const before = new Set(Object.keys(page))
    runInContext(read('popup.js').toString(), context)
    runInContext(read('popup.js').toString(), context)
    expect(Object.keys(page).filter(name => !before.has(name))).toEqual(['schoolbell'])
  })

  it.each([dialog, news])('$file is one file that imports nothing', ({ file }) => {
    const words = read(file)
      .toString()
      .match(/\bimport\b(?!\.meta\b).{0,40}/g)
    expect(words).toBeNull()
  })
})

describe('the folder', () => {
  it('holds these files and no other, so that nothing old is copied along', () => {
    const copied = globSync('{icons/*.svg,themes/*.css}', { cwd: join(PACKAGE_ROOT, 'widget') })
    const scripts = [loader, dialog, news].flatMap(({ file, hashedFile }) => [file, hashedFile])
    const loaded = [...scripts, ...copied]
    const described = ['custom-elements.json', 'html-custom-data.json', 'integrity.json']
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

describe('the ready tags', () => {
  const parsed = (html: string) => {
    const { document } = new Window()
    document.body.innerHTML = html
    const [script, ...others] = document.body.children
    expect(others).toEqual([])
    expect(script?.outerHTML).toContain('<script')
    return {
      attributes: Object.fromEntries([...(script?.attributes ?? [])].map(({ name, value }) => [name, value])),
      text: script?.textContent ?? '',
    }
  }
  const options = { 'data-service': 'https://information.school.example/cms', 'data-site-id': 'academy' }

  it('the stable one follows every update: it has no integrity, which would break at the next', () => {
    expect(parsed(manifest.tags.stable).attributes).toEqual({
      async: '',
      fetchpriority: 'high',
      src: '/widget/popup.js',
      ...options,
    })
  })

  it('the checked one names these bytes', () => {
    expect(parsed(manifest.tags.checked).attributes).toEqual({
      async: '',
      fetchpriority: 'high',
      src: `/widget/${loader.hashedFile}`,
      integrity: digest('sha384', read('popup.js')),
      crossorigin: 'anonymous',
      ...options,
    })
  })

  it('the import map names the bytes of the dialog, and a policy can name the map', () => {
    const { attributes, text } = parsed(manifest.tags.importMap)
    expect(attributes).toEqual({ type: 'importmap' })
    expect(JSON.parse(text)).toEqual({
      integrity: { [`/widget/${dialog.hashedFile}`]: digest('sha384', read('school-popup.js')) },
    })
    expect(manifest.importMapCspSource).toBe(`'${digest('sha256', text)}'`)
  })
})

describe('the limits', () => {
  const script = (code: string) => ({ file: 'popup.js', hashedFile: 'popup-000000.js', code })
  const icon = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')

  it('a script within its limit is well', () => {
    const limits = { scripts: { 'popup.js': 100 }, withMessage: 2000 }
    const { rows, faults } = sizeReport([script('alert(1)')], [icon], limits)
    expect(faults).toEqual([])
    expect(rows).toMatchObject([{ file: 'popup.js', raw: 8, limit: 100 }])
  })

  it('each one broken is said in a sentence with both numbers', () => {
    const { faults } = sizeReport([script('alert(1)')], [icon], {
      scripts: { 'popup.js': 3 },
      withMessage: 9,
    })
    expect(faults).toEqual([
      expect.stringMatching(/^popup\.js has \d+ bytes after brotli and may have 3$/),
      expect.stringMatching(/^with a message a visitor loads \d+ bytes and may load 9$/),
    ])
  })

  it('with a message counts the scripts, the largest icon and an answer', () => {
    const limits = { scripts: { 'popup.js': 100 }, withMessage: 2000 }
    const small = sizeReport([script('alert(1)')], [icon], limits)
    const larger = Buffer.from(Array.from({ length: 200 }, (_, index) => index * 7))
    const big = sizeReport([script('alert(1)')], [larger, icon], limits)
    expect(big.withMessage - small.withMessage).toBe(
      brotliCompressSync(larger).length - brotliCompressSync(icon).length,
    )
    expect(small.withMessage).toBeGreaterThan((small.rows[0]?.brotli ?? 0) + 200)
  })
})
