/**
 * Prepares the HTML of a news entry for the site: sanitises it again, and makes it fit the page.
 *
 * The page forbids inline styles, so meaningful ones become classes and others are removed. Headings are renumbered below
 * the page's h1 without gaps; wide tables get a scroll box.
 */
import sanitizeHtml from 'sanitize-html'
import { ALLOWED_TAGS } from '../../shared/html/policy.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import { html, type Markup, trusted } from '../../shared/html/template.ts'
import { textOf } from '../../shared/html/text-of.ts'
import { PAUSES, withoutEnd } from '../../shared/text/without-end.ts'

/** A body prepared for pages. */
export interface Reading {
  body: Markup
  teaser: string
}

export function readBody(source: string, { tableName }: { tableName: string }): Reading {
  const clean = sanitise(source)
  return { body: bodyOf(clean, tableName), teaser: teaserOf(clean) }
}

function bodyOf(clean: string, tableName: string): Markup {
  const box = html`<div class="wide" role="group" aria-label="${tableName}" tabindex="0">`
  return trusted(
    refit(clean)
      .replace(/<table\b/g, `${box}<table`)
      .replace(/<\/table>/g, '</table></div>'),
  )
}

/** The first words of a body as plain text, without tables and headings. */
function teaserOf(clean: string): string {
  const allowedTags = ALLOWED_TAGS.filter(tag => !NOT_IN_TEASER.includes(tag))
  return firstWords(textOf(sanitizeHtml(clean, { allowedTags, nonTextTags: NOT_IN_TEASER })), TEASER)
}

const TEASER = 150

/** As many characters at most, ending at the end of a word. */
export function firstWords(words: string, length: number): string {
  const characters = Array.from(words)
  if (characters.length <= length) return words
  const cut = characters.slice(0, length).join('')
  const lastWord = /[\s,.;:，。；：、！？][^\s,.;:，。；：、！？]{0,24}$/.exec(cut)
  return `${withoutEnd(lastWord ? cut.slice(0, lastWord.index) : cut, PAUSES)}…`
}

const NOT_IN_TEASER = ['script', 'style', 'table', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Meaningful declarations and their classes. */
const CLASSES: Record<string, string> = {
  'text-align:center': 'to-centre',
  'text-align:right': 'to-end',
  'text-align:end': 'to-end',
  'font-weight:bold': 'is-bold',
  'font-weight:700': 'is-bold',
  'font-style:italic': 'is-italic',
  'text-decoration:underline': 'is-underlined',
  'text-decoration:line-through': 'is-struck',
}

function refit(clean: string): string {
  /** Original levels of the headings above the current place. */
  const above: number[] = []
  return sanitizeHtml(clean, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: {
      '*': (tagName, { style, ...attribs }) => {
        const classes = classesOf(style)
        if (classes) attribs.class = classes
        if (!/^h[1-6]$/.test(tagName)) return { tagName, attribs }
        const level = Number(tagName[1])
        while (above.length > 0 && Number(above.at(-1)) >= level) above.pop()
        above.push(level)
        return { tagName: `h${Math.min(above.length + 1, 6)}`, attribs }
      },
    },
  })
}

function classesOf(style = ''): string {
  const declarations = style.split(';').map(declaration => declaration.replace(/\s+/g, '').toLowerCase())
  return declarations.flatMap(declaration => CLASSES[declaration] ?? []).join(' ')
}
