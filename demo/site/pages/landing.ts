/** The front page: hero picture, news, information for parents, the school, and how to get there. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { newsPlace } from '../addresses.ts'
import { type Icon, icon } from '../icons.ts'
import type { NewsAnswer, NewsList } from '../news.ts'
import { CONTACT, SCHOOL_YEAR, type Texts, textsIn } from '../strings.ts'
import { daysIn } from '../wording.ts'
import { cards, quiet } from './cards.ts'

export function landing(lang: Language, news: NewsAnswer<NewsList>): Markup {
  const t = textsIn(lang)
  return html`${hero(t)}${latest(lang, news)}${parents(lang)}${school(t)}${visit(t)}`
}

function hero(t: Texts): Markup {
  return html`<section class="hero" aria-labelledby="hero-title">
<div class="hero-words">
<p class="hero-motto">${t.motto}</p>
<h1 id="hero-title">${t.heroTitle}</h1>
<p class="lead">${t.heroLead}</p>
</div>
<picture>
<source srcset="/assets/harbour-night.svg" media="(prefers-color-scheme: dark)">
<img class="hero-picture" src="/assets/harbour.svg" width="2400" height="1200" alt="${t.heroPicture}" fetchpriority="high">
</picture>
</section>`
}

function latest(lang: Language, news: NewsAnswer<NewsList>): Markup {
  const t = textsIn(lang)
  return html`<section class="band latest" aria-labelledby="latest-title">
<div class="band-head"><h2 id="latest-title">${t.latestNews}</h2>
<a class="more" href="${newsPlace()(lang)}">${t.allNews}${icon('arrow')}</a></div>
${news.state === 'found' ? cards(lang, news.found.items, { lead: true }) : quiet(t.newsQuiet)}
</section>`
}

function parents(lang: Language): Markup {
  const t = textsIn(lang)
  const quick: { href: string; icon: Icon; text: string; note: string }[] = [
    { href: `mailto:${CONTACT.absence}`, icon: 'letter', text: t.linkAbsence, note: t.linkAbsenceNote },
    { href: '#weather', icon: 'wind', text: t.weather, note: t.linkWeatherNote },
    { href: '#term-dates', icon: 'calendar', text: t.termDates, note: t.schoolYear },
    { href: CONTACT.telephoneLink, icon: 'telephone', text: t.linkOffice, note: t.linkOfficeNote },
  ]
  return html`<section class="parents" id="parents" aria-labelledby="parents-title">
<div class="band">
<h2 id="parents-title">${t.parents}</h2>
<ul class="quick">${quick.map(
    link =>
      html`<li><a class="quick-link" href="${link.href}">${icon(link.icon)}<span><strong class="quick-title">${link.text}</strong> <small>${link.note}</small></span></a></li>`,
  )}</ul>
<div class="two">${terms(lang)}${weather(t)}</div>
</div>
</section>`
}

function terms(lang: Language): Markup {
  const t = textsIn(lang)
  return html`<section id="term-dates" aria-labelledby="terms-title">
<h3 class="part-title" id="terms-title">${t.termDates}</h3>
<p class="small">${t.schoolYear}</p>
<dl class="terms">${SCHOOL_YEAR.map(
    ({ name, from, to, term }) =>
      html`<div${term && html` class="term"`}><dt>${name[lang]}</dt><dd>${daysIn(lang, from, to)}</dd></div>`,
  )}</dl>
</section>`
}

function weather(t: Texts): Markup {
  const rows = [
    [t.signal3, t.openAshore, t.closed],
    [t.signal8, t.closed, t.closed],
    [t.signalRed, t.staySafe, t.closed],
  ]
  return html`<section id="weather" aria-labelledby="weather-title">
<h3 class="part-title" id="weather-title">${t.weather}</h3>
<p class="small">${t.weatherNote}</p>
<table class="signals">
<thead><tr><th scope="col">${t.weatherSignal}</th><th scope="col">${t.weatherAcademy}</th><th scope="col">${t.weatherPreSchool}</th></tr></thead>
<tbody>${rows.map(
    ([signal, academy, preSchool]) =>
      html`<tr><th scope="row">${signal}</th><td>${academy}</td><td>${preSchool}</td></tr>`,
  )}</tbody>
</table>
</section>`
}

function school(t: Texts): Markup {
  const sides = [
    { picture: 'water', title: t.onWater, text: t.onWaterText },
    { picture: 'room', title: t.inRoom, text: t.inRoomText },
    { picture: 'bell', title: t.underBell, text: t.underBellText },
  ]
  return html`<section class="band school" id="school" aria-labelledby="school-title">
<h2 id="school-title">${t.ourSchool}</h2>
<p class="statement">${t.schoolLead}</p>
<ul class="sides">${sides.map(
    side =>
      html`<li><img src="/assets/${side.picture}.svg" width="480" height="360" alt=""><h3 class="sides-title">${side.title}</h3><p>${side.text}</p></li>`,
  )}</ul>
</section>`
}

function visit(t: Texts): Markup {
  return html`<section class="visit" id="visit" aria-labelledby="visit-title">
<div class="band two">
<div>
<h2 id="visit-title">${t.visit}</h2>
<p class="place">${t.school}<br>${t.address1}<br>${t.address2}</p>
<dl class="facts">
<div><dt>${t.byFerry}</dt><dd>${t.byFerryText}</dd></div>
<div><dt>${t.byBus}</dt><dd>${t.byBusText}</dd></div>
<div><dt>${t.telephone}</dt><dd><a class="ways-link" href="${CONTACT.telephoneLink}">${CONTACT.telephone}</a></dd></div>
<div><dt>${t.email}</dt><dd><a class="ways-link" href="mailto:${CONTACT.office}">${CONTACT.office}</a></dd></div>
</dl>
</div>
<figure><img src="/assets/chart.svg" width="960" height="640" alt="${t.mapPicture}"><figcaption>${t.fictional}</figcaption></figure>
</div>
</section>`
}
