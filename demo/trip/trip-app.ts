/**
 * The trip sign-up of Tern Bay Academy: a web-app that the school's mobile app opens under More.
 *
 * An example of the extension kit. The app tells who the visitor is; families, sign-ups and free places are this web-app's
 * own records. It needs no script.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { forFastify } from '../../extension/fastify.ts'
import { createExtension, logRefusals, VisitRefused } from '../../extension/index.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Environment, SessionUser } from '../../shared/contract/session.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { listen } from '../../shared/server/listen.ts'
import { endStalled } from '../../shared/server/stalled.ts'
import { formMarks } from './form-mark.ts'
import type { TryIt } from './pages/notice.ts'
import type { Families } from './records/families.ts'
import { openRecords, type Records } from './records/records.ts'
import { schoolTime } from './records/school-time.ts'
import { refusalPages } from './refusals.ts'
import { everybodysRoutes } from './routes/everybody.ts'
import { guardianRoutes } from './routes/guardian.ts'
import { showMissing, showNotice, type TripParts, wordsOf } from './routes/parts.ts'
import { staffRoutes } from './routes/staff.ts'
import { studentRoutes } from './routes/student.ts'
import { isFromOwnPage } from './same-origin.ts'
import { TEXTS } from './strings.ts'
import { STYLES } from './styles.ts'
import { visitorReader } from './visitor.ts'

export interface TripAppOptions {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** The school's app id. */
  appId: string
  /** One environment's session API, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string
  environment: Environment
  /** The file of its records; created with the sample school's records if it does not exist. */
  db: string
  clock: Clock
  /** Shown to visitors without the app, in a demo. */
  tryIt?: TryIt
  logger?: FastifyBaseLogger
}

export interface TripApp {
  records: Records
  /** Listens and returns the entrance page's URL. @throws {ListenError} */
  listen(): Promise<string>
  close(): Promise<void>
}

/** @throws {StoreError} */
export async function createTripApp(options: TripAppOptions): Promise<TripApp> {
  const { host = '127.0.0.1', port = 4030, appId, sessionUrl, environment, clock, logger } = options
  const records = openRecords({ path: options.db, clock })
  const secret = records.settings.secret()
  const time = schoolTime(clock)
  const extension = createExtension({
    appId,
    sessionUrl,
    environment,
    secret,
    cookieName: '__Host-trip-visit',
    clock,
    onVisit: user => accountOf(user, records.families),
    refusalPage: refusalPages(options.tryIt),
    onEntrance: logger ? logRefusals(logger, clock) : () => {},
  })

  const stalled = endStalled(60_000)
  const server: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // URLs name students, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    // Forms are small.
    ...stalled,
    // A single sign-on response needs long headers.
    http: { ...stalled.http, maxHeaderSize: 64 * 1024 },
    frameworkErrors: (_error, request, reply) => showMissing(request, reply),
    forceCloseConnections: true,
  })
  server.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS)
  })
  // For all routes: an entrance on any page replaces the earlier visit.
  const visits = forFastify(extension)
  await server.register(visits.visits)
  files(server)
  server.setNotFoundHandler(showMissing)
  server.setErrorHandler((error: FastifyError, request, reply) => failed(error, request, reply))
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 32 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  await server.register(async pages => {
    pages.addHook('onRequest', visitorReader(visits))
    pages.addHook('preHandler', async (request, reply) => {
      if (request.method === 'POST' && !isFromOwnPage(request))
        return showNotice(request, reply.code(403), { title: 'strangeTitle', text: 'strangeText' })
    })
    const parts: TripParts = { visits, records, time, marks: formMarks(secret, time) }
    everybodysRoutes(pages, parts)
    guardianRoutes(pages, parts)
    studentRoutes(pages, parts)
    staffRoutes(pages, parts)
  })

  return {
    records,
    listen: async () => `${await listen(server, { host, port })}/`,
    async close() {
      await server.close()
      records.close()
    },
  }
}

/** Staff need no own record. Guardians and students need one; other users are refused. */
function accountOf({ role, refNo }: SessionUser, families: Families): string {
  const isKnown =
    role === 'Staff' ||
    (role === 'Student' ? families.student(refNo) !== undefined : families.childrenOf(refNo).length > 0)
  if (!isKnown) throw new VisitRefused(TEXTS.refusedText)
  return refNo
}

function failed(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  return showNotice(request, reply.code(status), {
    title: 'faultTitle',
    text: 'faultText',
    more: wordsOf(request),
  })
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With "no-referrer", a browser would not send the origin of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** The name in the school's style sheet. */
const FONT = 'noto-serif-display.woff2'

/** Public files without personal data; browsers may cache them. */
function files(server: FastifyInstance): void {
  const assets = join(PACKAGE_ROOT, 'demo', 'site', 'assets')
  const serve = (path: string, type: string, body: string | Buffer) =>
    server.get(path, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=300').send(body),
    )
  serve('/trip.css', 'text/css; charset=utf-8', STYLES)
  for (const name of ['crest.svg', 'favicon.svg'])
    serve(`/${name}`, 'image/svg+xml', readFileSync(join(assets, name)))
  serve('/school.css', 'text/css; charset=utf-8', readFileSync(join(assets, 'school.css')))
  serve(`/${FONT}`, 'font/woff2', readFileSync(join(assets, FONT)))
}
