/** One trip: its description on one side, the reply slip on the other. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { dayIn, moneyIn, spanIn } from '../wording.ts'

/** @param slip shown beside it */
export function tripPage(lang: Language, trip: Trip, today: string, slip: Part): Markup {
  const { title, about } = trip.texts[lang]
  return html`<div class="two">
<article class="about">
<p class="day"><time datetime="${trip.leavesAt.slice(0, 10)}">${dayIn(lang, trip.leavesAt)}</time></p>
<h1>${title}</h1>
<p class="lead">${about}</p>
${facts(lang, trip, stateOf(trip, today) === 'closed')}
</article>
<div class="beside" id="reply" tabindex="-1">${slip}</div>
</div>`
}

function facts(lang: Language, trip: Trip, isClosed: boolean): Markup {
  const say = wordsIn(lang)
  const { meeting, bring } = trip.texts[lang]
  const left = Math.max(0, trip.places - trip.taken)
  const rows: [name: string, value: string][] = [
    [
      say('when'),
      `${dayIn(lang, trip.leavesAt)}${lang === 'en-US' ? ', ' : ''}${spanIn(lang, trip.leavesAt, trip.returnsAt)}`,
    ],
    [say('where'), meeting],
    [say('bring'), bring],
    [say('fee'), trip.fee === 0 ? say('free') : say('feeNote', { money: moneyIn(lang, trip.fee) })],
    [say('places'), say(isClosed ? 'placesInAll' : 'placesOf', { left, places: trip.places })],
    [say('closes'), dayIn(lang, trip.closesOn)],
  ]
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
