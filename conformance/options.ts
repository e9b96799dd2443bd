/** The options of a run: the addresses, the credentials, and the cases to run. */
import { addressFault } from '../shared/client/given.ts'
import type { Clock } from '../shared/clock.ts'
import { systemClock } from '../shared/clock.ts'
import { isDay, whyNotDay } from '../shared/contract/day.ts'
import { parseWireDateTime } from '../shared/contract/wire-time.ts'
import { type Case, type CaseValue, PARTS, type Part } from './case.ts'
import { CASES } from './cases/index.ts'
import type { CaseResult } from './report.ts'
import type { Places } from './visit.ts'

export interface ConformanceOptions {
  /** Content API with its first segment, as in `http://127.0.0.1:4010/cms`: checks popups and news. */
  serviceUrl?: string | URL | undefined
  /** The earliest lastSyncTime to request, `YYYYMMDDhhmmss`. Default 20000101000000. */
  since?: string | undefined
  /** Whether some pictures and attachments are fetched. Default true. */
  media?: boolean | undefined
  /** Attendance API: checks the list of the next four options. */
  syncUrl?: string | URL | undefined
  unit?: number | undefined
  year?: number | undefined
  group?: string | undefined
  /** `YYYY-MM-DD`. */
  date?: string | undefined
  /** A secret; sent in X-Access-Key only. */
  accessKey?: string | undefined
  /** For the attendance and session APIs. */
  appId?: string | undefined
  /** Session API of one environment. */
  sessionUrl?: string | URL | undefined
  /** The other environment's session API, to check whether it accepts the token. */
  otherSessionUrl?: string | URL | undefined
  /** A secret; sent in X-Session-Token only. */
  sessionToken?: string | undefined
  /** A secret: the token of an expired session, to check that it is refused. Sent in X-Session-Token only. */
  expiredToken?: string | undefined
  /** Parts or cases, as in `popups` and `news/del-news-ids`. Default: all parts with an address. */
  only?: readonly string[] | undefined
  /** Also runs heavier cases without their names: many calls at once. Default false. */
  thorough?: boolean | undefined
  /** A required case that the data of the service do not show fails. Default false. */
  strict?: boolean | undefined
  /** Longest call. Milliseconds, default 10,000. */
  timeoutMs?: number | undefined
  /** Largest response. Bytes, default 64 MiB. */
  maxBytes?: number | undefined
  /** Pause before each request. Milliseconds, default 0. */
  pauseMs?: number | undefined
  fetch?: typeof fetch | undefined
  clock?: Clock | undefined
  /** Called after each case. */
  onResult?: ((result: CaseResult, progress: { done: number; all: number }) => void) | undefined
}

export interface ConformanceSettings {
  places: Places
  cases: readonly Case[]
  strict: boolean
  /** Parts without an address. */
  notAsked: Part[]
  /** Number of heavy cases that are skipped. */
  leftOut: number
  limits: { timeoutMs: number; maxBytes: number; fetch: typeof fetch }
  pauseMs: number
  clock: Clock
  onResult: NonNullable<ConformanceOptions['onResult']>
}

/** Invalid option. */
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

const ADDRESSES = {
  popups: 'serviceUrl',
  news: 'serviceUrl',
  attendance: 'syncUrl',
  session: 'sessionUrl',
} as const satisfies Record<Part, keyof ConformanceOptions>

/** @throws {ConformanceOptionError} */
export function readOptions(options: ConformanceOptions): ConformanceSettings {
  const hasAddress = (part: Part) => options[ADDRESSES[part]] !== undefined
  if (!PARTS.some(hasAddress)) {
    throw new ConformanceOptionError(
      'serviceUrl',
      'is missing, as are all other addresses: there is nothing to check',
    )
  }
  const wanted = chosen(options.only).filter(({ id, part }) => {
    if (options.only && !hasAddress(part))
      throw new ConformanceOptionError('only', `names ${id}, but ${ADDRESSES[part]} is missing`)
    return hasAddress(part)
  })
  // A case that is named is wanted.
  const isDue = ({ id, heavy }: Case) => !heavy || options.thorough || options.only?.includes(id)
  const cases = wanted.filter(isDue)
  return {
    places: readPlaces(options),
    cases,
    strict: options.strict ?? false,
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

/** The cases of a run, without a service. @throws {ConformanceOptionError} */
export function caseValues(only?: readonly string[]): CaseValue[] {
  return chosen(only).map(({ look: _, ...value }) => value)
}

/** The cases with these names. @throws {ConformanceOptionError} */
function chosen(only: readonly string[] | undefined): readonly Case[] {
  if (!only) return CASES
  for (const name of only) {
    if (!CASES.some(one => one.id === name || one.part === name)) {
      throw new ConformanceOptionError(
        'only',
        `names "${name}", which is neither a part (${PARTS.join(', ')}) nor a case`,
      )
    }
  }
  return CASES.filter(one => only.includes(one.id) || only.includes(one.part))
}

const NEEDED: Record<Part, readonly (keyof ConformanceOptions)[]> = {
  popups: [],
  news: [],
  attendance: ['appId', 'unit', 'year', 'group', 'date', 'accessKey'],
  session: ['appId', 'sessionToken'],
}

/** What the parts of a run still need, besides an address. @throws {ConformanceOptionError} */
export function missingOptions(options: ConformanceOptions): (keyof ConformanceOptions)[] {
  return [...new Set(askedParts(options).flatMap(part => missingIn(part, options)))]
}

const missingIn = (part: Part, options: ConformanceOptions) =>
  NEEDED[part].filter(name => options[name] === undefined || options[name] === '')

function askedParts(options: ConformanceOptions): Part[] {
  const wanted = new Set(chosen(options.only).map(({ part }) => part))
  return PARTS.filter(part => wanted.has(part) && options[ADDRESSES[part]] !== undefined)
}

/** What no case asks for may be incomplete: a variable of another command may have set an address. */
function readPlaces(options: ConformanceOptions): Places {
  const { since = LONG_AGO, media = true, otherSessionUrl } = options
  const { appId = '', accessKey = '', unit = 0, year = 0, group = '', date = '' } = options
  const { sessionToken = '', expiredToken } = options
  const places: Places = { content: undefined, attendance: undefined, session: undefined }
  const parts = askedParts(options)
  refuseNoTime(since)
  for (const part of parts) refuseGaps(part, options)
  if (options.serviceUrl !== undefined)
    places.content = { serviceUrl: address('serviceUrl', options.serviceUrl), since, media }
  if (options.syncUrl !== undefined && parts.includes('attendance')) {
    refuseShort('accessKey', accessKey)
    if (!isDay(date)) throw new ConformanceOptionError('date', `"${date}" ${whyNotDay(date)}`)
    const syncUrl = address('syncUrl', options.syncUrl)
    places.attendance = { syncUrl, appId, accessKey, unitId: unit, yearId: year, groupName: group, date }
  }
  if (options.sessionUrl !== undefined && parts.includes('session')) {
    refuseShort('sessionToken', sessionToken)
    if (expiredToken) refuseShort('expiredToken', expiredToken)
    places.session = {
      sessionUrl: address('sessionUrl', options.sessionUrl),
      otherSessionUrl: otherSessionUrl && address('otherSessionUrl', otherSessionUrl),
      ...{ appId, sessionToken, expiredToken: expiredToken || undefined },
    }
  }
  return places
}

function refuseNoTime(since: string): void {
  try {
    parseWireDateTime(since)
  } catch (error) {
    throw new ConformanceOptionError('since', `${error instanceof Error ? error.message : error}`)
  }
}

/** Names all missing options of a part. */
function refuseGaps(part: Part, options: ConformanceOptions): void {
  const [first, ...others] = missingIn(part, options)
  if (first === undefined) return
  const all = others.length === 0 ? 'is' : `and ${others.join(', ')} are`
  throw new ConformanceOptionError(
    first,
    `${all} missing; the ${part} part needs ${others.length === 0 ? 'it' : 'them'}`,
  )
}

const SHORTEST_SECRET = 4

/** A report hides secrets; a short one may be part of any word. */
function refuseShort(option: keyof ConformanceOptions, secret: string): void {
  if (secret.length >= SHORTEST_SECRET) return
  throw new ConformanceOptionError(
    option,
    `must have at least ${SHORTEST_SECRET} characters: a shorter secret cannot be hidden in a report`,
  )
}

function address(option: keyof ConformanceOptions, url: string | URL): string {
  const fault = addressFault(url)
  if (fault) throw new ConformanceOptionError(option, fault)
  return new URL(url).href
}
