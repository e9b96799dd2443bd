/** The frame of every published page: head, policy, links to the other language and to the feeds. */

import { html, type Markup, type Part, trusted } from '../../../../shared/html/template.ts'
import type { PublishSettings } from '../../../options/publish.ts'
import type { Stream } from '../../../stream.ts'
import { FEED_FORMATS, feedPath } from '../../feeds/formats.ts'
import { titleOf } from '../../feeds/texts.ts'
import { addressFrom, OWN_STYLE_PATH, pagePath, STYLE_PATH } from '../paths.ts'
import { OTHER_LANGUAGE, STRINGS } from './strings.ts'

export interface Frame {
  stream: Stream
  /** The page's own path. */
  path: string
  /** Path of the same page in the other language, if there is one. */
  otherPath: string | undefined
  /** Title of the page; the site's name is added. */
  title: string | undefined
  description?: string | undefined
  /** More for the head. */
  head?: Part
  /** Origins of its pictures, sounds and films. */
  pictures: readonly string[]
  media?: readonly string[]
  /** Its heading is already the site's name. */
  isNamed?: boolean
  main: Markup
}

export function page(frame: Frame, settings: PublishSettings): string {
  const { stream, path, otherPath, title, description, main } = frame
  const { baseUrl } = settings
  const { lang } = stream
  const t = STRINGS[lang]
  const name = titleOf(stream, settings.feeds.titles)
  const to = (target: string) => addressFrom(path, target)
  const whole = (target: string) => (baseUrl ? baseUrl + target : to(target))
  const other = OTHER_LANGUAGE[lang]
  const text = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(frame)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="strict-origin-when-cross-origin">
<title>${title === undefined ? name : `${title} – ${name}`}</title>
${
  description &&
  html`<meta name="description" content="${description}">
`
}<link rel="stylesheet" href="${to(STYLE_PATH)}">
${
  settings.stylesheet !== undefined &&
  html`<link rel="stylesheet" href="${to(OWN_STYLE_PATH)}">
`
}${
  baseUrl &&
  html`<link rel="canonical" href="${baseUrl}${path}">
`
}${
  otherPath &&
  html`<link rel="alternate" hreflang="${lang}" href="${whole(path)}">
<link rel="alternate" hreflang="${other}" href="${whole(otherPath)}">
`
}${feedLinks(stream, name, settings).map(
  ({ type, href }) => html`<link rel="alternate" type="${type}" title="${name}" href="${href}">
`,
)}${frame.head}</head>
<body>
<a class="skip" href="#news">${t.skip}</a>
<header class="site">
${
  !frame.isNamed &&
  html`<p class="name"><a href="${to(pagePath(stream, 'index'))}">${name}</a></p>
`
}${
  otherPath &&
  html`<nav aria-label="${t.language}"><a href="${to(otherPath)}" lang="${other}" hreflang="${other}">${STRINGS[other].ownName}</a></nav>
`
}</header>
<main id="news">
${main}</main>
${footer(stream, name, settings)}</body>
</html>
`
  return text.toString()
}

function footer(stream: Stream, name: string, settings: PublishSettings): Markup {
  const t = STRINGS[stream.lang]
  const links = feedLinks(stream, name, settings)
  return html`<footer class="site">
<p>${name}</p>
${
  links.length > 0 &&
  html`<ul aria-label="${t.subscribe}">
${links.map(
  ({ label, href }) => html`<li><a href="${href}" aria-label="${t.by(label)}">${label}</a></li>
`,
)}</ul>
`
}</footer>
`
}

const FEED_LABELS: Record<string, string> = { '.rss': 'RSS', '.atom': 'Atom', '.json': 'JSON Feed' }

/** Feeds are published only with a base URL, because they contain it. */
function feedLinks(stream: Stream, name: string, { formats, baseUrl }: PublishSettings) {
  if (!baseUrl || !formats.has('feeds')) return []
  return FEED_FORMATS.filter(({ ending }) => FEED_LABELS[ending]).map(format => ({
    name,
    label: FEED_LABELS[format.ending] ?? '',
    type: format.contentType.replace(/;.*/, ''),
    href: baseUrl + feedPath(stream, format).slice(1),
  }))
}

/** The page has no scripts, sends nothing, and loads only its style, pictures and media. */
function policyOf({ pictures, media = [] }: Frame): string {
  const from = (origins: readonly string[]) => ["'self'", ...[...new Set(origins)].sort()].join(' ')
  return [
    "default-src 'none'",
    "style-src 'self'",
    // Bodies keep the inline styles that the sanitiser allows, such as colours.
    "style-src-attr 'unsafe-inline'",
    `img-src ${from(pictures)}`,
    `media-src ${from(media)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** JSON that is safe in a script element. */
export const jsonIn = (value: unknown) => trusted(JSON.stringify(value).replaceAll('<', '\\u003c'))
