/** What is pasted, Word's HTML too: cleaned by the policy before the editor sees it. */
import type { Schema } from '@tiptap/pm/model'
import { Slice } from '@tiptap/pm/model'
import { cleaned } from './cleaned.ts'
import { listsOfWord } from './word-lists.ts'

/** The page's own sanitiser reads the text once more and knows no media: they pass under this address. */
const DISGUISE = 'https://media.invalid/'

export function cleanPasted(html: string): string {
  const { body } = cleaned(html, listsOfWord)
  // A browser reports style attributes wherever they are parsed, and the editor holds no style but this.
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = element.style
    element.removeAttribute('style')
    if (textAlign) element.setAttribute('align', textAlign)
  }
  for (const [name, selector] of [
    ['src', 'img[src^="media:"]'],
    ['href', 'a[href^="media:"]'],
  ] as const) {
    for (const element of body.querySelectorAll(selector))
      element.setAttribute(name, DISGUISE + (element.getAttribute(name) ?? '').slice('media:'.length))
  }
  return body.innerHTML
}

export function restoreMedia(slice: Slice, schema: Schema): Slice {
  const json = JSON.stringify(slice.toJSON())
  return json.includes(`"${DISGUISE}`)
    ? Slice.fromJSON(schema, JSON.parse(json.replaceAll(`"${DISGUISE}`, '"media:')))
    : slice
}
