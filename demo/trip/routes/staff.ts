/** Routes for staff: the sign-ups of each trip, on the screen, on paper, and as CSV. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listCsv } from '../pages/list-csv.ts'
import { staffHome, staffList } from '../pages/staff-pages.ts'
import { wordsIn } from '../strings.ts'
import { knownVisitor } from '../visitor.ts'
import { show, showMissing, type TripParts } from './parts.ts'

interface Addressed {
  Params: { tripId: string }
}

export function staffRoutes(server: FastifyInstance, { records, visits }: TripParts): void {
  const staffOnly = { preHandler: visits.requireVisit({ role: 'Staff' }) }

  server.get<Addressed>('/lists/:tripId', staffOnly, (request, reply) => {
    const { lang } = knownVisitor(request)
    const trip = records.trips.get(request.params.tripId)
    if (!trip) return showMissing(request, reply)
    return show(request, reply, {
      title: `${wordsIn(lang)('listTitle')} · ${trip.texts[lang].title}`,
      back: { href: '/', text: wordsIn(lang)('allTrips') },
      wide: true,
      main: staffList(lang, trip, records.signUps.list(trip.tripId)),
    })
  })

  server.get<Addressed>('/lists/:tripId/list.csv', staffOnly, (request, reply) => {
    const { lang } = knownVisitor(request)
    const trip = records.trips.get(request.params.tripId)
    if (!trip) return showMissing(request, reply)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${trip.tripId}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(listCsv(lang, records.signUps.list(trip.tripId)))
  })
}

export function showStaffHome(
  request: FastifyRequest,
  reply: FastifyReply,
  { records, time }: TripParts,
): FastifyReply {
  const { lang } = knownVisitor(request)
  const main = staffHome(lang, records.trips.all(), time.today())
  return show(request, reply, { title: wordsIn(lang)('app'), main })
}
