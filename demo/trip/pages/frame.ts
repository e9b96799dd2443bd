/** The frame of every page: the school's name, language switch, the user, and sign-out. */
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { wordsIn } from '../strings.ts'

export interface Frame {
  lang: Language
  title: string
  /** The page's own path, for the language switch; undefined when the page shows both languages. */
  path?: string | undefined
  /** Id of the form on the page: its text is kept when the language changes. */
  form?: string | undefined
  /** The user; undefined when unknown. */
  name?: string | undefined
  /** The parent page, for the back link. */
  back?: { href: string; text: string } | undefined
  /** For wide lists of the office. */
  wide?: boolean
  main: Part
}

export function frame({ lang, title, path, form, name, back, wide, main }: Frame): Markup {
  const say = wordsIn(lang)
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} · ${say('school')}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7efe2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0c1c24" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/school.css">
<link rel="stylesheet" href="/trip.css">
</head>
<body${wide && html` class="wide"`}>
<a class="skip" href="#content">${say('skip')}</a>
<header class="top">
<a class="name" href="/"><img src="/crest.svg" width="48" height="56" alt=""><span class="name-words"><span class="name-school">${say('school')}</span> <span class="name-app">${say('app')}</span></span></a>
${path !== undefined && languageSwitch(lang, path, form)}
</header>
<main id="content" tabindex="-1">
${back && html`<p class="back"><a href="${back.href}"><span class="arrow" aria-hidden="true">←</span> ${back.text}</a></p>`}
${main}
</main>
${name !== undefined && foot(lang, name)}
</body>
</html>
`
}

function languageSwitch(lang: Language, path: string, form: string | undefined): Markup {
  const [other] = LANGUAGES.filter(language => language !== lang)
  // Enter presses the first button of a form: this must be the one that submits it.
  if (form !== undefined)
    return html`<button class="first-button" form="${form}" tabindex="-1" aria-hidden="true"></button><button class="language" form="${form}" name="language" value="${other}" lang="${other}">${wordsIn(lang)('otherLanguage')}</button>`
  const query = new URLSearchParams({ to: `${other}`, from: path })
  return html`<a class="language" href="/language?${query.toString()}" lang="${other}" hreflang="${other}">${wordsIn(lang)('otherLanguage')}</a>`
}

function foot(lang: Language, name: string): Markup {
  const say = wordsIn(lang)
  return html`<footer class="foot">
<p>${say('signedInAs', { name })}</p>
<form method="post" action="/sign-out"><button class="quiet-button">${say('signOut')}</button></form>
</footer>`
}
