/**
 * Tells whether somebody has changed a post. The text that the agent writes carries a fingerprint of itself, in a class of the group
 * around it: a post that still fits its own fingerprint is as an agent wrote it, even if the agent's store, or an answer, is lost.
 *
 * WordPress may write HTML in another way than it came, so the fingerprint is of what a reader sees: words, tags, and where they lead.
 */
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import type { EntryKey } from '../../store/rows.ts'

export interface Texts {
  title: string
  content: string
  excerpt: string
}

/** A class of each post's group, to find it by. */
export const markOf = ({ siteId, lang, newsId }: EntryKey): string =>
  `schoolbell-${hashOf([siteId, lang, newsId])}`

/** Not in the name of a file. */
const MARK = /(?<=["\s])schoolbell-[0-9a-f]{16}(?=["\s])/g

/** Of the entry that a post is of, as its text says; a person may have put two posts together. */
export const marksIn = ({ content }: { content: { raw: string } }): string[] => content.raw.match(MARK) ?? []

const VERSION = /\bschoolbell-v([0-9a-f]{16})\b/
const OWN_CLASS = /^schoolbell-/

/** @param content with the placeholder where its fingerprint is to stand */
export function withVersion(texts: Omit<Texts, 'excerpt'>, placeholder: string): string {
  const version = `schoolbell-v${versionOf(texts)}`
  return texts.content.replaceAll(placeholder, version)
}

/** As the text itself says. */
export const versionIn = ({ content }: Pick<Texts, 'content'>): string | undefined =>
  VERSION.exec(content)?.[1]

/** As it is: of an excerpt WordPress may make another. */
export const versionOf = ({ title, content }: Omit<Texts, 'excerpt'>): string =>
  hashOf([seen(title), seen(content)])

/** Also of what WordPress itself may have taken out of it, for a user of little trust. */
export const fingerprintOf = ({ title, content, excerpt }: Texts): string =>
  hashOf([seen(title), seen(content, [...SEEN, ...STYLED]), seen(excerpt)])

/** Enough bits to tell a school's entries apart. */
export const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)

const SEEN = ['href', 'src', 'alt', 'class']
const STYLED = ['style', 'id', 'target', 'width', 'height']
/** Of the library; a site that moves changes it in all its texts. */
const SITE = /^https?:\/\/[^?#]*(?=\/wp-content\/uploads\/)/

function seen(html: string, names = SEEN): string {
  const parts: string[] = []
  let words = ''
  const endWords = () => {
    const text = words.replace(/\s+/g, ' ').trim()
    if (text) parts.push(text)
    words = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      endWords()
      const values = names
        .map(key => attributes[key] ?? '')
        .map(value =>
          value
            .replace(SITE, '')
            .split(/\s+/)
            .filter(word => word && !OWN_CLASS.test(word))
            .join(' '),
        )
      parts.push(`<${name} ${values.join('|')}>`)
    },
    ontext(text) {
      words += text
    },
    onclosetag(name) {
      endWords()
      parts.push(`</${name}>`)
    },
  })
  parser.end(html)
  endWords()
  return parts.join('\n')
}
