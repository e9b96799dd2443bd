/** The start page of the folder, with links to all sites and languages. */
import { LANGUAGES } from '../../../../shared/contract/site.ts'
import { html } from '../../../../shared/html/template.ts'
import type { PublishSettings } from '../../../options/publish.ts'
import { type Stream, streamName } from '../../../stream.ts'
import { titleOf } from '../../feeds/texts.ts'
import { INDEX } from '../paging.ts'
import { addressFrom, OWN_STYLE_PATH, pagePath, START_PATH, STYLE_PATH } from '../paths.ts'
import { STRINGS } from './strings.ts'

export function startPage(streams: readonly Stream[], { feeds, stylesheet }: PublishSettings): string {
  const to = (target: string) => addressFrom(START_PATH, target)
  const first = streams[0] ?? { siteId: 'academy', lang: LANGUAGES[0] }
  const titles = [...new Set(streams.map(stream => titleOf(stream, feeds.titles)))]
  const ofFirstSite = streams
    .filter(({ siteId }) => siteId === first.siteId)
    .map(stream => titleOf(stream, feeds.titles))
  const text = html`<!doctype html>
<html lang="${first.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titles.join(' · ')}</title>
<link rel="stylesheet" href="${to(STYLE_PATH)}">
${
  stylesheet !== undefined &&
  html`<link rel="stylesheet" href="${to(OWN_STYLE_PATH)}">
`
}</head>
<body class="start">
<main id="news">
<h1>${ofFirstSite.join(' · ')}</h1>
<ul class="choices">
${streams.map(
  stream => html`<li data-stream="${streamName(stream)}"><a href="${to(pagePath(stream, INDEX))}" lang="${stream.lang}" hreflang="${stream.lang}"><strong>${titleOf(stream, feeds.titles)}</strong> <span>${STRINGS[stream.lang].ownName}</span></a></li>
`,
)}</ul>
</main>
</body>
</html>
`
  return text.toString()
}
