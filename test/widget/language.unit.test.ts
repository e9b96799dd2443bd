import { expect, it } from 'vitest'
import { foreignIn, languageOf, localeOf } from '../../widget/language.ts'

it.each([
  'zh',
  'ZH-hk',
  'zh-TW',
  'zh-Hant-HK',
  'zh-CN',
  'zho',
  'yue',
  'yue-Hant-HK',
  'cmn',
  'chi',
  'nan',
  'hak',
  'wuu',
])('a page in %s is asked for in Traditional Chinese', tag => expect(languageOf(tag)).toBe('zh-HK'))

it.each(['en', 'en-GB', 'fr', '', 'x-zh', 'de-CH'])('a page in "%s" is asked for in English', tag =>
  expect(languageOf(tag)).toBe('en-US'),
)

it.each([
  ['en-GB', 'en-GB'],
  ['en-hk', 'en-HK'],
  ['zh-TW', 'zh-TW'],
  ['en', 'en-HK'],
  ['zh', 'zh-HK'],
  ['', 'en-HK'],
  // French dates among English words would be odd.
  ['fr-FR', 'en-HK'],
  ['en_GB', 'en-HK'],
  ['en-!', 'en-HK'],
  ['en-US', 'en-US'],
  ['yue', 'zh-HK'],
  ['zh-', 'zh-HK'],
])('a page in "%s" has dates as in %s', (tag, locale) => expect(localeOf(tag)).toBe(locale))

it.each([
  ['Sports day', 'zh-HK', 'en'],
  ['Sports day', 'en-US', undefined],
  ['陸運會', 'en-US', 'zh-HK'],
  ['陸運會', 'zh-HK', undefined],
  ['PTA 會議', 'zh-HK', undefined],
  ['Mr 陳 is back', 'en-US', undefined],
  ['17:00', 'zh-HK', undefined],
  ['', 'en-US', undefined],
  ['👍', 'zh-HK', undefined],
] as const)('"%s" among %s is marked as %s', (text, around, lang) =>
  expect(foreignIn(text, around)).toBe(lang),
)
