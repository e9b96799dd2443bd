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

/** Undefined leaves a parameter out. */
export type Parameters = Record<string, string | undefined>

export interface Asking extends Question {
  /** Send the request again instead of reusing a response. */
  anew?: true
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

export class Visit {
  /** This machine's clock at the start. */
  readonly now: Temporal.Instant
  /** A lastSyncTime that is in the past for every service: a day ago, in UTC. */
  readonly recent: string
  /** Number of requests so far. */
  asked = 0
  /** How many of them got HTTP 429. */
  limited = 0
  readonly #places: Places
  readonly #parts: AskParts
  readonly #signal: AbortSignal | undefined
  readonly #answers = new Map<string, Promise<Answer>>()

  constructor(places: Places, parts: AskParts, signal: AbortSignal | undefined) {
    this.#places = places
    this.#parts = parts
    this.#signal = signal
    this.now = Temporal.Instant.fromEpochMilliseconds(parts.now())
    this.recent = printWireDateTime(wallClockAt(this.now.subtract({ hours: 24 }), 'UTC'))
  }

  get content() {
    return placeOf(this.#places.content)
  }
  get attendance() {
    return placeOf(this.#places.attendance)
  }
  get session() {
    return placeOf(this.#places.session)
  }

  popups(parameters: Parameters, asking?: Asking): Promise<Answer> {
    return this.#content('popupmsg', parameters, asking)
  }

  news(parameters: Parameters, asking?: Asking): Promise<Answer> {
    return this.#content('news', parameters, asking)
  }

  /** @param changed parts of the URL and headers that differ from the configuration; undefined removes a header */
  list({ headers, ...changed }: ListChange = {}): Promise<Answer> {
    const { syncUrl, appId, accessKey, ...place } = this.attendance
    const { unitId, yearId, groupName, date } = { ...place, ...changed }
    const path = ['units', `${unitId}`, 'years', `${yearId}`, 'groups', groupName, 'attendance-lists', date]
    const own = { 'x-app-id': appId, 'x-access-key': accessKey, 'content-type': 'application/json' }
    return this.#fetchOnce(endpoint(syncUrl, ...path), { headers: given({ ...own, ...headers }) })
  }

  user({ base, headers, ...asking }: UserChange = {}): Promise<Answer> {
    const { sessionUrl, appId, sessionToken } = this.session
    const url = endpoint(base ?? sessionUrl, 'v2', 'grd', 'external-session')
    const own = { 'x-session-token': sessionToken, 'x-app-id': appId }
    return this.#fetchOnce(url, { ...asking, headers: given({ ...own, ...headers }) })
  }

  /** As a browser asks for a picture. */
  fetch(url: URL, asking?: Asking): Promise<Answer> {
    return this.#fetchOnce(url, { ...asking, headers: { accept: '*/*', ...asking?.headers } })
  }

  #content(resource: 'popupmsg' | 'news', parameters: Parameters, asking?: Asking) {
    const url = endpoint(this.content.serviceUrl, 'api', 'v1', resource, 'check')
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.append(name, value)
    return this.#fetchOnce(url, asking)
  }

  #fetchOnce(url: URL, { anew, ...question }: Asking = {}): Promise<Answer> {
    const key = JSON.stringify([url.href, question])
    if (anew) return this.#fetchNow(url, question, key)
    const answer = this.#answers.get(key) ?? this.#fetchNow(url, question, key)
    this.#answers.set(key, answer)
    // A connection that was lost says nothing of the next call. What has kept us waiting is not waited for again.
    answer.catch(error => codeOf(error) !== 'TIMEOUT' && this.#answers.delete(key))
    return answer
  }

  async #fetchNow(url: URL, question: Question, key: string): Promise<Answer> {
    this.asked += 1
    const answer = await ask(url, question, this.#parts, this.#signal)
    if (answer.status === 429) {
      this.limited += 1
      this.#answers.delete(key)
    }
    return answer
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
