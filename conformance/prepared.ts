/**
 * What a tester enters before a run, so that every rule of popups and news can be seen; docs/integrate/conformance.md describes it to people.
 *
 * Each message and entry is known by its titles: `schoolbell A English` and `schoolbell A 中文`.
 */
import type { Language } from '../shared/contract/site.ts'

export const PREPARED = {
  /** A popup message. */
  academyOnly: 'schoolbell A',
  /** A popup message. */
  preSchoolOnly: 'schoolbell B',
  /** The news entry with files. */
  withFiles: 'schoolbell C',
  /** More news entries, since some rules need several. */
  more: ['schoolbell D', 'schoolbell E'],
  /** A news entry that is published and then deleted. */
  deleted: 'schoolbell F',
  /** A news entry that is entered once the other is deleted: whoever sees it knows that there was a deletion. */
  afterDeletion: 'schoolbell G',
} as const

const LANGUAGE_WORDS: Record<Language, string> = { 'en-US': 'English', 'zh-HK': '中文' }

/** Whether a title is that of the named message or entry, in either language. */
export const isNamed = (title: string, name: string) => plain(title).startsWith(`${plain(name)} `)

/** Whether a title is that of prepared data in this language. */
export const isPreparedIn = (title: string, language: Language) =>
  /^schoolbell [a-g] /.test(plain(title)) && plain(title).endsWith(plain(LANGUAGE_WORDS[language]))

/** People type more blanks, or other capitals. */
const plain = (title: string) => title.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
