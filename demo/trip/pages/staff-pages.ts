/** The pages of staff: all trips with their numbers, and each trip's list by class, with a print style. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { onTheWall } from '../records/school-time.ts'
import type { ListedStudent, SignUp } from '../records/sign-ups.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { dayIn, momentIn, shortDayIn, spanIn } from '../wording.ts'
import { nameIn } from './names.ts'
import { type Standing, tripList } from './trip-list.ts'

export const listPath = (tripId: string) => `/lists/${encodeURIComponent(tripId)}`

export function staffHome(lang: Language, trips: readonly Trip[], today: string): Markup {
  const say = wordsIn(lang)
  const rows = trips.map(trip => ({
    trip,
    href: listPath(trip.tripId),
    standing: standingOfList(lang, trip, today),
    words: `${trip.groups.join(lang === 'en-US' ? ', ' : '、')}${lang === 'en-US' ? ' · ' : '　'}${say('takenOf', { taken: trip.taken, places: trip.places })}`,
  }))
  return html`<h1>${say('app')}</h1>
<p class="lead">${say('staffLead')}</p>
<section class="child" aria-labelledby="trips"><h2 id="trips">${say('allTrips')}</h2>
${rows.length > 0 ? tripList(lang, rows) : html`<p class="empty">${say('staffNoTrips')}</p>`}</section>`
}

function standingOfList(lang: Language, trip: Trip, today: string): Standing {
  const say = wordsIn(lang)
  const kind = stateOf(trip, today)
  if (kind === 'closed') return { kind, words: say('stateClosed') }
  if (kind === 'full') return { kind, words: say('stateFull') }
  return { kind, words: say('openUntil', { day: shortDayIn(lang, trip.closesOn) }) }
}

export function staffList(lang: Language, trip: Trip, students: readonly ListedStudent[]): Markup {
  const say = wordsIn(lang)
  const groups = Map.groupBy(students, ({ groupName }) => groupName)
  const when = `${dayIn(lang, trip.leavesAt)}${lang === 'en-US' ? ', ' : ''}${spanIn(lang, trip.leavesAt, trip.returnsAt)}`
  return html`<h1>${trip.texts[lang].title}</h1>
<p class="lead">${when}<br>${trip.texts[lang].meeting}</p>
<div class="tally">
<p><strong>${say('takenOf', { taken: trip.taken, places: trip.places })}</strong> ${say('takenWords')}</p>
<p class="not-printed"><a class="button second" href="${listPath(trip.tripId)}/list.csv" download>${say('csv')}</a></p>
<p class="hint not-printed">${say('printNote')}</p>
</div>
${[...groups].map(([name, group], at) => groupList(lang, name, group, at))}`
}

function groupList(
  lang: Language,
  groupName: string,
  students: readonly ListedStudent[],
  at: number,
): Markup {
  const say = wordsIn(lang)
  const signed = students.filter(({ signUp }) => signUp)
  const missing = students.filter(({ signUp }) => !signUp)
  return html`<section class="sheet" aria-labelledby="group-${at}">
<h2 id="group-${at}">${groupName} <span class="group">${say('groupCount', { signed: signed.length, all: students.length })}</span></h2>
${signed.length > 0 ? table(lang, signed, at) : html`<p class="empty">${say('nobodyYet')}</p>`}
${missing.length > 0 && html`<p class="missing"><strong>${say('notYet')}</strong> ${missing.map(student => nameIn(lang, student)).join(lang === 'en-US' ? ', ' : '、')}</p>`}
</section>`
}

/** On a phone each row is a block. The roles are set again, because browsers no longer treat such a row as a table row. */
function table(lang: Language, students: readonly ListedStudent[], at: number): Markup {
  const say = wordsIn(lang)
  const names = [say('columnName'), say('columnNote'), say('columnBy')]
  return html`<table role="table" aria-labelledby="group-${at}">
<thead role="rowgroup"><tr role="row">${names.map(name => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${students.map(student => row(lang, student, student.signUp as SignUp))}</tbody>
</table>`
}

function row(lang: Language, student: ListedStudent, signUp: SignUp): Markup {
  const { name, chineseName, refNo } = student
  const [first, second] = lang === 'zh-HK' && chineseName ? [chineseName, name] : [name, chineseName]
  const signedBy = signUp.guardianRef === null ? wordsIn(lang)('paperShort') : signUp.signedBy
  const signedAt = momentIn(lang, onTheWall(signUp.signedAt))
  return html`<tr role="row"><th role="rowheader" scope="row">${first} <span class="below">${[second, refNo].filter(Boolean).join(' · ')}</span></th><td role="cell" class="as-typed">${signUp.note}</td><td role="cell" class="by">${signedBy} <span class="below">${signedAt}</span></td></tr>`
}
