/** The frame of every page: the school's name, the user, and sign-out. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { wordsIn } from '../strings.ts'

export interface Frame {
  lang: Language
  title: string
  /** The user; undefined when unknown. */
  name?: string | undefined
  /** Whether it has a link back to the list of trips. */
  back?: boolean
  main: Part
}

export function frame({ lang, title, name, back, main }: Frame): Markup {
  const say = wordsIn(lang)
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} · ${say('school')}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/school.css">
<link rel="stylesheet" href="/trip.css">
</head>
<body>
<a class="skip" href="#content">${say('skip')}</a>
<header class="top">
<a class="name" href="/"><img src="/crest.svg" width="48" height="56" alt=""><span class="name-words"><span class="name-main">${say('school')}</span> <span class="name-other">${say('app')}</span></span></a>
</header>
<main id="content" tabindex="-1">
${back && html`<p class="back"><a href="/"><span aria-hidden="true">←</span> ${say('allTrips')}</a></p>`}
${main}
</main>
${
  name !== undefined &&
  html`<footer class="foot">
<p>${say('signedInAs', { name })}</p>
<form method="post" action="/sign-out"><button class="quiet-button">${say('signOut')}</button></form>
</footer>`
}
</body>
</html>
`
}
