/**
 * Lets the site's search find words inside Chinese sentences.
 *
 * The search knows only words between spaces, and finds those that begin with what is typed. So the index gets each Chinese
 * sentence from each of its characters on: one of these beginnings is the word. All of it is done when the site is built: a
 * tokenizer of the browser's own would need a policy that lets text run as code.
 */
const CHINESE = /\p{Script=Han}+/gu
/** No longer word is looked for. */
const LONGEST = 8

/** @param html of a page, for the index alone @returns the same with what the search needs after each piece of text */
export function withBeginnings(html: string): string {
  return html
    .replaceAll(/<h([1-6])\b.*?<\/h\1>/gs, heading => `${heading}<p>${beginningsIn(heading)}</p>`)
    .replaceAll(/<(p|li|td|th)>(.*?)<\/\1>/gs, (whole, tag: string, text: string) =>
      tag === 'p' && !/\p{Script=Han}{2}/u.test(text)
        ? whole
        : `<${tag}>${text} ${beginningsIn(text)}</${tag}>`,
    )
}

const beginningsIn = (html: string): string =>
  [...html.replaceAll(/<[^>]*>/g, '').matchAll(CHINESE)]
    .flatMap(([run]) => [...run].map((_, index, all) => all.slice(index, index + LONGEST).join('')))
    .join(' ')
