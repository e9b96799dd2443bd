/**
 * The status of a store and its agent. Only this file reads it; tables, metrics, probes and findings are functions of it.
 *
 * `Health` is the part that probes ask for every few seconds: it counts nothing.
 */

import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import type { AgentContext } from '../context.ts'
import { type FollowerStatus, followerStatuses } from '../log/reports.ts'
import { STALE_AFTER_MS } from '../options/options.ts'
import type { Publishing } from '../outlets/files/keep-current.ts'
import type { PollerState } from '../outlets/popup-relay/poller.ts'
import type { PopupRelay } from '../outlets/popup-relay/relay.ts'
import { readLease } from '../store/fence.ts'
import { lastRefusal, lastRun } from '../store/journal.ts'
import { mediaCounts } from '../store/media-files.ts'
import type { MediaCounts } from '../store/media-types.ts'
import { listPopups } from '../store/popup-rows.ts'
import type { AgentStore } from '../store/store.ts'
import { countStream } from '../store/stream-rows.ts'
import type { PopupRecord, Run } from '../store/types.ts'
import { type KnownState, readKnownState, type Unrecorded } from '../store/unrecorded.ts'
import { type Stream, sameStream, streamName } from '../stream.ts'
import type { Lease } from '../sync/lease.ts'
import { type Breaker, breakerOf } from '../sync/retry.ts'
import { isFromFuture, isOlder } from './age.ts'

export interface Health {
  streams: StreamHealth[]
  /** What is wrong when the store is no longer the file of its name. */
  replaced?: string
  /** What was not copied, and why, when the store did not take even that. */
  unrecorded?: string
  /** Why the published folder is not up to date. */
  unpublished?: string
}

/** Instants are ISO 8601 in UTC. */
export interface StreamHealth extends Stream {
  /** All events up to here are copied; absent before the first sync. */
  cursor?: string
  lastSuccess?: string
  /** Age of the last success, milliseconds; below 0 if the clock was set back since. */
  ageMs?: number
  /** How far that is ahead of this machine's clock, milliseconds; absent unless the clock was set back since. */
  aheadMs?: number
  /** Without a success within `staleAfterMs`. */
  stale: boolean
  /** Age of the copy, milliseconds; below 0 if the clock was set back since. */
  lagMs?: number
  /** The last failed cycle, even if later ones succeeded. */
  lastError?: { at: string; code: string; message: string }
  /** Failed cycles since the last success. */
  failuresInARow: number
  breaker: Breaker
  /** The last cycle, done or failed. */
  lastRun?: Run
  /** How far the service's clock is ahead of this machine's, milliseconds; absent if responses have no `Date`. */
  skewMs?: number
  lastDurationMs?: number
}

export interface StreamStatus extends StreamHealth {
  entries: number
  /** Tombstones, also of unknown entries. */
  deleted: number
  /** Published entries in which something was odd, and mended or left out. */
  remarked: number
  /** Entries that cannot be published. */
  quarantined: number
  /** The last reconciliation, done or failed; absent before the first. */
  lastReconciliation?: Run
  /** Why the last one that did not fail deleted nothing; absent: it deleted what is gone. */
  refused?: string
}

export interface Status extends Health {
  /** The service's address, or the store's file without an agent. */
  source: string
  streams: StreamStatus[]
  lease: LeaseStatus
  /** The popup relay's state for each site and language; absent before its first call. */
  popups?: PopupStatus[]
  /** What leaves the agent and remembers how far it has come; absent if nothing does. */
  followers?: FollowerStatus[]
  /** Absent if no media is mirrored. */
  media?: MediaCounts
}

/** Instants are ISO 8601 in UTC. */
export interface PopupStatus extends Stream {
  /** Number of messages; absent before the first response. */
  messages?: number
  /** txID of the service's response that first had them. */
  txID?: string
  changedAt?: string
  /** When the service last confirmed them; from the store it may be two minutes old. */
  checkedAt?: string
  /** The last failed call since then. */
  lastError?: { at: string; code: string; message: string }
}

/** Which agent writes the store. */
export interface LeaseStatus {
  /** Its name; absent without a holder. */
  holder?: string
  /** Incremented with each holder. */
  token: number
  /** Whether this agent is the holder. */
  ours: boolean
}

export interface StatusParts {
  source: string
  streams: readonly Stream[]
  clock: Clock
  /** Default: 15 minutes. */
  staleAfterMs?: number | undefined
  /** This agent's token, if it holds the lease. */
  token?: number | undefined
  /** By this agent. */
  unrecorded?: Unrecorded | undefined
  /** From this agent's popup relay. */
  relayed?: readonly RelayedPopups[] | undefined
  folder: PublishedFolder | undefined
}

type RelayedPopups = Stream & Pick<PollerState, 'answer' | 'failure'>
type PublishedFolder = Pick<Publishing, 'status'> & Partial<Pick<Publishing, 'problem'>>

/** What only a running agent knows. */
export interface AtWork {
  lease: Pick<Lease, 'token'>
  /** Undefined: popup messages are not relayed. */
  popupRelay: Pick<PopupRelay, 'state'> | undefined
  /** Undefined: no folder is kept current. */
  publishing: PublishedFolder | undefined
}

/** As the agent itself sees it. */
export const readAgentStatus = (context: AgentContext, atWork: AtWork): Promise<Status> =>
  readStatus(context.store, partsOf(context, atWork))

/** @throws {StoreError} the store does not respond */
export const readAgentHealth = (context: AgentContext, atWork: AtWork): Promise<Health> =>
  readHealth(context.store, partsOf(context, atWork))

const partsOf = (
  { serviceUrl: source, streams, clock, unrecorded, settings: { staleAfterMs } }: AgentContext,
  { lease, popupRelay, publishing: folder }: AtWork,
): StatusParts => ({
  ...{ source, streams, clock, staleAfterMs, unrecorded, folder },
  ...{ token: lease.token(), relayed: popupRelay?.state() },
})

export async function readStatus(store: AgentStore, parts: StatusParts): Promise<Status> {
  const { source, clock, token, relayed = [], folder } = parts
  const health = await readHealth(store, parts)
  const lease = await readLease(store.reading)
  const streams = health.streams.map(async stream => {
    const { tombstones: deleted, ...counts } = await countStream(store, stream)
    const reconciliation = await lastRun(store, stream, 'reconcile')
    const refused = await lastRefusal(store, stream)
    return {
      ...{ ...stream, ...counts, deleted },
      ...(reconciliation && { lastReconciliation: reconciliation }),
      ...(refused && { refused }),
    }
  })
  const popups = popupStatuses(await listPopups(store), relayed)
  const followers = await readFollowers(store, clock, folder)
  const media = await mediaCounts(store)
  return {
    source,
    ...health,
    streams: await Promise.all(streams),
    lease: {
      ...(lease.holder !== undefined && { holder: lease.holder }),
      token: lease.token,
      ours: lease.holder !== undefined && lease.token === token,
    },
    ...(popups.length > 0 && { popups }),
    ...(followers.length > 0 && { followers }),
    ...(Object.values(media).some(count => count > 0) && { media }),
  }
}

/** The published folder first. */
export async function readFollowers(
  store: AgentStore,
  clock: Clock,
  folder: PublishedFolder | undefined,
): Promise<FollowerStatus[]> {
  const nowMs = clock.now().epochMilliseconds
  return [...(folder ? [await folder.status(nowMs)] : []), ...(await followerStatuses(store, nowMs))]
}

async function readHealth(
  store: AgentStore,
  { streams, clock, staleAfterMs = STALE_AFTER_MS, unrecorded, folder }: StatusParts,
): Promise<Health> {
  const now = clock.now()
  const read = streams.map(async stream => ({
    stream,
    state: await readKnownState(store, stream, unrecorded),
    run: await lastRun(store, stream, 'cycle'),
  }))
  const known = await Promise.all(read)
  const notTaken = known.flatMap(({ stream, state }) =>
    state.unrecorded
      ? [`${streamName(stream)} was not copied, and the store could not note it: ${state.unrecorded.message}`]
      : [],
  )
  const replaced = await store.replaced()
  const unpublished = folder?.problem?.()
  return {
    streams: known.map(({ stream, state, run }) => ({
      ...streamHealth(stream, state, now, staleAfterMs),
      ...(run && { lastRun: run }),
    })),
    ...(replaced && { replaced }),
    ...(notTaken.length > 0 && { unrecorded: notTaken.join('; ') }),
    ...(unpublished && { unpublished }),
  }
}

function streamHealth(
  stream: Stream,
  state: KnownState,
  now: Temporal.Instant,
  staleAfterMs: number,
): StreamHealth {
  const { cursor, lastSuccessAt, lastFailure, failuresInARow, skewMs } = state
  const ageMs = lastSuccessAt && now.since(lastSuccessAt).total('milliseconds')
  return {
    ...stream,
    ...(cursor && { cursor: cursor.at.toString(), lastDurationMs: cursor.cycleMs }),
    ...(cursor && { lagMs: now.since(cursor.at).total('milliseconds') }),
    ...(lastSuccessAt && { lastSuccess: lastSuccessAt.toString() }),
    ...(ageMs !== undefined && { ageMs }),
    ...(ageMs !== undefined && isFromFuture(ageMs) && { aheadMs: -ageMs }),
    stale: isOlder(ageMs, staleAfterMs),
    ...(lastFailure && { lastError: { ...lastFailure, at: lastFailure.at.toString() } }),
    failuresInARow,
    breaker: breakerOf(state, now),
    ...(skewMs !== undefined && { skewMs }),
  }
}

/** The state of a running relay is newer than the stored one. */
function popupStatuses(stored: readonly PopupRecord[], relayed: readonly RelayedPopups[]): PopupStatus[] {
  const isKnown = ({ answer, failure }: RelayedPopups) => answer !== undefined || failure !== undefined
  const running = relayed.filter(isKnown)
  const others = stored.filter(record => !running.some(own => sameStream(own, record)))
  return [...running, ...others].map(popupStatus)
}

function popupStatus({ siteId, lang, answer, failure }: RelayedPopups): PopupStatus {
  return {
    siteId,
    lang,
    ...(answer && {
      messages: JSON.parse(answer.content).length,
      txID: answer.txID,
      changedAt: `${answer.changedAt}`,
      checkedAt: `${answer.checkedAt}`,
    }),
    ...(failure && { lastError: { ...failure, at: `${failure.at}` } }),
  }
}
