/** For staff: who has signed up for a trip, by class. */
import { html, type Markup } from '../../../shared/html/template.ts'
import { STUDENTS, type Student, type Trip } from '../sample-school.ts'
import type { SignUp } from '../sign-ups.ts'
import { wordsIn } from '../strings.ts'
import { dayIn, listIn, momentIn, nameIn, spanIn } from '../wording.ts'
import type { Content } from './trip-list.ts'

export function tripStaffPage(content: Content, trip: Trip): Markup {
  const { lang, signUps } = content
  const say = wordsIn(lang)
  return html`<h1>${trip.texts[lang].title}</h1>
<p class="lead">${dayIn(lang, trip.leaves)}, ${spanIn(lang, trip.leaves, trip.returns)}<br>${trip.texts[lang].meeting}</p>
<p class="tally"><strong>${say('takenOf', { taken: signUps.taken(trip.tripId), places: trip.places })}</strong> ${say('takenWords')}</p>
${trip.groups.map((group, at) => classList(content, trip, group, at))}`
}

function classList({ lang, signUps }: Content, { tripId }: Trip, group: string, at: number): Markup {
  const say = wordsIn(lang)
  const students = STUDENTS.filter(({ groupName }) => groupName === group).map(student => ({
    student,
    signUp: signUps.of(tripId, student.refNo),
  }))
  const signed = students.filter(({ signUp }) => signUp)
  const missing = students.filter(({ signUp }) => !signUp).map(({ student }) => nameIn(lang, student))
  const names = [say('columnName'), say('columnNote'), say('signedBy')]
  return html`<section class="sheet" aria-labelledby="group-${at}">
<h2 id="group-${at}">${group} <span class="group">${say('groupCount', { signed: signed.length, all: students.length })}</span></h2>
<table role="table" aria-labelledby="group-${at}">
<thead role="rowgroup"><tr role="row">${names.map(name => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${signed.map(({ student, signUp }) => signUp && row(lang, student, signUp))}</tbody>
</table>
${missing.length > 0 && html`<p class="missing"><strong>${say('notYet')}</strong> ${listIn(lang, missing)}</p>`}
</section>`
}

/** On a phone each row is a block. The roles are set again, because browsers no longer treat such a row as a table row. */
function row(
  lang: Content['lang'],
  student: Student,
  { note, guardianRef, signedBy, signedAt }: SignUp,
): Markup {
  const by = guardianRef === null ? wordsIn(lang)('paperShort') : signedBy
  return html`<tr role="row"><th role="rowheader" scope="row">${nameIn(lang, student)} <span class="below">${student.refNo}</span></th><td role="cell" class="as-typed">${note}</td><td role="cell" class="by">${by} <span class="below">${momentIn(lang, signedAt)}</span></td></tr>`
}
