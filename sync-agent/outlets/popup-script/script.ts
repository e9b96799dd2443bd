/**
 * The widget's loader with the service's answers before it: a page whose tag names its site gets the messages of both
 * languages with the script, and asks for none.
 *
 * The answers stand on the script's own tag, where the loader reads them as it reads those that it has fetched. A language
 * without an answer is left out, so that the loader asks: a missing answer must never look like "no messages".
 *
 * Any page may load it, and so read the messages: they are public, like the popup call itself. The same messages give the
 * same bytes on every machine: no time and no txID is in them.
 */
import { SUCCESS } from '../../../shared/contract/return-code.ts'
import { LANGUAGES, type Language, type SiteId } from '../../../shared/contract/site.ts'

/** Longer messages of one language are left out: readers of the other language would load them, too. In characters. */
const LONGEST = 32_768

/** Envelopes of successful answers, as JSON. */
export type Envelopes = Partial<Record<Language, string>>

export function popupScript(loader: string, siteId: SiteId, envelopes: Envelopes): string {
  const answers = LANGUAGES.flatMap(lang => {
    const envelope = envelopes[lang]
    const answer = envelope && JSON.stringify({ code: SUCCESS, content: JSON.parse(envelope).content })
    return answer && answer.length <= LONGEST ? [`"${lang}":${answer}`] : []
  })
  // A page that the browser shows again, as from its history, may get this file from a cache of any age: then it asks.
  return `${UTF8}{const t=document.currentScript;t&&(t.dataset.siteId="${siteId}",performance.getEntriesByType("navigation")[0]?.type=="back_forward"||Object.assign(t,JSON.parse(${literal(`{${answers}}`)})))}${loader}`
}

/** So that a server without a charset, on a page in Big5, does not spoil the messages. */
const UTF8 = '\uFEFF'

/** A JavaScript string. As an object literal, JSON would read `__proto__` differently. */
const literal = (json: string) =>
  `'${json.replace(/[\\'<\u2028\u2029]/g, character => ESCAPES[character] as string)}'`

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  // A page may have the script between its tags, where </script> and <!-- end it.
  '<': '\\x3C',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}
