/** Small pieces of text that messages are made of, and the reader's language. */
import { expect, it } from 'vitest'
import { preferredLanguage } from '../../../shared/text/accept-language.ts'
import { counted } from '../../../shared/text/counted.ts'
import { lineOfJson } from '../../../shared/text/json.ts'
import { parsedUrl } from '../../../shared/text/parsed-url.ts'
import { withoutEnd } from '../../../shared/text/without-end.ts'

it.each([
  ['en-GB, zh-TW;q=0.9', 'en-US'],
  ['fr, en;q=0.5, zh;q=0.8', 'zh-HK'],
  ['en;q=0.4, yue;q=0.4', 'en-US'],
  ['en;q=0, cmn-Hans', 'zh-HK'],
  ['fr-zh, de-en, ben', undefined],
  ['zhx, english', undefined],
  ['*', undefined],
  [undefined, undefined],
])('who asks for %j reads %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

it.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
])('%i is said as "%s"', (count, words) => {
  expect(counted(count, 'entry', 'entries')).toBe(words)
})

it('a plural is the word with an s', () => {
  expect(counted(2, 'file')).toBe('2 files')
})

it.each([
  ['school.example///', '/', 'school.example'],
  ['a, b;.', ',;.', 'a, b'],
  ['///', '/', ''],
  ['/a', '/', '/a'],
  ['', '/', ''],
])('the end of %j without %j is %j', (text, characters, left) => {
  expect(withoutEnd(text, characters)).toBe(left)
})

it('an address is read with its base, and what is none is undefined', () => {
  expect(parsedUrl('/a', 'https://school.example/b')?.href).toBe('https://school.example/a')
  expect(parsedUrl('/a')).toBeUndefined()
})

it('JSON in one line moves no cursor', () => {
  expect(lineOfJson({ a: ['\u009b2J', '\u202e'] })).toBe('{"a":["\\u009b2J","\\u202e"]}')
})
