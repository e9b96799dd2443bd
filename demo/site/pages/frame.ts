/** The frame of every page: head, header with navigation, footer, and the popup widget's script tag. */
import { LANGUAGES, type Language, type SiteId } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { homePlace, newsPlace, type Place } from '../addresses.ts'
import { feedAddress, feedLinks } from '../feeds.ts'
import { CONTACT, TEXTS, textsIn } from '../strings.ts'
import { LOCALES } from '../wording.ts'

/** Service and website of the popup widget. */
export interface WidgetTag {
  serviceUrl: string
  siteId: SiteId
}

export interface Frame {
  lang: Language
  widget: WidgetTag
  /** The page's URL in both languages, for the language switch. */
  place: Place
  /** Title of the page; the front page has only the school's name. */
  title?: string
  /** Not for search engines. */
  unlisted?: boolean
  /** Replaces the school's own popup in the head. */
  head?: Part
  /** Additional elements of the head. */
  moreHead?: Part
  main: Part
}

export function frame({ lang, widget, place, title, unlisted = false, head, moreHead, main }: Frame): Markup {
  const t = textsIn(lang)
  const check = `${widget.serviceUrl}/api/v1/popupmsg/check?siteId=${widget.siteId}&lang=${lang}`
  const popup = html`<link rel="preload" as="fetch" crossorigin href="${check}">
<script async fetchpriority="high" src="/widget/popup.js" data-service="${widget.serviceUrl}" data-site-id="${widget.siteId}" data-lang="${LOCALES[lang]}"></script>`
  return html`<!doctype html>
<html lang="${LOCALES[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title ? `${title} · ${t.school}` : `${t.school} · ${t.motto}`}</title>
<meta name="description" content="${t.description}">
${unlisted && html`<meta name="robots" content="noindex">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7efe2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0c1c24" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/school.css">
<link rel="stylesheet" href="/assets/site.css">
${LANGUAGES.map(other => html`<link rel="alternate" hreflang="${other}" href="${place(other)}">`)}
${feedLinks(widget.siteId, lang)}<script src="/site.js" defer></script>
${head ?? popup}${moreHead}
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
${header(lang, place)}
<main id="content" tabindex="-1">${main}</main>
${footer(lang, widget.siteId)}
</body>
</html>
`
}

function header(lang: Language, place: Place): Markup {
  const t = textsIn(lang)
  const [other = lang] = LANGUAGES.filter(language => language !== lang)
  return html`<header class="top">
<div class="top-row">
<a class="name" href="${homePlace(lang)}">
<img src="/assets/crest.svg" width="48" height="56" alt="">
<span class="name-words"><span class="name-main">${t.school}</span> <span class="name-other" lang="${other}">${TEXTS.school[other]}</span></span>
</a>
<a class="language" href="${place(other)}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a>
<button class="menu-button" type="button" aria-expanded="false" aria-controls="menu"><span class="menu-bars" aria-hidden="true"></span><span class="menu-word">${t.menu}</span></button>
<nav class="menu" id="menu" aria-label="${t.mainNavigation}">
<ul class="menu-list">${links(lang).map(({ href, text }) => html`<li><a class="menu-link" href="${href}"${current(href, place(lang))}>${text}</a></li>`)}</ul>
</nav>
</div>
</header>`
}

/** Value of aria-current: "page" for the list itself, "true" for an entry below it. */
function current(href: string, here: string): Markup | false {
  const path = here.split('?')[0] ?? here
  if (href === path) return html` aria-current="page"`
  return path.startsWith(`${href}/`) && html` aria-current="true"`
}

function links(lang: Language): { href: string; text: string }[] {
  const t = textsIn(lang)
  const home = homePlace(lang)
  return [
    { href: newsPlace()(lang), text: t.news },
    { href: `${home}#parents`, text: t.parents },
    { href: `${home}#term-dates`, text: t.termDates },
    { href: `${home}#school`, text: t.ourSchool },
    { href: `${home}#visit`, text: t.visit },
  ]
}

function footer(lang: Language, siteId: SiteId): Markup {
  const t = textsIn(lang)
  return html`<footer class="foot">
<div class="foot-row">
<div class="foot-school">
<img src="/assets/crest.svg" width="60" height="70" alt="">
<p class="foot-name">${LANGUAGES.map(language => html`<span lang="${language}">${TEXTS.school[language]}</span> `)}</p>
<p class="foot-motto">${t.motto}</p>
</div>
<address>
<p>${t.address1}<br>${t.address2}</p>
<p><a href="${CONTACT.telephoneLink}">${CONTACT.telephone}</a><br><a href="mailto:${CONTACT.office}">${CONTACT.office}</a></p>
</address>
<nav aria-label="${t.footerNavigation}">
<ul><li><a href="${homePlace(lang)}">${t.home}</a></li>${links(lang).map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}<li><a href="${feedAddress(siteId, lang)}" type="application/rss+xml">${t.newsFeed}</a></li></ul>
</nav>
</div>
<p class="foot-note">${t.demoNote}</p>
</footer>`
}
