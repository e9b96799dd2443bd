/** What the WordPress plugin repeats in PHP is what the product says elsewhere. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  SAFE_DECLARATIONS,
  TAG_ATTRIBUTES,
} from '../../shared/html/policy.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'hosts', 'wordpress', 'schoolbell-news')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

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
