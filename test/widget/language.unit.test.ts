import { expect, it } from 'vitest'
import { languageOf } from '../../widget/language.ts'

it.each([
  'zh',
  'zh-HK',
  'ZH-hk',
  'zh-MO',
  'zh-TW',
  'zh-Hant',
  'zh-Hant-HK',
  'zh-hant-tw',
  'zh-CN',
  'zh-Hans-SG',
])('a page in %s is asked for in Traditional Chinese', tag => expect(languageOf(tag)).toBe('zh-HK'))

it.each(['en', 'en-GB', 'fr', '', 'x-zh', 'de-CH'])('a page in "%s" is asked for in English', tag =>
  expect(languageOf(tag)).toBe('en-US'),
)
