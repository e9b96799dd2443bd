/** A guardian's home page: each child with its trips, the child selected in the app first. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import type { Draft } from '../records/drafts.ts'
import type { Student } from '../records/families.ts'
import type { SignUp } from '../records/sign-ups.ts'
import type { Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { spanIn } from '../wording.ts'
import { nameIn } from './names.ts'
import { standingOf, tripList } from './trip-list.ts'

export interface ChildTrips {
  child: Student
  trips: { trip: Trip; signUp: SignUp | undefined }[]
}

export interface GuardianHome {
  children: readonly ChildTrips[]
  drafts: readonly Draft[]
  today: string
}

export const tripPath = (tripId: string, studentRef: string) =>
  `/trips/${encodeURIComponent(tripId)}/${encodeURIComponent(studentRef)}`

export function guardianHome(lang: Language, { children, drafts, today }: GuardianHome): Markup {
  const say = wordsIn(lang)
  return html`<h1>${say('app')}</h1>
<p class="lead">${children.length > 0 ? say('guardianLead') : say('noChildren')}</p>
${unfinished(lang, children, drafts)}
${children.map(each => section(lang, each, today))}`
}

function section(lang: Language, { child, trips }: ChildTrips, today: string): Markup {
  const name = nameIn(lang, child)
  const rows = trips.map(({ trip, signUp }) => {
    const standing = standingOf(lang, trip, signUp, today)
    return {
      trip,
      standing,
      href: tripPath(trip.tripId, child.refNo),
      words: spanIn(lang, trip.leavesAt, trip.returnsAt),
    }
  })
  return html`<section class="child" aria-labelledby="child-${child.refNo}">
<h2 id="child-${child.refNo}">${name} <span class="group">${child.groupName}</span></h2>
${rows.length > 0 ? tripList(lang, rows) : html`<p class="empty">${wordsIn(lang)('noTrips', { child: name })}</p>`}
</section>`
}

function unfinished(lang: Language, children: readonly ChildTrips[], drafts: readonly Draft[]) {
  const say = wordsIn(lang)
  const links = drafts.flatMap(({ tripId, studentRef }) => {
    const of = children.find(({ child }) => child.refNo === studentRef)
    const trip = of?.trips.find(({ trip, signUp }) => trip.tripId === tripId && !signUp)?.trip
    if (!of || !trip) return []
    const words = say('continueLink', { title: trip.texts[lang].title, child: nameIn(lang, of.child) })
    return [html`<li><a href="${tripPath(tripId, studentRef)}">${words}</a></li>`]
  })
  return (
    links.length > 0 &&
    html`<section class="message" aria-labelledby="unfinished">
<h2 id="unfinished">${say('continueTitle')}</h2>
<ul>${links}</ul>
</section>`
  )
}
