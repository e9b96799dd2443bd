/** Routes for guardians: read about a trip, sign up a child, withdraw. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SelectionHint } from '../../../extension/index.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { guardianHome, tripPath } from '../pages/guardian-home.ts'
import {
  consentIn,
  LONGEST_NOTE,
  lengthOf,
  problemTitle,
  SLIP_FORM,
  type SlipProblem,
  slip,
  standingProblem,
} from '../pages/slip.ts'
import { tripPage } from '../pages/trip-page.ts'
import type { Student } from '../records/families.ts'
import type { NewSignUp, SigningOutcome, SignUps } from '../records/sign-ups.ts'
import { stateOf, type Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { chooseLanguage, knownVisitor, type TripVisit, visitorOf } from '../visitor.ts'
import { nameOf, noteIn, show, showMissing, showNotice, type TripParts, wordsOf } from './parts.ts'

interface Addressed {
  Params: { tripId: string; studentRef: string }
}
interface Sent extends Addressed {
  Body: URLSearchParams | undefined
}

export function guardianRoutes(server: FastifyInstance, parts: TripParts): void {
  const { records, marks, visits } = parts
  const guardiansOnly = { preHandler: visits.requireVisit({ role: 'Guardian' }) }

  server.get<Addressed & { Querystring: { done?: string; problem?: string } }>(
    '/trips/:tripId/:studentRef',
    guardiansOnly,
    (request, reply) => showTrip(request, reply, parts, request.query),
  )

  server.post<Sent>('/trips/:tripId/:studentRef/sign', (request, reply) => {
    const { visit } = visitorOf(request)
    const { params, body } = request
    const [note, shown] = [noteIn(request), shownIn(request)]
    const language = LANGUAGES.find(one => one === body?.get('language'))
    if (language) chooseLanguage(reply, language)
    const writer = marks.guardianOf(body?.get('mark') ?? '', params)
    if (visit?.user.role !== 'Guardian' || (writer !== undefined && writer !== visit.account)) {
      if (writer !== undefined && note) records.drafts.keep({ guardianRef: writer, ...params, note }, shown)
      if (visit) return showNotice(request, reply.code(409), { title: 'othersTitle', text: 'othersText' })
      return showEnded(request, reply, writer !== undefined)
    }
    if (language === undefined) return sign(request, reply, parts, writer !== undefined)
    if (!ownTrip(visit, parts, params)) return showMissing(request, reply)
    records.drafts.keep({ guardianRef: visit.account, ...params, note }, shown)
    return sendOn(reply, params)
  })

  server.post<Sent>('/trips/:tripId/:studentRef/withdraw', guardiansOnly, (request, reply) => {
    const { visit } = knownVisitor(request)
    const { params } = request
    const outcome = records.signUps.withdraw({ ...params, guardianRef: visit.account })
    if (outcome === 'unknown') return showMissing(request, reply)
    return sendOn(reply, params, outcome === 'withdrawn' && 'done=withdrawn')
  })

  // A tab that is restored requests the address of its form with GET.
  for (const sent of ['sign', 'withdraw'])
    server.get<Addressed>(`/trips/:tripId/:studentRef/${sent}`, (request, reply) =>
      sendOn(reply, request.params),
    )
}

export function showGuardianHome(
  request: FastifyRequest,
  reply: FastifyReply,
  { records, time }: TripParts,
): FastifyReply {
  const { lang, visit } = knownVisitor(request)
  const trips = records.trips.all()
  const children = selectedFirst(records.families.childrenOf(visit.account), visit.selectionHint).map(
    child => ({
      child,
      trips: trips
        .filter(({ groups }) => groups.includes(child.groupName))
        .map(trip => ({ trip, signUp: records.signUps.of(trip.tripId, child.refNo) })),
    }),
  )
  const drafts = records.drafts.of(visit.account)
  const main = guardianHome(lang, { children, drafts, today: time.today() })
  return show(request, reply, { title: wordsIn(lang)('app'), main })
}

/** The app's selection only sorts the guardian's own children. Another child has no effect, and no error is shown. */
function selectedFirst(children: Student[], hint: SelectionHint): Student[] {
  const isSelected = ({ refNo }: Student) => hint.kind === 'student' && hint.refNo === refNo
  return children.toSorted((one, other) => Number(isSelected(other)) - Number(isSelected(one)))
}

/** Signs up, or keeps the text and shows the reason. Always redirects to a page that can be reloaded. */
function sign(
  request: FastifyRequest<Sent>,
  reply: FastifyReply,
  parts: TripParts,
  isGenuine: boolean,
): FastifyReply {
  const { records } = parts
  const { lang, visit } = knownVisitor(request)
  const { params, body } = request
  const own = ownTrip(visit, parts, params)
  if (!own) return showMissing(request, reply)
  const [note, shown] = [noteIn(request), shownIn(request)]
  const guardianRef = visit.account
  const consent = consentIn(lang, own.trip, own.child)
  const slip = { ...params, guardianRef, signedBy: nameOf(visit), consent, note }
  const outcome = unready(note, body, isGenuine) ?? signed(slip, records.signUps)
  if (outcome === 'unknown') return showMissing(request, reply)
  if (outcome !== 'signed') {
    records.drafts.keep({ guardianRef, ...params, note }, shown)
    return sendOn(reply, params, `problem=${outcome}`)
  }
  records.drafts.drop({ guardianRef, ...params, note }, shown)
  return sendOn(reply, params, 'done=signed')
}

/** The note that the form had when it was opened. */
const shownIn = ({ body }: FastifyRequest<Sent>): string => body?.get('shown') ?? ''

function unready(
  note: string,
  body: URLSearchParams | undefined,
  isGenuine: boolean,
): SlipProblem | undefined {
  if (!isGenuine) return 'old'
  if (lengthOf(note) > LONGEST_NOTE) return 'note'
  return body?.get('consent') === 'yes' ? undefined : 'consent'
}

function signed(slip: NewSignUp, signUps: SignUps): SigningOutcome {
  const outcome = signUps.sign(slip)
  if (outcome !== 'already') return outcome
  // The button was pressed twice. Different text must not be lost silently.
  const standing = signUps.of(slip.tripId, slip.studentRef)
  return standing?.guardianRef === slip.guardianRef && standing.note === slip.note ? 'signed' : 'already'
}

/** Redirects to the trip's page with the reply slip. */
function sendOn(
  reply: FastifyReply,
  { tripId, studentRef }: Addressed['Params'],
  what?: string | false,
): FastifyReply {
  return reply.redirect(`${tripPath(tripId, studentRef)}${what ? `?${what}` : ''}#reply`, 303)
}

function showTrip(
  request: FastifyRequest<Addressed>,
  reply: FastifyReply,
  parts: TripParts,
  asked: { done?: string; problem?: string },
): FastifyReply {
  const { records, time, marks } = parts
  const { lang, visit } = knownVisitor(request)
  const { params } = request
  const own = ownTrip(visit, parts, params)
  if (!own) return showMissing(request, reply)
  const { trip, child } = own
  const { title } = trip.texts[lang]
  const today = time.today()
  const draft = records.drafts
    .of(visit.account)
    .find(({ tripId, studentRef }) => tripId === trip.tripId && studentRef === child.refNo)
  const state = { trip, today, note: draft?.note ?? '', signUp: records.signUps.of(trip.tripId, child.refNo) }
  const problem = standingProblem(asked.problem, state)
  const done = asked.done === 'signed' || asked.done === 'withdrawn' ? asked.done : undefined
  const replySlip = slip(lang, {
    ...state,
    child,
    problem,
    done: done ?? (draft && !problem ? 'draft' : undefined),
    guardian: nameOf(visit),
    mark: marks.make({ guardianRef: visit.account, ...params }),
  })
  return show(request, reply, {
    title: problem ? `${wordsIn(lang)(problemTitle(problem))} · ${title}` : title,
    path: tripPath(trip.tripId, child.refNo),
    form: !state.signUp && stateOf(trip, today) === 'open' ? SLIP_FORM : undefined,
    back: { href: '/', text: wordsIn(lang)('allTrips') },
    main: tripPage(lang, trip, today, replySlip),
  })
}

/** A trip of one of this guardian's children; otherwise undefined. */
function ownTrip(
  visit: TripVisit,
  { records }: TripParts,
  { tripId, studentRef }: Addressed['Params'],
): { trip: Trip; child: Student } | undefined {
  const trip = records.trips.get(tripId)
  const child = records.families.childrenOf(visit.account).find(({ refNo }) => refNo === studentRef)
  return trip && child && trip.groups.includes(child.groupName) ? { trip, child } : undefined
}

/** @param isKept false when the form's mark is not valid, so its user is unknown: the text is then shown for copying */
function showEnded(request: FastifyRequest, reply: FastifyReply, isKept: boolean): FastifyReply {
  const words = wordsOf(request)
  return showNotice(request, reply.code(401), {
    title: 'endedTitle',
    text: 'endedText',
    also: words && isKept ? 'endedSigning' : 'endedUnsent',
    more: words,
  })
}
