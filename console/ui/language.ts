/** The two languages of the console, and which one this browser reads. */
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { keep } from './kept.ts'

export { LANGUAGES, type Language }

/** A text in both: one that lacks a language is a type error. */
export type Text = Record<Language, string>

/** Says the words of a page: `say('title')`, with names where a sentence has `{name}`. */
export function sayer<Word extends string>(strings: Record<Word, Text>) {
  return (word: Word, names: Record<string, string> = {}, lang = language()): string =>
    strings[word][lang].replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}

/** Of so many of something, `{count}` of them: Chinese has one form for any number, English another one for one. */
export interface CountedText {
  'en-US': { one: string; other: string }
  'zh-HK': string
}

const ENGLISH = new Intl.PluralRules('en-US')

export function countText(text: CountedText, count: number, lang = language()): string {
  const form = lang === 'zh-HK' ? text[lang] : text[lang][ENGLISH.select(count) === 'one' ? 'one' : 'other']
  return form.replace('{count}', numberText(count, lang))
}

/** What it is, and of what: `Added: Tern House`, 已新增：燕鷗社. */
export const withColon = (what: string, of: string, lang = language()): string =>
  `${what}${lang === 'zh-HK' ? '：' : ': '}${of}`

/** Behind a word: ` (3)`, or （3） in full width. */
export const inBrackets = (inner: string | number, lang = language()): string =>
  lang === 'zh-HK' ? `（${inner}）` : ` (${inner})`

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', 'zh-HK': '繁體中文' }

/** The reader's: the page was opened with it (public/assets/look.js), or it was chosen since. */
export const language = (): Language => (document.documentElement.lang === 'zh-HK' ? 'zh-HK' : 'en-US')

const chosen = new EventTarget()

export function useLanguage(lang: Language): void {
  document.documentElement.lang = lang
  keep('language', lang)
  chosen.dispatchEvent(new Event('change'))
}

/** @returns ends it */
export function onLanguage(tell: () => void): () => void {
  chosen.addEventListener('change', tell)
  return () => chosen.removeEventListener('change', tell)
}

/** The school's: wherever a reader is, times are those of the school's clock. */
let timeZone: string | undefined

export function useZone(zone: string): void {
  timeZone = zone
}

/** As schools in Hong Kong write dates and times. */
export const localeOf = (lang: Language): string => (lang === 'zh-HK' ? lang : 'en-HK')

type Time = string | number | Date

/** 2026年11月21日 下午2:05, or 21 November 2026 at 2:05 pm: in the school's zone. */
export const timeText = (time: Time, lang = language()): string =>
  written(time, lang, { dateStyle: 'long', timeStyle: 'short', timeZone })

/** The same with its seconds: of what happens several times a minute. */
export const secondText = (time: Time, lang = language()): string =>
  written(time, lang, { dateStyle: 'medium', timeStyle: 'medium', timeZone })

/** 2:05:09 pm, where the day is plain. */
export const clockText = (time: Time, lang = language()): string =>
  written(time, lang, { timeStyle: 'medium', timeZone })

/** 21/11 14:05:09, or 21/11, 14:05:09: where there is room for no more. */
export const dayClockText = (time: Time, lang = language()): string =>
  written(time, lang, { ...DAY_CLOCK, timeZone })

const DAY_CLOCK: Intl.DateTimeFormatOptions = {
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** 2026年11月21日, or 21 November 2026. */
export const dayOf = (time: Time, lang = language()): string =>
  written(time, lang, { dateStyle: 'long', timeZone })

/** Of a wall clock of the school, whatever zone the reader is in: `2026-11-21T14:05:09`. */
export const wallText = (wall: string, timeStyle: 'short' | 'medium' = 'short', lang = language()): string =>
  written(`${wall}Z`, lang, { dateStyle: 'long', timeStyle, timeZone: 'UTC' })

/** Making one is slow, and a log has thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function written(time: Time, lang: Language, options: Intl.DateTimeFormatOptions): string {
  const name = `${lang} ${JSON.stringify(options)}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(localeOf(lang), options)
  formats.set(name, format)
  return format.format(new Date(time))
}

const BYTES: CountedText = {
  'en-US': { one: '{count} byte', other: '{count} bytes' },
  'zh-HK': '{count} 位元組',
}

/** 512 bytes, 320 KB, 1.2 MB. */
export function sizeText(bytes: number, lang = language()): string {
  if (bytes < 1024) return countText(BYTES, bytes, lang)
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  const maximumFractionDigits = value < 10 && unit === 'MB' ? 1 : 0
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits }).format(value)} ${unit}`
}

export function numberText(number: number, lang = language()): string {
  return new Intl.NumberFormat(lang).format(number)
}
