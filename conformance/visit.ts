/** The requests of one run to a service; the same request is sent once, unless it got HTTP 429. */
import { Temporal } from 'temporal-polyfill'
import { endpoint } from '../shared/client/request.ts'
import type { Language, SiteId } from '../shared/contract/site.ts'
import { printWireDateTime, wallClockAt } from '../shared/contract/wire-time.ts'
import { codeOf } from '../shared/error-code.ts'
import { type Answer, type AskParts, ask, type Question } from './ask.ts'

export interface ContentPlace {
  /** With its first segment. */
  serviceUrl: string
  /** The earliest requested lastSyncTime: older news is not seen. */
  since: string
  /** Whether pictures and attachments may be fetched. */
  media: boolean
}

export interface AttendancePlace {
  syncUrl: string
  appId: string
  accessKey: string
  unitId: number
  yearId: number
  groupName: string
  /** `YYYY-MM-DD`. */
  date: string
}

export interface SessionPlace {
  sessionUrl: string
  /** Session API of the other environment. */
  otherSessionUrl: string | undefined
  appId: string
  sessionToken: string
  /** Token of an expired session. */
  expiredToken: string | undefined
}

export interface Places {
  content: ContentPlace | undefined
  attendance: AttendancePlace | undefined
  session: SessionPlace | undefined
}

export type Resource = 'popupmsg' | 'news'
/** Undefined leaves a parameter out. */
export type Parameters = Record<string, string | undefined>

export interface Asking extends Question {
  /** Send the request again instead of reusing a response. */
  anew?: true
}

export interface Visit {
  /** This machine's clock at the start. */
  readonly now: Temporal.Instant
  /** A lastSyncTime that is in the past for every service: a day ago, in UTC. */
  readonly recent: string
  /** Number of requests so far. */
  readonly asked: number
  /** How many of them got HTTP 429. */
  readonly limited: number
  readonly content: ContentPlace
  readonly attendance: AttendancePlace
  readonly session: SessionPlace
  popups(parameters: Parameters, asking?: Asking): Promise<Answer>
  news(parameters: Parameters, asking?: Asking): Promise<Answer>
  /** @param changed parts of the URL and headers that differ from the configuration; undefined removes a header */
  list(changed?: ListChange): Promise<Answer>
  user(changed?: UserChange): Promise<Answer>
  fetch(url: URL, asking?: Asking): Promise<Answer>
}

export interface ListChange {
  unitId?: string
  yearId?: string
  groupName?: string
  date?: string
  headers?: Record<string, string | undefined>
}

export interface UserChange extends Pick<Asking, 'anew'> {
  /** Replaces the configured address. */
  base?: string
  headers?: Record<string, string | undefined>
}

export const ACADEMY: { siteId: SiteId } = { siteId: 'academy' }
export const PRE_SCHOOL: { siteId: SiteId } = { siteId: 'pre-school' }
export const CHINESE: { lang: Language } = { lang: 'zh-HK' }
export const ENGLISH: { lang: Language } = { lang: 'en-US' }

export function visit(places: Places, parts: AskParts, signal: AbortSignal | undefined): Visit {
  const answers = new Map<string, Promise<Answer>>()
  let count = 0
  let limited = 0
  const now = Temporal.Instant.fromEpochMilliseconds(parts.now())

  function fetchOnce(url: URL, { anew, ...question }: Asking = {}): Promise<Answer> {
    const key = JSON.stringify([url.href, question])
    const askNow = async () => {
      count += 1
      const answer = await ask(url, question, parts, signal)
      if (answer.status === 429) {
        limited += 1
        answers.delete(key)
      }
      return answer
    }
    if (anew) return askNow()
    const answer = answers.get(key) ?? askNow()
    answers.set(key, answer)
    // A connection that was lost says nothing of the next call. What has kept us waiting is not waited for again.
    answer.catch(error => codeOf(error) !== 'TIMEOUT' && answers.delete(key))
    return answer
  }

  function content(resource: Resource, parameters: Parameters, asking: Asking = {}) {
    const url = endpoint(placeOf(places.content).serviceUrl, 'api', 'v1', resource, 'check')
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.append(name, value)
    }
    return fetchOnce(url, asking)
  }

  return {
    now,
    recent: printWireDateTime(wallClockAt(now.subtract({ hours: 24 }), 'UTC')),
    get asked() {
      return count
    },
    get limited() {
      return limited
    },
    get content() {
      return placeOf(places.content)
    },
    get attendance() {
      return placeOf(places.attendance)
    },
    get session() {
      return placeOf(places.session)
    },
    popups: (parameters, asking) => content('popupmsg', parameters, asking),
    news: (parameters, asking) => content('news', parameters, asking),
    list(changed = {}) {
      const place = placeOf(places.attendance)
      const { unitId = `${place.unitId}`, yearId = `${place.yearId}`, date = place.date } = changed
      const { groupName = place.groupName } = changed
      const path = ['units', unitId, 'years', yearId, 'groups', groupName, 'attendance-lists', date]
      const headers = {
        'x-app-id': place.appId,
        'x-access-key': place.accessKey,
        'content-type': 'application/json',
        ...changed.headers,
      }
      return fetchOnce(endpoint(place.syncUrl, ...path), { headers: given(headers) })
    },
    user({ base, headers, ...asking } = {}) {
      const { sessionUrl, appId, sessionToken } = placeOf(places.session)
      const url = endpoint(base ?? sessionUrl, 'v2', 'grd', 'external-session')
      const all = { 'x-session-token': sessionToken, 'x-app-id': appId, ...headers }
      return fetchOnce(url, { ...asking, headers: given(all) })
    },
    // As a browser asks for a picture.
    fetch: (url, asking) => fetchOnce(url, { ...asking, headers: { accept: '*/*', ...asking?.headers } }),
  }
}

const given = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  )

function placeOf<Place>(place: Place | undefined): Place {
  if (place) return place
  throw new TypeError('this part has no address')
}
