/** What the WordPress plugin repeats in PHP is what the product says elsewhere; its words are complete, its zip too. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { moFile, translationsIn } from '../../scripts/pack/gettext.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { PLUGIN_FOLDER } from '../../scripts/pack/wordpress.ts'
import { versionNow } from '../../scripts/release/version.ts'
import {
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  SAFE_DECLARATIONS,
  TAG_ATTRIBUTES,
} from '../../shared/html/policy.ts'

const read = (file: string) => readFileSync(join(PLUGIN_FOLDER, file), 'utf8')

/** The value of a PHP constant that is a text, also one in several parts. */
function wordsOf(name: string): string[] {
  const [, value = ''] = new RegExp(`const ${name} = (.*?);`, 's').exec(read('policy.php')) ?? []
  return [...value.matchAll(/'([^']*)'/g)]
    .map(([, part]) => part)
    .join('')
    .split(' ')
}

/** The pairs of a PHP constant that is an array of texts. */
function pairsOf(code: string, name: string): Record<string, string> {
  const [, value = ''] = new RegExp(`${name}(?: =|'\\s*=>) array\\(\\n(.*?)\\n\\t*\\)`, 's').exec(code) ?? []
  return Object.fromEntries(
    [...value.matchAll(/'([^']+)'\s*=> '(.*)',$/gm)].map(([, key, text]) => [key, text]),
  )
}

it('allows the markup of the policy', () => {
  expect(wordsOf('SCHOOLBELL_TAGS')).toEqual(ALLOWED_TAGS)
  expect(wordsOf('SCHOOLBELL_DROPPED')).toEqual(DROPPED_WITH_CONTENT)
  expect(wordsOf('SCHOOLBELL_GLOBAL_ATTRIBUTES')).toEqual(GLOBAL_ATTRIBUTES)
  const attributes = Object.entries(TAG_ATTRIBUTES).map(([tag, names]) => [tag, names.join(' ')])
  expect(pairsOf(read('policy.php'), 'SCHOOLBELL_ATTRIBUTES')).toEqual({
    ...Object.fromEntries(attributes),
    // What the agent itself adds.
    a: 'href target rel',
    img: 'src alt width height referrerpolicy loading',
  })
})

it('allows the styles of the policy', () => {
  const forms = [...SAFE_DECLARATIONS].map(([property, form]) => [property, form.source.slice(4, -2)])
  expect(pairsOf(read('policy.php'), 'SCHOOLBELL_STYLES')).toEqual(Object.fromEntries(forms))
})

it('has each text in both languages', () => {
  const code = read('texts.php')
  const [english, chinese] = ['en-US', 'zh-HK'].map(lang => pairsOf(code, `'${lang}`))
  expect(Object.keys(english ?? {}).length).toBeGreaterThan(9)
  expect(Object.keys(chinese ?? {})).toEqual(Object.keys(english ?? {}))
})

const CODE = globSync('{*.php,blocks/*.js}', { cwd: PLUGIN_FOLDER })
const PO = read('languages/schoolbell-news-zh_HK.po')

/** The texts that WordPress translates: of calls, of block.json and of the plugin's head. */
function* translatedInCode(): Generator<string> {
  for (const file of CODE) {
    const calls = read(file).matchAll(
      /\b(?:esc_html|esc_attr|)_(?:_|e)\(\s*'((?:[^'\\]|\\.)*)',\s*'([^']*)',?\s*\)/g,
    )
    for (const [, text = '', domain] of calls) {
      expect({ file, text, domain }).toEqual({ file, text, domain: 'schoolbell-news' })
      yield text
    }
  }
  for (const file of globSync('blocks/*/block.json', { cwd: PLUGIN_FOLDER })) {
    const { title, description, keywords } = JSON.parse(read(file))
    yield `block title\u0004${title}`
    yield `block description\u0004${description}`
    for (const keyword of keywords) yield `block keyword\u0004${keyword}`
  }
  for (const [, text = ''] of read('schoolbell-news.php').matchAll(
    /^ \* (?:Plugin Name|Description): +(.*)$/gm,
  ))
    yield text
}

it('translates each text, with the same values in it, and none that is gone', () => {
  const translations = translationsIn(PO).filter(({ id }) => id !== '')
  expect(translations.map(({ id }) => id).toSorted()).toEqual([...new Set(translatedInCode())].toSorted())
  const values = (text: string) => (text.match(/%(?:\d\$)?[sd]/g) ?? []).toSorted()
  for (const { id, text } of translations)
    expect({ id, values: values(text) }).toEqual({ id, values: values(id) })
})

it('packs a catalogue in which a text is found by its bytes', () => {
  const mo = moFile([
    { id: 'b', text: '乙' },
    { id: '', text: 'Language: zh_HK\n' },
  ])
  const [magic, , count, ids = 0, texts = 0] = Array.from({ length: 5 }, (_, index) =>
    mo.readUInt32LE(index * 4),
  )
  expect({ magic, count }).toEqual({ magic: 0x950412de, count: 2 })
  const at = (table: number, index: number) => {
    const [length, place] = [mo.readUInt32LE(table + index * 8), mo.readUInt32LE(table + index * 8 + 4)]
    expect(mo[place + length]).toBe(0)
    return mo.toString('utf8', place, place + length)
  }
  expect([at(ids, 0), at(texts, 0), at(ids, 1), at(texts, 1)]).toEqual(['', 'Language: zh_HK\n', 'b', '乙'])
})

it('has a readme.txt in the form of WordPress’s directory, which says what the plugin’s head says', () => {
  const head = Object.fromEntries(
    [...read('schoolbell-news.php').matchAll(/^ \* ([A-Z][\w ]+): +(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const [title = '', ...lines] = read('readme.txt').split('\n')
  expect(title).toBe(`=== ${head['Plugin Name']} ===`)
  const blank = lines.indexOf('')
  const headers = Object.fromEntries(lines.slice(0, blank).map(line => line.split(/: (.*)/).slice(0, 2)))
  expect(headers).toEqual({
    Contributors: expect.stringMatching(/^[a-z\d]+$/),
    Tags: expect.stringMatching(/^[^,]+(, [^,]+){0,4}$/),
    'Requires at least': head['Requires at least'],
    'Tested up to': expect.stringMatching(/^\d\.\d$/),
    'Requires PHP': head['Requires PHP'],
    'Stable tag': head.Version,
    License: head.License,
    'License URI': head['License URI'],
  })
  expect(lines[blank + 1]?.length).toBeLessThanOrEqual(150)
  const sections = lines.filter(line => /^== .* ==$/.test(line)).map(line => line.slice(3, -3))
  expect(sections).toEqual([
    'Description',
    'Installation',
    'Frequently Asked Questions',
    'Changelog',
    'Upgrade Notice',
  ])
  expect(head.Version).toBe(versionNow())
  const guide = readFileSync(join(ROOT, 'docs', 'website', 'wordpress.md'), 'utf8')
  expect(guide).toContain(`schoolbell-wordpress-${head.Version}.zip`)
})
