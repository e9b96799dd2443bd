/** The two languages of the console, and which one this browser reads. */
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { keep } from './kept.ts'

export { LANGUAGES, type Language }

/** A text in both: one that lacks a language is a type error. */
export type Text = Record<Language, string>

/** Says the words of a page: `say('title', lang)`, with names where a sentence has `{name}`. */
export function sayer<Word extends string>(strings: Record<Word, Text>) {
  return (word: Word, lang: Language, names: Record<string, string> = {}): string =>
    strings[word][lang].replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}

/** Of so many of something, `{count}` of them: Chinese has one form for any number, English another one for one. */
export interface CountedText {
  'en-US': { one: string; other: string }
  'zh-HK': string
}

const ENGLISH = new Intl.PluralRules('en-US')

export function countText(text: CountedText, count: number, lang: Language): string {
  const form = lang === 'zh-HK' ? text[lang] : text[lang][ENGLISH.select(count) === 'one' ? 'one' : 'other']
  return form.replace('{count}', numberText(count, lang))
}

/** What it is, and of what: `Added: Tern House`, 已新增：燕鷗社. */
export const withColon = (what: string, of: string, lang: Language): string =>
  `${what}${lang === 'zh-HK' ? '：' : ': '}${of}`

/** Behind a word: ` (3)`, or （3） in full width. */
export const inBrackets = (inner: string | number, lang: Language): string =>
  lang === 'zh-HK' ? `（${inner}）` : ` (${inner})`

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', 'zh-HK': '繁體中文' }

/** What the page was opened with (public/assets/look.js). */
export function pageLanguage(): Language {
  return document.documentElement.lang === 'zh-HK' ? 'zh-HK' : 'en-US'
}

export function useLanguage(lang: Language): void {
  document.documentElement.lang = lang
  keep('language', lang)
}

/** The school's: wherever a reader is, times are those of the school's clock. */
let timeZone: string | undefined

export function useZone(zone: string): void {
  timeZone = zone
}

/** 2026年11月21日 下午2:05, or Nov 21, 2026, 2:05 PM: in the school's zone. */
export function timeText(time: string | number | Date, lang: Language): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(time),
  )
}

/** 2026-11-21 14:05:09, in the school's zone. */
export function secondText(time: string): string {
  // Swedish writes dates as ISO 8601 does.
  const form = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  return new Intl.DateTimeFormat('sv-SE', form).format(new Date(time))
}

export function numberText(number: number, lang: Language): string {
  return new Intl.NumberFormat(lang).format(number)
}
