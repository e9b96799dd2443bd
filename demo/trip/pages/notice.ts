/** A page with one message, in the visitor's language and, because phones are shared, below it in the other. */
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { CONTACT } from '../../site/strings.ts'
import { type TextName, wordsIn } from '../strings.ts'

export interface Notice {
  title: TextName
  text: TextName
  /** A second sentence. */
  also?: TextName | undefined
  /** Below the sentences, in the visitor's language. */
  more?: Part
  office?: boolean
}

export function notice(lang: Language, { title, text, also, more, office = false }: Notice): Markup {
  const [other = lang] = LANGUAGES.filter(language => language !== lang)
  const body = (language: Language) => {
    const say = wordsIn(language)
    return html`<p class="lead">${say(text)}</p>${also && html`<p class="lead">${say(also)}</p>`}${office && html`<p class="office">${say('office')} <a href="${CONTACT.telephoneLink}">${CONTACT.telephone}</a></p>`}`
  }
  return html`<div class="notice">
<h1>${wordsIn(lang)(title)}</h1>
${body(lang)}
${more}
<div class="again" lang="${other}"><h2>${wordsIn(other)(title)}</h2>${body(other)}</div>
</div>`
}

/** For developers who try the demo: how to open the web-app. */
export interface TryIt {
  consoleUrl: string
  /** A command for the terminal. */
  command: string
}

export function tryIt(lang: Language, { consoleUrl, command }: TryIt): Markup {
  const say = wordsIn(lang)
  return html`<section class="try" aria-labelledby="try">
<h2 id="try">${say('tryTitle')}</h2>
<p>${say('tryText')}</p>
<p>${say('tryConsole')} <a href="${consoleUrl}">${say('tryConsoleLink')}</a></p>
<p>${say('tryCommand')}</p><pre><code>${command}</code></pre>
</section>`
}
