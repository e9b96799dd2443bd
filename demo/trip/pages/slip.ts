/** The reply slip: to be signed, already signed, or why it cannot be signed. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { draftMark } from '../records/drafts.ts'
import type { Student } from '../records/families.ts'
import { onTheWall } from '../records/school-time.ts'
import type { SignUp } from '../records/sign-ups.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { TELEPHONE, type TextName, wordsIn } from '../strings.ts'
import { dayIn, momentIn, shortDayIn } from '../wording.ts'
import { tripPath } from './guardian-home.ts'
import { nameIn } from './names.ts'

/** Characters; teachers read the note on the way. */
export const LONGEST_NOTE = 500

/** The form's id. */
export const SLIP_FORM = 'slip-form'

export interface Slip {
  trip: Trip
  child: Student
  signUp: SignUp | undefined
  today: string
  /** The user who signs. */
  guardian: string
  mark: string
  /** Content of the form: saved earlier, or not sent because of an error. */
  note: string
  problem?: SlipProblem | undefined
  /** A notice about the last action. */
  done?: 'signed' | 'withdrawn' | 'draft' | undefined
}

/** Why a slip was refused; `already`: there is another one. */
export const SLIP_PROBLEMS = ['consent', 'note', 'old', 'full', 'closed', 'already'] as const
export type SlipProblem = (typeof SLIP_PROBLEMS)[number]

export function slip(lang: Language, parts: Slip): Markup {
  const { trip, child, signUp, today, done } = parts
  const say = wordsIn(lang)
  const name = nameIn(lang, child)
  const state = stateOf(trip, today)
  return html`${done === 'signed' && signUp && html`<p class="message" role="status">${say('justSigned')}</p>`}
${done === 'withdrawn' && !signUp && html`<p class="message" role="status">${say('justWithdrawn', { child: name })}</p>`}
${problem(lang, parts)}
<section class="slip" aria-labelledby="slip">
<h2 id="slip">${say('slip')} <span class="group">${say('slipFor', { child: name })}</span></h2>
${signUp ? [signed(lang, parts, signUp), unsent(lang, parts)] : state === 'open' ? form(lang, parts) : shut(lang, parts, state)}
</section>`
}

/** A reason in the URL may be out of date: after a successful submission, no error is shown. */
export function standingProblem(
  asked: unknown,
  { trip, signUp, today, note }: Pick<Slip, 'trip' | 'signUp' | 'today' | 'note'>,
): SlipProblem | undefined {
  const problem = SLIP_PROBLEMS.find(one => one === asked)
  const state = signUp ? 'already' : stateOf(trip, today)
  if (state !== 'open') return problem === state ? problem : undefined
  if (problem === 'note') return lengthOf(note) > LONGEST_NOTE ? problem : undefined
  return problem === 'consent' || problem === 'old' ? problem : undefined
}

/** The consent sentence, stored with the sign-up exactly as shown. */
export function consentIn(lang: Language, trip: Trip, child: Student): string {
  return wordsIn(lang)('consent', { child: nameIn(lang, child), title: trip.texts[lang].title })
}

function form(lang: Language, { trip, child, guardian, mark, note, problem, done }: Slip): Markup {
  const say = wordsIn(lang)
  const invalid = (what: SlipProblem) => problem === what && html` aria-invalid="true"`
  const restored = done === 'draft' && html`<p class="message" role="status">${say('draftNote')}</p>`
  return html`${restored}<form id="${SLIP_FORM}" method="post" action="${tripPath(trip.tripId, child.refNo)}/sign#reply">
<input type="hidden" name="mark" value="${mark}">
<input type="hidden" name="shown" value="${draftMark(note)}">
<label class="field-name" for="note">${say('note')} <span class="optional">${say('optional')}</span></label>
<p class="hint" id="note-hint">${say(trip.onWater ? 'noteHintWater' : 'noteHint')}</p>
<textarea id="note" name="note" rows="4" maxlength="${LONGEST_NOTE}" aria-describedby="note-hint"${invalid('note')}>
${note}</textarea>
<p class="consent"><input type="checkbox" id="consent" name="consent" value="yes"${invalid('consent')}><label for="consent">${consentIn(lang, trip, child)}</label></p>
<button class="button">${say('sign')}</button>
<p class="hint">${say('signNote', { name: guardian, day: shortDayIn(lang, trip.closesOn) })}</p>
</form>`
}

function signed(lang: Language, { trip, child, today }: Slip, signUp: SignUp): Markup {
  const say = wordsIn(lang)
  const name = nameIn(lang, child)
  const rows: [name: string, value: string][] =
    signUp.guardianRef === null
      ? [[say('signedBy'), say('onPaper')]]
      : [
          [say('signedBy'), signUp.signedBy],
          [say('signedAt'), momentIn(lang, onTheWall(signUp.signedAt))],
          ...(signUp.consent ? [[say('signedConsent'), signUp.consent] as [string, string]] : []),
          [say('signedNote'), signUp.note || say('noNote')],
        ]
  return html`<p class="seal">${say('signedTitle', { child: name })}</p>
<dl class="facts">${rows.map(([term, value], at) => html`<div><dt>${term}</dt><dd class="as-typed${at === 0 && ' names'}">${value}</dd></div>`)}</dl>
${stateOf(trip, today) === 'closed' ? html`<p class="hint">${say('withdrawLate', { telephone: TELEPHONE })}</p>` : withdrawal(lang, trip, child)}`
}

/** Needs two presses: the first opens it, the second confirms. */
function withdrawal(lang: Language, trip: Trip, child: Student): Markup {
  const say = wordsIn(lang)
  const name = nameIn(lang, child)
  return html`<details class="withdraw">
<summary>${say('withdraw')}</summary>
<form method="post" action="${tripPath(trip.tripId, child.refNo)}/withdraw#reply">
<p>${say('withdrawText', { child: name })}</p>
<button class="button second">${say('withdrawConfirm', { child: name })}</button>
</form>
</details>`
}

function shut(lang: Language, { trip, note }: Slip, state: 'full' | 'closed'): Markup {
  const say = wordsIn(lang)
  const day = dayIn(lang, trip.closesOn)
  return html`<p class="seal is-shut">${say(state === 'full' ? 'fullTitle' : 'closedTitle')}</p>
<p>${state === 'full' ? say('fullText', { places: trip.places }) : say('closedText', { day, telephone: TELEPHONE })}</p>
${note && ownWords(lang, note)}`
}

/** Text of this guardian that the school has not received, shown beside the signed slip. */
function unsent(lang: Language, { note }: Slip): Part {
  return (
    note &&
    html`${ownWords(lang, note)}
<p class="hint">${wordsIn(lang)('unsentWords', { telephone: TELEPHONE })}</p>`
  )
}

/** Text that cannot be sent now, so that the user can copy it. */
export function ownWords(lang: Language, note: string): Markup {
  return html`<div class="own-words"><p class="hint">${wordsIn(lang)('yourWords')}</p><p class="as-typed">${note}</p></div>`
}

const TARGETS: Partial<Record<SlipProblem, string>> = { consent: '#consent', note: '#note' }

function problem(lang: Language, { problem, note, child }: Slip): Part {
  if (!problem) return undefined
  const say = wordsIn(lang)
  const words = {
    consent: say('errorConsent'),
    note: say('errorNote', { n: lengthOf(note), most: LONGEST_NOTE }),
    full: say('errorFull'),
    closed: say('errorClosed'),
    old: say('errorOld'),
    already: say('errorAlready', { child: nameIn(lang, child) }),
  }[problem]
  const target = TARGETS[problem]
  return html`<div class="message is-error" role="alert">
<h2>${say(problemTitle(problem))}</h2>
<p>${target ? html`<a href="${target}">${words}</a>` : words}</p>
</div>`
}

export const problemTitle = (problem: SlipProblem): TextName =>
  problem === 'already' ? 'alreadyTitle' : 'errorTitle'

/** Counts characters as people do: a Chinese character counts as one. */
export const lengthOf = (note: string): number => Array.from(note).length
