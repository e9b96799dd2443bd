/**
 * `@schoolbell/extension/testing`: users, entrances and a fake session service for the tests of a web-app. Needs no app, no
 * service and no network.
 *
 * @example
 * const parent = sessionUser({ role: 'Guardian', refNo: 'G-7' })
 * const sessions = fakeSessions({ users: [parent] })
 * const extension = createExtension({ ...options, appId: parent.appId, fetch: sessions.fetch })
 * const { headers } = entranceOf({ user: parent, language: 'zh', selected: 'all' })
 * const answer = await app.inject({ url: '/', headers })
 */
import { Temporal } from 'temporal-polyfill'
import { type Clock, systemClock } from '../shared/clock.ts'
import { type Arrival, type EntranceHeaders, entranceHeaders } from '../shared/contract/entrance-headers.ts'
import { ROLES, type SessionUser } from '../shared/contract/session.ts'

/**
 * A user with the given fields; the rest is made up and differs by role. Two users of one role need two `userId`s. The
 * session expires at the end of the year 2999 by default.
 */
export function sessionUser(about: Partial<SessionUser> = {}): SessionUser {
  const { role = 'Guardian', firstName = 'Testa', lastName = 'Exemplar' } = about
  const { userId = ROLES.indexOf(role) + 1 } = about
  return {
    userId,
    appId: 'sample-school',
    createdAt: '2000-01-01T00:00:00Z',
    expireAt: '2999-12-31T23:59:59Z',
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    chineseName: '',
    refNo: `${role[0]}-${userId}`,
    email: `${role.toLowerCase()}-${userId}@school.example`,
    imageUrl: `https://media.example/${userId}.png`,
    role,
    ...about,
  }
}

/** A clock that stands still until a test moves it, for `createExtension` and {@link fakeSessions}. */
export interface FakeClock extends Clock {
  /** @param time ISO 8601 with a time zone */
  set(time: string): void
}

/** @param time ISO 8601 with a time zone, as in `2026-09-01T08:00:00Z` */
export function fakeClock(time: string): FakeClock {
  let instant = Temporal.Instant.from(time)
  return {
    now: () => instant,
    set(next) {
      instant = Temporal.Instant.from(next)
    },
  }
}

/** What the app knows when its user taps More. The token is that of the user in {@link fakeSessions}. */
export interface TestArrival extends Partial<Omit<Arrival, 'appId' | 'sessionToken'>> {
  user: Pick<SessionUser, 'userId' | 'appId'>
  /** Replaces the user's own token: an unknown token, or one of a real service. */
  sessionToken?: string
}

export interface TestEntrance {
  /** Names in lower case, for `fetch`, `app.inject`, supertest and the like. Each character of a value is one byte. */
  headers: EntranceHeaders & Record<string, string>
  /** The entrance as a standard Request. */
  request(url: string | URL): Request
}

/** The entrance of one user, as the app sends it. */
export function entranceOf({
  user,
  sessionToken,
  language = 'en',
  selected,
  sso,
}: TestArrival): TestEntrance {
  const arrival = { appId: user.appId, sessionToken: sessionToken ?? tokenOf(user), language, selected, sso }
  const headers = Object.fromEntries(
    Object.entries(entranceHeaders(arrival)).map(([name, value]) => [name, asBytes(value)]),
  ) as TestEntrance['headers']
  return { headers, request: url => new Request(url, { headers }) }
}

/**
 * State of the fake service: `up`; `down` (connection refused); `slow` (never answers); `busy` (503 with Retry-After of 30
 * seconds); `garbled` (answers with HTML).
 */
export type Condition = 'up' | 'down' | 'slow' | 'busy' | 'garbled'

export interface FakeSessionsOptions {
  users: readonly SessionUser[]
  /** Decides which sessions have expired; default: the system clock. Pass the same clock to the extension. */
  clock?: Clock
}

export interface FakeSessions {
  /** For the option `fetch` of `createExtension`. Works with any `sessionUrl`. */
  fetch: typeof fetch
  /** Number of calls so far. */
  readonly calls: number
  /** Applies from the next call on. */
  become(condition: Condition): void
  /** Ends the user's session, as after a sign-out in the app. */
  end(user: Pick<SessionUser, 'userId'>): void
}

/** A session service that knows these users and answers all other tokens with 401. @throws two users with the same `userId` */
export function fakeSessions({ users, clock = systemClock }: FakeSessionsOptions): FakeSessions {
  const known = new Map(users.map(user => [tokenOf(user), user]))
  if (known.size < users.length)
    throw new Error(
      'fakeSessions: two users have the same userId; give each its own, as in sessionUser({ userId: 7 })',
    )
  let condition: Condition = 'up'
  let calls = 0

  const answer = async (request: Request): Promise<Response> => {
    switch (condition) {
      case 'up':
        return resolved(request, known, clock)
      case 'down':
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
        })
      case 'slow':
        return await new Promise((_, reject) => {
          const cut = () => reject(request.signal.reason)
          if (request.signal.aborted) cut()
          request.signal.addEventListener('abort', cut)
        })
      case 'busy':
        return new Response(null, { status: 503, headers: { 'retry-after': '30' } })
      case 'garbled':
        return new Response('<!doctype html><title>Welcome</title>', {
          headers: { 'content-type': 'text/html' },
        })
      default:
        return condition satisfies never
    }
  }

  return {
    fetch: async (input, init) => {
      calls += 1
      return await answer(new Request(input, init))
    },
    get calls() {
      return calls
    },
    become(next) {
      condition = next
    },
    end: user => void known.delete(tokenOf(user)),
  }
}

/** Unknown and expired tokens, and tokens of another app, get the same response. */
function resolved(
  { url, headers }: Request,
  known: ReadonlyMap<string, SessionUser>,
  clock: Clock,
): Response {
  if (!url.endsWith('/v2/grd/external-session')) return problem(404, 'Not found')
  const user = known.get(headers.get('x-session-token') ?? '')
  if (!user || user.appId !== headers.get('x-app-id') || !lasts(user, clock))
    return problem(401, 'Unauthorized')
  return Response.json(user)
}

const lasts = ({ expireAt }: SessionUser, clock: Clock) =>
  Temporal.Instant.compare(clock.now(), Temporal.Instant.from(expireAt)) < 0

const problem = (status: number, title: string) =>
  Response.json({ status, title }, { status, headers: { 'content-type': 'application/problem+json' } })

const tokenOf = ({ userId }: Pick<SessionUser, 'userId'>) => `token-of-user-${userId}`

/** As in HTTP headers: one character for each UTF-8 byte. */
const asBytes = (text: string) =>
  Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join('')
