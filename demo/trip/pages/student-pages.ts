/** A student's pages: the student's trips, and whether a parent has signed. Students cannot sign. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import type { Student } from '../records/families.ts'
import { onTheWall } from '../records/school-time.ts'
import type { SignUp } from '../records/sign-ups.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { TELEPHONE, wordsIn } from '../strings.ts'
import { dayIn, momentIn, shortDayIn, spanIn } from '../wording.ts'
import { type Standing, standingOf, tripList } from './trip-list.ts'

export interface OwnTrip {
  trip: Trip
  signUp: SignUp | undefined
}

export function studentHome(
  lang: Language,
  student: Student,
  own: readonly OwnTrip[],
  today: string,
): Markup {
  const say = wordsIn(lang)
  const rows = own.map(({ trip, signUp }) => {
    const standing = standingForStudent(lang, trip, signUp, today)
    return {
      trip,
      standing,
      href: `/trips/${encodeURIComponent(trip.tripId)}`,
      words: spanIn(lang, trip.leavesAt, trip.returnsAt),
    }
  })
  return html`<h1>${say('app')}</h1>
<p class="lead">${say('studentLead')}</p>
<section class="child" aria-labelledby="own"><h2 id="own">${say('studentTrips')} <span class="group">${student.groupName}</span></h2>
${rows.length > 0 ? tripList(lang, rows) : html`<p class="empty">${say('studentNoTrips')}</p>`}</section>`
}

/** Shown instead of a reply slip. */
export function studentSlip(lang: Language, { trip, signUp }: OwnTrip, today: string): Markup {
  const say = wordsIn(lang)
  const state = stateOf(trip, today)
  const day = dayIn(lang, trip.closesOn)
  const words = signUp
    ? signUp.guardianRef === null
      ? say('onPaper')
      : `${signUp.signedBy}${lang === 'en-US' ? ', ' : '，'}${momentIn(lang, onTheWall(signUp.signedAt))}`
    : {
        open: say('studentAsk', { day: shortDayIn(lang, trip.closesOn) }),
        full: say('fullText', { places: trip.places }),
        closed: say('closedText', { day, telephone: TELEPHONE }),
      }[state]
  const { kind, words: title } = standingForStudent(lang, trip, signUp, today)
  return html`<section class="slip" aria-labelledby="slip">
<h2 id="slip">${say('slip')}</h2>
<p class="seal${kind !== 'signed' && ' is-shut'}">${signUp ? say('studentSigned') : title}</p>
<p>${signUp && html`<span class="hint">${say('signedBy')}</span><br>`}${words}</p>
</section>`
}

function standingForStudent(lang: Language, trip: Trip, signUp: SignUp | undefined, today: string): Standing {
  const standing = standingOf(lang, trip, signUp, today)
  return standing.kind === 'open' ? { ...standing, words: wordsIn(lang)('studentNotSigned') } : standing
}
