/** One trip for one student: its description on one side, the reply slip on the other. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { isClosed, type Student, type Trip } from '../sample-school.ts'
import type { SignUp } from '../sign-ups.ts'
import { TELEPHONE, wordsIn } from '../strings.ts'
import { dayIn, momentIn, nameIn, shortDayIn, spanIn } from '../wording.ts'
import { tripPath } from './trip-list.ts'

/** Characters; teachers read the note on the way. */
export const LONGEST_NOTE = 500

/** Why a slip was not accepted. */
export type SlipProblem = 'consent' | 'note' | 'full' | 'closed' | 'already'

export interface Slip {
  lang: Language
  trip: Trip
  student: Student
  signUp: SignUp | undefined
  taken: number
  /** Epoch milliseconds. */
  now: number
  /** The guardian who can sign; undefined for a student, who only reads. */
  guardian: string | undefined
  /** What the guardian has typed. */
  note?: string
  problem?: SlipProblem | undefined
}

export function signUpPage(parts: Slip): Markup {
  const { lang, trip, student, signUp } = parts
  const say = wordsIn(lang)
  const { title, about } = trip.texts[lang]
  return html`<div class="two">
<article class="about">
<p class="day">${dayIn(lang, trip.leaves)}</p>
<h1>${title}</h1>
<p class="lead">${about}</p>
${facts(factsOf(parts))}
</article>
<div>
${problemOf(parts)}
<section class="slip" aria-labelledby="slip">
<h2 id="slip">${say('slip')} <span class="group">${say('slipFor', { child: nameIn(lang, student) })}</span></h2>
${signUp ? signed(parts, signUp) : unsigned(parts)}
</section>
</div>
</div>`
}

type Fact = [name: string, value: string]

const facts = (rows: readonly Fact[]): Markup =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd class="as-typed">${value}</dd></div>`)}</dl>`

function factsOf({ lang, trip, taken }: Slip): Fact[] {
  const say = wordsIn(lang)
  const { meeting, bring } = trip.texts[lang]
  return [
    [say('when'), spanIn(lang, trip.leaves, trip.returns)],
    [say('where'), meeting],
    [say('bring'), bring],
    [say('fee'), say('feeNote', { fee: trip.fee })],
    [say('places'), say('placesOf', { left: trip.places - taken, places: trip.places })],
    [say('closes'), dayIn(lang, trip.closes)],
  ]
}

function signed({ lang, trip, student, guardian, now }: Slip, signUp: SignUp): Part {
  const say = wordsIn(lang)
  const child = nameIn(lang, student)
  const onPaper = signUp.guardianRef === null
  return html`<p class="seal" role="status">${say('signedTitle', { child })}</p>
${facts([
  [say('signedBy'), onPaper ? say('onPaper') : signUp.signedBy],
  [say('signedAt'), momentIn(lang, signUp.signedAt)],
  [say('signedNote'), signUp.note || say('noNote')],
])}
${
  guardian !== undefined &&
  (isClosed(trip, now)
    ? html`<p class="hint">${say('withdrawLate', { telephone: TELEPHONE })}</p>`
    : html`<details class="withdraw">
<summary>${say('withdraw')}</summary>
<form method="post" action="${tripPath(trip, student)}">
<p>${say('withdrawText', { child })}</p>
<button class="button" name="withdraw" value="yes">${say('withdrawConfirm', { child })}</button>
</form>
</details>`)
}`
}

function unsigned(parts: Slip): Part {
  const { lang, trip, taken, now, guardian } = parts
  const say = wordsIn(lang)
  if (isClosed(trip, now))
    return html`<p class="seal is-shut">${say('closedTitle')}</p>
<p>${say('closedText', { day: dayIn(lang, trip.closes), telephone: TELEPHONE })}</p>`
  if (taken >= trip.places)
    return html`<p class="seal is-shut">${say('fullTitle')}</p>
<p>${say('fullText', { places: trip.places })}</p>`
  if (guardian === undefined)
    return html`<p class="seal is-shut">${say('studentNotSigned')}</p>
<p>${say('studentAsk', { day: shortDayIn(lang, trip.closes) })}</p>`
  return form(parts, guardian)
}

function form({ lang, trip, student, note, problem }: Slip, guardian: string): Markup {
  const say = wordsIn(lang)
  const child = nameIn(lang, student)
  const invalid = (what: SlipProblem) => problem === what && html` aria-invalid="true"`
  return html`<form method="post" action="${tripPath(trip, student)}">
<label class="field-name" for="note">${say('note')} <span class="optional">${say('optional')}</span></label>
<p class="hint" id="note-hint">${say('noteHint')}</p>
<textarea id="note" name="note" rows="4" maxlength="${LONGEST_NOTE}" aria-describedby="note-hint"${invalid('note')}>
${note}</textarea>
<p class="consent"><input type="checkbox" id="consent" name="consent" value="yes"${invalid('consent')}><label for="consent">${say('consent', { child, title: trip.texts[lang].title })}</label></p>
<button class="button filled">${say('sign')}</button>
<p class="hint">${say('signNote', { name: guardian, day: shortDayIn(lang, trip.closes) })}</p>
</form>`
}

/** What the school has not received stays in view, in the form or here. */
function problemOf({ lang, student, note, problem }: Slip): Part {
  if (!problem) return undefined
  const say = wordsIn(lang)
  const hasForm = problem === 'consent' || problem === 'note'
  const words = {
    consent: say('errorConsent'),
    note: say('errorNote', { most: LONGEST_NOTE }),
    full: say('errorFull'),
    closed: say('errorClosed'),
    already: say('errorAlready', { child: nameIn(lang, student) }),
  }[problem]
  return html`<div class="message" role="alert">
<h2>${say('errorTitle')}</h2>
<p>${hasForm ? html`<a href="#${problem}">${words}</a>` : words}</p>
${!hasForm && note && html`<p class="hint">${say('unsentWords', { telephone: TELEPHONE })}</p><p class="as-typed">${note}</p>`}
</div>`
}
