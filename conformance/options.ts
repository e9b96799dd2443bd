/** What a run has to be told: where the service is, as whom to ask, and what to look at. */
import type { Clock } from '../shared/clock.ts'
import { systemClock } from '../shared/clock.ts'
import { parseWireDateTime } from '../shared/contract/wire-time.ts'
import { type Case, type Level, PARTS, type Part, partOf, type Rule } from './case.ts'
import { CASES } from './cases/index.ts'
import type { CaseResult } from './report.ts'
import type { Places } from './visit.ts'

export interface ConformanceOptions {
  /** Content API with its first segment, as in `http://127.0.0.1:4010/cms`: popups and news are looked at. */
  serviceUrl?: string | URL | undefined
  /** The earliest lastSyncTime asked for, `YYYYMMDDhhmmss`. Default 20000101000000. */
  since?: string | undefined
  /** Whether some pictures and attachments are fetched. Default true. */
  media?: boolean | undefined
  /** Attendance API: one list is looked at, that of these four. */
  syncUrl?: string | URL | undefined
  unit?: number | undefined
  year?: number | undefined
  group?: string | undefined
  /** `YYYY-MM-DD`. */
  date?: string | undefined
  /** A secret; sent in X-Access-Key and nowhere else. */
  accessKey?: string | undefined
  /** Of the attendance and session APIs. */
  appId?: string | undefined
  /** Session API of one environment. */
  sessionUrl?: string | URL | undefined
  /** The other environment's, to see whether it knows the token. */
  otherSessionUrl?: string | URL | undefined
  /** A secret; sent in X-Session-Token and nowhere else. */
  sessionToken?: string | undefined
  /** A secret, of a session that has expired; to see what comes of it. Sent as the other one is. */
  expiredToken?: string | undefined
  /** Parts or cases, as in `popups` and `news/del-news-ids`. Default: all of which there is an address. */
  only?: readonly string[] | undefined
  /** Asks more than a visitor would: many calls at once, long headers, POST. Default false. */
  thorough?: boolean | undefined
  /** Longest call. Milliseconds, default 10,000. */
  timeoutMs?: number | undefined
  /** Largest answer read. Bytes, default 64 MiB. */
  maxBytes?: number | undefined
  /** How long to wait before each question. Milliseconds, default 0. */
  pauseMs?: number | undefined
  fetch?: typeof fetch | undefined
  clock?: Clock | undefined
  /** Hears of each case as it is settled. */
  onResult?: ((result: CaseResult, progress: { done: number; all: number }) => void) | undefined
}

export interface ConformanceSettings {
  places: Places
  cases: readonly Case[]
  /** Parts of which there is no address. */
  notAsked: Part[]
  /** How many heavy cases are left out. */
  leftOut: number
  limits: { timeoutMs: number; maxBytes: number; fetch: typeof fetch }
  pauseMs: number
  clock: Clock
  onResult: NonNullable<ConformanceOptions['onResult']>
}

/** An option that cannot be. */
export class ConformanceOptionError extends Error {
  override name = 'ConformanceOptionError'
  readonly code = 'CONFORMANCE_OPTION_INVALID'
  readonly option: keyof ConformanceOptions

  constructor(option: keyof ConformanceOptions, reason: string) {
    super(`${option} ${reason}`)
    this.option = option
  }
}

const LONG_AGO = '20000101000000'

/** @throws {ConformanceOptionError} */
export function readOptions(options: ConformanceOptions): ConformanceSettings {
  const places = readPlaces(options)
  const hasAddress = (part: Part) =>
    part === 'popups' || part === 'news' ? places.content !== undefined : places[part] !== undefined
  if (!PARTS.some(hasAddress)) {
    throw new ConformanceOptionError(
      'serviceUrl',
      'is missing, and so is every other address: there is nothing to ask',
    )
  }
  const wanted = chosen(options.only).filter(({ id, part }) => {
    if (options.only && !hasAddress(part)) {
      throw new ConformanceOptionError('only', `names ${id}, but no address of ${part} is given`)
    }
    return hasAddress(part)
  })
  const cases = wanted.map(({ one }) => one).filter(({ heavy }) => !heavy || options.thorough)
  return {
    places,
    cases,
    notAsked: options.only ? [] : PARTS.filter(part => !hasAddress(part)),
    leftOut: wanted.length - cases.length,
    limits: {
      timeoutMs: options.timeoutMs ?? 10_000,
      maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
      fetch: options.fetch ?? globalThis.fetch,
    },
    pauseMs: options.pauseMs ?? 0,
    clock: options.clock ?? systemClock,
    onResult: options.onResult ?? (() => {}),
  }
}

/** A case without what it does: its name, its rule, and at silent points what the clients of this project do. */
export interface CaseValue {
  id: string
  part: Part
  level: Level
  rule: Rule
  clients?: string
  /** Looked at by a thorough run only. */
  heavy: boolean
}

/** What would be looked at, without a service. @throws {ConformanceOptionError} */
export function caseValues(only?: readonly string[]): CaseValue[] {
  return chosen(only).map(({ one, id, part }) => ({
    id,
    part,
    level: one.level,
    rule: one.rule,
    ...(one.level === 'silent' && { clients: one.clients }),
    heavy: one.heavy ?? false,
  }))
}

/** Cases that some names mean. @throws {ConformanceOptionError} */
function chosen(only: readonly string[] | undefined): { one: Case; id: string; part: Part }[] {
  const all = CASES.map(one => ({ one, id: one.id, part: partOf(one) }))
  if (!only) return all
  for (const name of only) {
    if (!all.some(({ id, part }) => id === name || part === name)) {
      throw new ConformanceOptionError('only', `names "${name}", which is no part and no case`)
    }
  }
  return all.filter(({ id, part }) => only.includes(id) || only.includes(part))
}

function readPlaces(options: ConformanceOptions): Places {
  const { serviceUrl, since = LONG_AGO, media = true, syncUrl, sessionUrl, otherSessionUrl } = options
  try {
    parseWireDateTime(since)
  } catch (error) {
    throw new ConformanceOptionError('since', `${error instanceof Error ? error.message : error}`)
  }
  if (syncUrl !== undefined)
    refuseGaps(options, 'attendance', ['appId', 'accessKey', 'unit', 'year', 'group', 'date'])
  if (sessionUrl !== undefined) refuseGaps(options, 'session', ['appId', 'sessionToken'])
  const { appId = '', accessKey = '', unit = 0, year = 0, group = '', date = '' } = options
  const { sessionToken = '', expiredToken } = options
  return {
    content:
      serviceUrl === undefined ? undefined : { serviceUrl: address('serviceUrl', serviceUrl), since, media },
    attendance:
      syncUrl === undefined
        ? undefined
        : {
            syncUrl: address('syncUrl', syncUrl),
            appId,
            accessKey,
            unitId: unit,
            yearId: year,
            groupName: group,
            date: day(date),
          },
    session:
      sessionUrl === undefined
        ? undefined
        : {
            sessionUrl: address('sessionUrl', sessionUrl),
            otherSessionUrl:
              otherSessionUrl === undefined ? undefined : address('otherSessionUrl', otherSessionUrl),
            appId,
            sessionToken,
            expiredToken: expiredToken || undefined,
          },
  }
}

/** @throws {ConformanceOptionError} naming all that a part needs and that is not there */
function refuseGaps(
  options: ConformanceOptions,
  part: Part,
  needed: readonly (keyof ConformanceOptions)[],
): void {
  const [first, ...others] = needed.filter(name => options[name] === undefined || options[name] === '')
  if (first === undefined) return
  const all = others.length === 0 ? 'is' : `and ${others.join(', ')} are`
  throw new ConformanceOptionError(
    first,
    `${all} missing; the ${part} part needs ${others.length === 0 ? 'it' : 'them'}`,
  )
}

function address(option: keyof ConformanceOptions, url: string | URL): string {
  const { protocol, href = '' } = URL.parse(url) ?? {}
  if (protocol === 'http:' || protocol === 'https:') return href
  throw new ConformanceOptionError(option, `"${url}" is no http or https address`)
}

function day(date: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))) return date
  throw new ConformanceOptionError('date', `"${date}" is no day (YYYY-MM-DD)`)
}
