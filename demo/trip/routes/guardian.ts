/** What guardians do: read about a trip, sign a child up, withdraw. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireVisit } from '../../../extension/fastify.ts'
import type { SelectionHint } from '../../../extension/index.ts'
import { guardianHome, tripPath } from '../pages/guardian-home.ts'
import {
  consentIn,
  LONGEST_NOTE,
  lengthOf,
  ownWords,
  type Slip,
  type SlipProblem,
  slip,
} from '../pages/slip.ts'
import { tripPage } from '../pages/trip-page.ts'
import type { Student } from '../records/families.ts'
import type { Trip } from '../records/trips.ts'
import { wordsIn } from '../strings.ts'
import { knownVisitor, type TripVisit, visitorOf } from '../visitor.ts'
import { nameOf, show, showMissing, showNotice, type TripParts } from './parts.ts'

interface Addressed {
  Params: { tripId: string; studentRef: string }
}
interface Sent extends Addressed {
  Body: URLSearchParams | undefined
}

export function guardianRoutes(server: FastifyInstance, parts: TripParts): void {
  const { records, marks } = parts
  const guardiansOnly = { preHandler: requireVisit({ role: 'Guardian' }) }

  server.get<Addressed & { Querystring: { done?: string } }>(
    '/trips/:tripId/:studentRef',
    guardiansOnly,
    (request, reply) => {
      const { visit } = knownVisitor(request)
      const { tripId, studentRef } = request.params
      const draft = records.drafts
        .of(visit.account)
        .find(one => one.tripId === tripId && one.studentRef === studentRef)
      const done =
        request.query.done === 'signed' || request.query.done === 'withdrawn' ? request.query.done : undefined
      return showTrip(request, reply, parts, { done: done ?? (draft && 'draft'), note: draft?.note ?? '' })
    },
  )

  server.post<Sent>('/trips/:tripId/:studentRef/sign', (request, reply) => {
    const { visit } = visitorOf(request)
    const { params, body } = request
    const note = noteIn(body)
    const writer = marks.guardianOf(body?.get('mark') ?? '', params)
    const keep = () => {
      if (writer !== undefined && note)
        records.drafts.keep({ guardianRef: writer, ...params, note: cut(note) })
    }
    if (visit?.user.role !== 'Guardian') {
      keep()
      if (visit) return showNotice(request, reply.code(409), { title: 'othersTitle', text: 'othersText' })
      return showEnded(request, reply, note, writer !== undefined)
    }
    if (writer === undefined) return showTrip(request, reply.code(409), parts, { problem: 'old', note })
    if (writer !== visit.account) {
      keep()
      return showNotice(request, reply.code(409), { title: 'othersTitle', text: 'othersText' })
    }
    if (lengthOf(note) > LONGEST_NOTE)
      return showTrip(request, reply.code(422), parts, { problem: 'note', note })
    if (body?.get('consent') !== 'yes')
      return showTrip(request, reply.code(422), parts, { problem: 'consent', note })
    return sign(request, reply, parts, note)
  })

  server.post<Sent>('/trips/:tripId/:studentRef/withdraw', guardiansOnly, (request, reply) => {
    const { visit } = knownVisitor(request)
    const { params } = request
    const outcome = records.signUps.withdraw({ ...params, guardianRef: visit.account })
    if (outcome === 'unknown') return showMissing(request, reply)
    if (outcome === 'closed') return showTrip(request, reply.code(409), parts, { note: '' })
    return reply.redirect(`${tripPath(params.tripId, params.studentRef)}?done=withdrawn#reply`, 303)
  })
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

/** The app's choice orders what is theirs anyway. A child that is not theirs changes nothing, and nothing is said of it. */
function selectedFirst(children: Student[], hint: SelectionHint): Student[] {
  const isSelected = ({ refNo }: Student) => hint.kind === 'student' && hint.refNo === refNo
  return children.toSorted((one, other) => Number(isSelected(other)) - Number(isSelected(one)))
}

function sign(
  request: FastifyRequest<Sent>,
  reply: FastifyReply,
  parts: TripParts,
  note: string,
): FastifyReply {
  const { records } = parts
  const { lang, visit } = knownVisitor(request)
  const { tripId, studentRef } = request.params
  const own = ownTrip(visit, parts, request.params)
  if (!own) return showMissing(request, reply)
  const outcome = records.signUps.sign({
    tripId,
    studentRef,
    guardianRef: visit.account,
    signedBy: nameOf(visit),
    consent: consentIn(lang, own.trip, own.child),
    note,
  })
  if (outcome === 'unknown') return showMissing(request, reply)
  if (outcome === 'full' || outcome === 'closed')
    return showTrip(request, reply.code(409), parts, { problem: outcome, note })
  records.drafts.drop({ guardianRef: visit.account, tripId, studentRef })
  return reply.redirect(`${tripPath(tripId, studentRef)}?done=signed#reply`, 303)
}

function showTrip(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: TripParts,
  state: Pick<Slip, 'done' | 'note'> & { problem?: SlipProblem },
): FastifyReply {
  const { lang, visit } = knownVisitor(request)
  const params = request.params as Addressed['Params']
  const own = ownTrip(visit, parts, params)
  if (!own) return showMissing(request, reply)
  const { trip, child } = own
  const { title } = trip.texts[lang]
  const today = parts.time.today()
  const main = tripPage(
    lang,
    trip,
    today,
    slip(lang, {
      ...own,
      ...state,
      signUp: parts.records.signUps.of(trip.tripId, child.refNo),
      today,
      guardian: nameOf(visit),
      mark: parts.marks.make({ guardianRef: visit.account, ...params }),
    }),
  )
  return show(request, reply, {
    title: state.problem ? `${wordsIn(lang)('errorTitle')} · ${title}` : title,
    path: tripPath(trip.tripId, child.refNo),
    back: { href: '/', text: wordsIn(lang)('allTrips') },
    main,
  })
}

/** A trip of a child of this guardian, and nothing for any other. */
function ownTrip(
  visit: TripVisit,
  { records }: TripParts,
  { tripId, studentRef }: Addressed['Params'],
): { trip: Trip; child: Student } | undefined {
  const trip = records.trips.get(tripId)
  const child = records.families.childrenOf(visit.account).find(({ refNo }) => refNo === studentRef)
  return trip && child && trip.groups.includes(child.groupName) ? { trip, child } : undefined
}

/** @param isKept nobody knows whose it is when the form itself is not genuine: then it can be copied from here */
function showEnded(
  request: FastifyRequest,
  reply: FastifyReply,
  note: string,
  isKept: boolean,
): FastifyReply {
  const { lang } = visitorOf(request)
  return showNotice(request, reply.code(401), {
    title: 'endedTitle',
    text: 'endedText',
    also: note && isKept ? 'endedSigning' : 'endedUnsent',
    more: note && ownWords(lang, note),
  })
}

/** Line ends as this machine has them; a form sends them as two characters. */
const noteIn = (body: URLSearchParams | undefined) =>
  (body?.get('note') ?? '').replaceAll('\r\n', '\n').trim()

const cut = (note: string) => Array.from(note).slice(0, LONGEST_NOTE).join('')
