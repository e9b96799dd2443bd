/** The first page: the trips of each student of a family, or, for staff, all trips. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { isClosed, type Student, type Trip } from '../sample-school.ts'
import type { SignUps } from '../sign-ups.ts'
import { wordsIn } from '../strings.ts'
import { leafIn, listIn, nameIn, shortDayIn, spanIn } from '../wording.ts'

export interface Content {
  lang: Language
  trips: readonly Trip[]
  signUps: SignUps
  /** Epoch milliseconds. */
  now: number
}

export const tripPath = ({ tripId }: Trip, { refNo }: Student) => `/trips/${tripId}/${refNo}`

/** For guardians and students. */
export function familyList(content: Content, students: readonly Student[], lead: string): Markup {
  const { lang, trips, signUps } = content
  const say = wordsIn(lang)
  return html`<h1>${say('app')}</h1>
<p class="lead">${lead}</p>
${students.map(student => {
  const own = trips.filter(({ groups }) => groups.includes(student.groupName))
  const name = nameIn(lang, student)
  return html`<section class="child" aria-labelledby="child-${student.refNo}">
<h2 id="child-${student.refNo}">${name} <span class="group">${student.groupName}</span></h2>
${own.length === 0 && html`<p class="empty">${say('noTrips', { child: name })}</p>`}
<ul class="trips">${own.map(trip =>
    row(content, trip, {
      href: tripPath(trip, student),
      words: spanIn(lang, trip.leaves, trip.returns),
      isSigned: signUps.of(trip.tripId, student.refNo) !== undefined,
    }),
  )}</ul>
</section>`
})}`
}

export function staffList(content: Content): Markup {
  const { lang, trips, signUps } = content
  const say = wordsIn(lang)
  return html`<h1>${say('app')}</h1>
<p class="lead">${say('staffLead')}</p>
<section class="child" aria-labelledby="trips">
<h2 id="trips">${say('allTrips')}</h2>
<ul class="trips">${trips.map(trip =>
    row(content, trip, {
      href: `/lists/${trip.tripId}`,
      words: `${listIn(lang, trip.groups)} · ${say('takenOf', { taken: signUps.taken(trip.tripId), places: trip.places })}`,
    }),
  )}</ul>
</section>`
}

interface Row {
  href: string
  /** Below the name. */
  words: string
  isSigned?: boolean
}

function row({ lang, signUps, now }: Content, trip: Trip, { href, words, isSigned = false }: Row): Markup {
  const say = wordsIn(lang)
  const left = trip.places - signUps.taken(trip.tripId)
  const state = isSigned ? 'signed' : isClosed(trip, now) ? 'closed' : left > 0 ? 'open' : 'full'
  const leaf = leafIn(lang, trip.leaves)
  return html`<li class="trip card">
<p class="leaf"><time datetime="${new Date(trip.leaves).toISOString()}"><span class="leaf-month">${leaf.month}</span> <span class="leaf-day">${leaf.day}</span> <span class="leaf-weekday">${leaf.weekday}</span></time></p>
<div>
<h3 class="trip-title"><a class="card-link" href="${href}">${trip.texts[lang].title}</a></h3>
<p class="trip-more">${words}</p>
</div>
<p class="standing"><span class="is-${state}">${
    {
      signed: say('stateSigned'),
      closed: say('stateClosed'),
      full: say('stateFull'),
      open: left === 1 ? say('onePlaceLeft') : say('placesLeft', { n: left }),
    }[state]
  }</span>${state === 'open' && html` <span class="until">${say('signBy', { day: shortDayIn(lang, trip.closes) })}</span>`}</p>
</li>`
}
