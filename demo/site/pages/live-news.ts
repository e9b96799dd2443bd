/** News with `<school-news>`: the browser calls the agent itself, and new entries appear on the open page. */
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { newsPlace } from '../addresses.ts'
import { textsIn } from '../strings.ts'
import { LOCALES } from '../wording.ts'

export const LIVE_NEWS_HEAD = html`<script type="module" src="/widget/school-news.js"></script>`

export function liveNews(lang: Language, { agentUrl, siteId }: { agentUrl: string; siteId: SiteId }): Markup {
  const t = textsIn(lang)
  return html`<div class="band page">
<h1>${t.liveNews}</h1>
<p class="lead">${t.liveNewsIntro}</p>
<school-news service="${agentUrl}" site-id="${siteId}" lang="${LOCALES[lang]}" hash="news" limit="8"></school-news>
<noscript><p class="quiet">${t.liveNewsNeedsScript} <a href="${newsPlace()(lang)}">${t.allNews}</a></p></noscript>
</div>`
}
