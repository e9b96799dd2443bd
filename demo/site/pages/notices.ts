/** Pages for errors, with links to other pages. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { homePlace, newsPlace } from '../addresses.ts'
import { icon } from '../icons.ts'
import { textsIn } from '../strings.ts'

export function notice(lang: Language, { title, text }: { title: string; text: string }): Markup {
  const t = textsIn(lang)
  return html`<div class="band notice">
<img src="/assets/buoy.svg" width="320" height="240" alt="">
<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button" href="${homePlace(lang)}">${t.backHome}${icon('arrow')}</a> <a class="button" href="${newsPlace()(lang)}">${t.news}${icon('arrow')}</a></p>
</div>`
}
