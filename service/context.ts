/**
 * What the parts of the service share, made once from its options: routes, console and simulator take it.
 *
 * The system clock and randomness enter here and nowhere else.
 */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { epochSecond } from '../shared/contract/wire-time.ts'
import { isLoopback } from '../shared/server/listen.ts'
import { hashOf, sameHash } from '../shared/server/secret.ts'
import type { SqliteDatabase } from '../shared/sqlite/open.ts'
import { type Addresses, serviceAddresses } from './addresses.ts'
import { type ServiceHandles, serviceHandles } from './handles.ts'
import { type MovableClock, movableClock } from './lab/clock.ts'
import { type FaultRules, faultRules } from './lab/faults/faults.ts'
import { type MediaIntake, mediaIntake } from './media/intake.ts'
import { type MediaLinks, mediaLinks } from './media/links.ts'
import { mediaIn } from './media/media.ts'
import { type MediaUse, mediaUses } from './media/uses.ts'
import { type Changes, createChanges, EVERYTHING } from './office/changes.ts'
import { type Office, type Repositories, repositoriesIn, schoolOffice } from './office/office.ts'
import { RowChanges } from './office/row-changes.ts'
import type { ServiceSettings } from './options.ts'
import { type RequestLog, requestLog } from './request-log/requests.ts'
import { type State, type StatePart, stateOf } from './state/state.ts'
import type { Store } from './store/store.ts'

export interface ServiceContext {
  settings: ServiceSettings
  store: Store
  database: SqliteDatabase
  log: Logger
  /** The service's own, which the laboratory moves. */
  clock: MovableClock
  /** The school's. */
  zone: string
  /** For time limits, which no clock that is set may move. */
  elapsedMs(): number
  /** 256 random bits. */
  newSecret(): string
  addresses: Addresses
  /** Origin of addresses in answers. */
  origin(): string
  links: MediaLinks
  /** Address of a user's picture; `null` for a user without one. */
  avatarUrl(path: string | null): string
  repositories: Repositories
  changes: Changes
  faults: FaultRules
  requests: RequestLog
  intake: MediaIntake
  /** Where a medium is used. */
  uses(name: string): MediaUse[]
  office: Office
  state: StatePart
  /** What the program that started the service may change; open consoles are notified. */
  handles: ServiceHandles & { state: State }
  isOwnApp(appId: string): boolean
  /** Published keys and tokens in the store. */
  countSamples(): number
}

export function createContext(settings: ServiceSettings, store: Store): ServiceContext {
  const { zone, logger, host } = settings
  const { database, mediaDir } = store
  const changes = createChanges()
  const clock = movableClock(settings.clock, zone, () => changes.changed('lab'))
  const addresses = serviceAddresses(settings)
  const origin = () => addresses.public().base
  const links = mediaLinks(mediaIn(database), origin)
  const avatarUrl = (path: string | null) => (path === null ? links.neutralAvatar() : links.url(path))
  const parts = { time: { zone, now: () => epochSecond(clock.now()) }, avatarUrl }
  const repositories = repositoriesIn(database, parts)
  const { school, media, sessions, accessKeys } = repositories
  const rows = new RowChanges(database, changes.changed)
  const faults = faultRules(settings.random, () => changes.changed('lab'))
  const requests = requestLog(clock, () => changes.changed('requests'))
  const { mediaLimits: limits, keepOriginals } = settings
  const intake = mediaIntake({ database, media, mediaDir, clock, zone, limits, keepOriginals })
  const uses = mediaUses(database)
  const office = schoolOffice(database, { clock, zone, rows })
  const state = stateOf({
    store,
    clock,
    realClock: settings.clock,
    zone,
    repositoriesIn: of => repositoriesIn(of, parts),
    isPublic: () => !isLoopback(host),
    replacing(work) {
      rows.unnoted(work)
      office.undo.forget()
      changes.changed(EVERYTHING)
    },
  })
  const handles = {
    ...serviceHandles({ office, ...repositories, intake, uses, clock, faults, requests, newSecret }),
    state: state.handle,
  }
  return {
    settings,
    store,
    database,
    log: logger,
    clock,
    zone,
    elapsedMs: () => performance.now(),
    newSecret,
    addresses,
    origin,
    links,
    avatarUrl,
    repositories,
    changes,
    faults,
    requests,
    intake,
    uses,
    office,
    state,
    handles,
    isOwnApp: (appId: string) => sameHash(hashOf(appId), hashOf(school.facts().appId)),
    countSamples: () => accessKeys.countSamples() + sessions.countSamples(),
  }
}

const newSecret = () => randomBytes(32).toString('base64url')
