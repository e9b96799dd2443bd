/** `@schoolbell/widget/news`: the class of `<school-news>`, its events and its words. Registers nothing; `define-news.ts` does. */
export type { Language } from '../contract.ts'
export type { OpenedNews, SchoolNewsEventMap } from '../school-news.events.ts'
export { NEWS_STRINGS, type NewsStrings } from '../school-news.strings.ts'
export { SchoolNews } from '../school-news.ts'
export type { NewsAttachment, NewsEntry } from './entry.ts'
