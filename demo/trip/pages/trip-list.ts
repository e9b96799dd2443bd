/** Trips as a list: a calendar icon with the day, the name, and the state. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import type { SignUp } from '../records/sign-ups.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { dayNumber, monthIn, shortDayIn, weekdayIn } from '../wording.ts'

export interface TripRow {
  trip: Trip
  href: string
  /** Below the name. */
  words: string
  standing: Standing
}

/** A label; its kind selects the style. */
export interface Standing {
  kind: 'signed' | 'open' | 'full' | 'closed'
  words: string
  /** Until when this is the case. */
  until?: string | undefined
}

export function tripList(lang: Language, rows: readonly TripRow[]): Markup {
  return html`<ul class="trips">${rows.map(row => tripRow(lang, row))}</ul>`
}

function tripRow(lang: Language, { trip, href, words, standing }: TripRow): Markup {
  return html`<li class="trip">
${leaf(lang, trip.leavesAt)}
<div class="trip-words">
<h3 class="trip-title"><a href="${href}">${trip.texts[lang].title}</a></h3>
<p class="trip-more">${words}</p>
</div>
${standingMark(standing)}
</li>`
}

/** The trip's page has the full date; here screen readers get it in one piece. */
function leaf(lang: Language, day: string): Markup {
  return html`<p class="leaf"><time datetime="${day.slice(0, 10)}"><span class="leaf-month">${monthIn(lang, day)}</span> <span class="leaf-day">${dayNumber(day)}</span> <span class="leaf-weekday">${weekdayIn(lang, day)}</span></time></p>`
}

function standingMark({ kind, words, until }: Standing): Markup {
  return html`<p class="standing"><span class="is-${kind}">${words}</span>${until && html` <span class="until">${until}</span>`}</p>`
}

/** The state of one trip for one child. */
export function standingOf(lang: Language, trip: Trip, signUp: SignUp | undefined, today: string): Standing {
  const say = wordsIn(lang)
  if (signUp) return { kind: 'signed', words: say('stateSigned') }
  const state = stateOf(trip, today)
  if (state === 'full') return { kind: 'full', words: say('stateFull') }
  if (state === 'closed') return { kind: 'closed', words: say('stateClosed') }
  const left = trip.places - trip.taken
  return {
    kind: 'open',
    words: left === 1 ? say('onePlaceLeft') : say('placesLeft', { n: left }),
    until: say('signBy', { day: shortDayIn(lang, trip.closesOn) }),
  }
}
