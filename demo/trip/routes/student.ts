/** Routes for students: their own trips. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { studentHome, studentSlip } from '../pages/student-pages.ts'
import { tripPage } from '../pages/trip-page.ts'
import { wordsIn } from '../strings.ts'
import { knownVisitor } from '../visitor.ts'
import { show, showMissing, type TripParts } from './parts.ts'

export function studentRoutes(server: FastifyInstance, { visits, records, time }: TripParts): void {
  server.get<{ Params: { tripId: string } }>(
    '/trips/:tripId',
    { preHandler: visits.requireVisit({ role: 'Student' }) },
    (request, reply) => {
      const { lang, visit } = knownVisitor(request)
      const trip = records.trips.get(request.params.tripId)
      const student = records.families.student(visit.account)
      if (!trip || !student || !trip.groups.includes(student.groupName)) return showMissing(request, reply)
      const signUp = records.signUps.of(trip.tripId, student.refNo)
      return show(request, reply, {
        title: trip.texts[lang].title,
        back: { href: '/', text: wordsIn(lang)('allTrips') },
        main: tripPage(lang, trip, time.today(), studentSlip(lang, { trip, signUp }, time.today())),
      })
    },
  )
}

export function showStudentHome(
  request: FastifyRequest,
  reply: FastifyReply,
  { records, time }: TripParts,
): FastifyReply {
  const { lang, visit } = knownVisitor(request)
  const student = records.families.student(visit.account)
  if (!student) return showMissing(request, reply)
  const own = records.trips
    .all()
    .filter(({ groups }) => groups.includes(student.groupName))
    .map(trip => ({ trip, signUp: records.signUps.of(trip.tripId, student.refNo) }))
  return show(request, reply, {
    title: wordsIn(lang)('app'),
    main: studentHome(lang, student, own, time.today()),
  })
}
