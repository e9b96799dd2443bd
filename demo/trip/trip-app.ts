/**
 * The trip sign-up of Tern Bay Academy: a web-app that the school's mobile app opens under More.
 *
 * An example of the extension kit with three pages: the list of trips, the reply slip of one trip, and, for staff, who has
 * signed up. The app tells who the visitor is; families and sign-ups are this web-app's own records. It needs no script.
 */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { forFastify } from '../../extension/fastify.ts'
import { createExtension, logRefusals, type Visit, VisitRefused } from '../../extension/index.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Environment } from '../../shared/contract/session.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../shared/contract/site.ts'
import { html } from '../../shared/html/template.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { listen } from '../../shared/server/listen.ts'
import { type Frame, frame } from './pages/frame.ts'
import { LONGEST_NOTE, type SlipProblem, signUpPage } from './pages/sign-up.ts'
import { tripStaffPage } from './pages/staff-list.ts'
import { familyList, staffList, tripPath } from './pages/trip-list.ts'
import { isClosed, type Student, studentsOf, type Trip, tripsAt } from './sample-school.ts'
import { openSignUps, type SignUps } from './sign-ups.ts'
import { TEXTS, type TextName, wordsIn } from './strings.ts'
import { STYLES } from './styles.ts'

export interface TripAppOptions {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** The school's app id. */
  appId: string
  /** One environment's session API, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string
  environment: Environment
  /** Seals the visits. */
  secret: string
  /** The file of the sign-ups. */
  db: string
  clock: Clock
  logger?: FastifyBaseLogger
}

export interface TripApp {
  signUps: SignUps
  /** Listens and returns the entrance page's URL. @throws {ListenError} */
  listen(): Promise<string>
  close(): Promise<void>
}

/** @throws {StoreError} */
export async function createTripApp(options: TripAppOptions): Promise<TripApp> {
  const { host = '127.0.0.1', port = 4030, appId, sessionUrl, environment, secret, clock, logger } = options
  const signUps = openSignUps(options.db, clock)
  const extension = createExtension({
    appId,
    sessionUrl,
    environment,
    secret,
    cookieName: '__Host-trip-visit',
    clock,
    onVisit({ role, refNo }) {
      if (role !== 'Staff' && studentsOf(refNo).length === 0) throw new VisitRefused(TEXTS.refusedText)
      return refNo
    },
    onEntrance: logger ? logRefusals(logger, clock) : () => {},
  })
  const { visits, requireVisit, visitOf, findVisit, signOut } = forFastify(extension)

  const server = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // URLs name students, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    // A single sign-on response needs long headers.
    http: { maxHeaderSize: 64 * 1024 },
    forceCloseConnections: true,
  })
  await server.register(visits)
  await server.register(fastifyStatic, { root: join(PACKAGE_ROOT, 'demo', 'site', 'assets'), index: false })
  server.get('/trip.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES))
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )

  const contentFor = (lang: Language) => ({
    lang,
    trips: tripsAt(clock.now()),
    signUps,
    now: clock.now().epochMilliseconds,
  })

  server.get('/', { preHandler: requireVisit() }, (request, reply) => {
    const visit = visitOf(request)
    const { language: lang, user } = visit
    const say = wordsIn(lang)
    const lead = say(user.role === 'Student' ? 'studentLead' : 'guardianLead')
    const main =
      user.role === 'Staff'
        ? staffList(contentFor(lang))
        : familyList(contentFor(lang), selectedFirst(visit), lead)
    return showTo(visit, reply, { title: say('app'), main })
  })

  /** The trip of one of the visitor's own students. */
  function slipOf(request: FastifyRequest<Slip>): { trip: Trip; student: Student } | undefined {
    const { tripId, studentRef } = request.params
    const student = studentsOf(visitOf(request).account).find(({ refNo }) => refNo === studentRef)
    const trip = tripsAt(clock.now()).find(trip => trip.tripId === tripId)
    return trip && student && trip.groups.includes(student.groupName) ? { trip, student } : undefined
  }

  function showSlip(
    request: FastifyRequest<Slip>,
    reply: FastifyReply,
    typed: { note?: string; problem?: SlipProblem } = {},
  ): FastifyReply {
    const own = slipOf(request)
    if (!own) return showMissing(request, reply)
    const visit = visitOf(request)
    const { language: lang, user } = visit
    const { tripId, texts } = own.trip
    const main = signUpPage({
      ...{ lang, ...own, ...typed },
      signUp: signUps.of(tripId, own.student.refNo),
      taken: signUps.taken(tripId),
      now: clock.now().epochMilliseconds,
      guardian: user.role === 'Guardian' ? nameOf(visit) : undefined,
    })
    const title = typed.problem ? `${wordsIn(lang)('errorTitle')} · ${texts[lang].title}` : texts[lang].title
    return showTo(visit, reply, { title, back: true, main })
  }

  /** Signs or withdraws. A form that cannot be accepted is shown again with what was typed. */
  function receiveSlip(request: FastifyRequest<Slip>, reply: FastifyReply): FastifyReply {
    const own = slipOf(request)
    if (!own) return showMissing(request, reply)
    const { trip, student } = own
    const visit = visitOf(request)
    const slip = { tripId: trip.tripId, studentRef: student.refNo }
    const note = (request.body.get('note') ?? '').replaceAll('\r\n', '\n').trim()
    const refuse = (problem: SlipProblem) => showSlip(request, reply.code(422), { note, problem })

    if (isClosed(trip, clock.now().epochMilliseconds)) return refuse('closed')
    if (request.body.has('withdraw')) signUps.withdraw(slip.tripId, slip.studentRef)
    else {
      if (note.length > LONGEST_NOTE) return refuse('note')
      if (!request.body.has('consent')) return refuse('consent')
      const isNew = signUps.sign(
        { ...slip, guardianRef: visit.account, signedBy: nameOf(visit), note },
        trip.places,
      )
      if (!isNew) {
        const standing = signUps.of(slip.tripId, slip.studentRef)
        if (!standing) return refuse('full')
        // The other parent was faster. The same slip twice is a button pressed twice.
        if (standing.guardianRef !== visit.account || standing.note !== note) return refuse('already')
      }
    }
    return reply.redirect(tripPath(trip, student), 303)
  }

  server.get<Slip>(
    '/trips/:tripId/:studentRef',
    { preHandler: requireVisit({ role: ['Guardian', 'Student'] }) },
    (request, reply) => showSlip(request, reply),
  )
  server.post<Slip>(
    '/trips/:tripId/:studentRef',
    { preHandler: requireVisit({ role: 'Guardian' }) },
    receiveSlip,
  )

  server.get<{ Params: { tripId: string } }>(
    '/lists/:tripId',
    { preHandler: requireVisit({ role: 'Staff' }) },
    (request, reply) => {
      const visit = visitOf(request)
      const content = contentFor(visit.language)
      const trip = content.trips.find(({ tripId }) => tripId === request.params.tripId)
      if (!trip) return showMissing(request, reply)
      const { title } = trip.texts[visit.language]
      return showTo(visit, reply, { title, back: true, main: tripStaffPage(content, trip) })
    },
  )

  server.post('/sign-out', (request, reply) => {
    const lang = languageOf(request)
    signOut(request)
    return showNotice(reply, lang, 'outTitle', 'outText')
  })

  const languageOf = (request: FastifyRequest) => findVisit(request)?.language ?? DEFAULT_LANGUAGE
  const showMissing = (request: FastifyRequest, reply: FastifyReply) =>
    showNotice(reply.code(404), languageOf(request), 'missingTitle', 'missingText')
  server.setNotFoundHandler(showMissing)
  server.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
    return showNotice(reply.code(statusCode), languageOf(request), 'faultTitle', 'faultText')
  })

  return {
    signUps,
    listen: async () => `${await listen(server, { host, port })}/`,
    async close() {
      await server.close()
      signUps.close()
    },
  }
}

interface Slip {
  Params: { tripId: string; studentRef: string }
  Body: URLSearchParams
}

/** The student selected in the app comes first. Another family's child has no effect. */
function selectedFirst({ account, selectionHint }: Visit<string>): Student[] {
  const isSelected = ({ refNo }: Student) => selectionHint.kind === 'student' && selectionHint.refNo === refNo
  return studentsOf(account).toSorted((one, other) => Number(isSelected(other)) - Number(isSelected(one)))
}

/** Both names, as they appear below a signature. */
const nameOf = ({ user: { fullName, chineseName } }: Visit<string>): string =>
  [fullName, chineseName].filter(Boolean).join(' ')

const showTo = (visit: Visit<string>, reply: FastifyReply, page: Omit<Frame, 'lang' | 'name'>) =>
  show(reply, { lang: visit.language, name: nameOf(visit), ...page })

/** A page for one visitor; not cached. */
const show = (reply: FastifyReply, page: Frame): FastifyReply => reply.headers(HEADERS).send(`${frame(page)}`)

function showNotice(reply: FastifyReply, lang: Language, title: TextName, text: TextName): FastifyReply {
  const say = wordsIn(lang)
  const main = html`<div class="notice"><h1>${say(title)}</h1><p class="lead">${say(text)}</p></div>`
  return show(reply, { lang, title: say(title), main })
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With "no-referrer", a browser would not send the origin of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
