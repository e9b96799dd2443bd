/** The status of a store and its agent. */
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import type { AgentContext } from '../context.ts'
import type { MediaStatus } from '../outlets/media/reports.ts'
import type { PollerState } from '../outlets/popup-relay/poller.ts'
import type { PopupRelay } from '../outlets/popup-relay/relay.ts'
import { openStore } from '../store/open.ts'
import type { AgentStore } from '../store/store.ts'
import type { PopupRecord, Run, StreamCounts, StreamState } from '../store/types.ts'
import { type Stream, sameStream } from '../stream.ts'
import type { Lease } from '../sync/lease.ts'
import { type Breaker, breakerOf } from '../sync/retry.ts'
import { aheadMs } from './age.ts'
import { type FollowerStatus, followerStatuses } from './follower-status.ts'

/** Instants are ISO 8601 in UTC. */
export interface StreamStatus extends Stream {
  /** All events up to here are copied; absent before the first sync. */
  cursor?: string
  lastSuccess?: string
  /** How far that is ahead of this machine's clock, milliseconds; absent unless the clock was set back since. */
  aheadMs?: number
  /** Age of the copy, milliseconds; below 0 if the clock was set back since. */
  lagMs?: number
  /** The last failed cycle, even if later ones succeeded. */
  lastError?: { at: string; code: string; message: string }
  /** Failed cycles since the last success. */
  failuresInARow: number
  entries: number
  /** Tombstones, also of unknown entries. */
  deleted: number
  /** Published entries in which something was odd, and mended or left out. */
  remarked: number
  /** Entries that cannot be published. */
  quarantined: number
  breaker: Breaker
  /** The last cycle, done or failed. */
  lastRun?: Run
  /** The last reconciliation, done or failed; absent before the first. */
  lastReconciliation?: Run
  /** How far the service's clock is ahead of this machine's, milliseconds; absent if responses have no `Date`. */
  skewMs?: number
  lastDurationMs?: number
}

export interface Status {
  /** The service's address, or the store's file without an agent. */
  source: string
  streams: StreamStatus[]
  lease: LeaseStatus
  /** The popup relay's state for each site and language; absent before its first call. */
  popups?: PopupStatus[]
  /** What leaves the agent and remembers how far it has come; absent if nothing does. */
  followers?: FollowerStatus[]
  /** Absent if no media is mirrored. */
  media?: MediaStatus
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
  /** This agent's token, if it holds the lease. */
  token?: number | undefined
  /** From this agent's popup relay. */
  relayed?: readonly RelayedPopups[] | undefined
}

/** What only a running agent knows. */
export interface AtWork {
  lease: Pick<Lease, 'token'>
  /** Undefined: popup messages are not relayed. */
  popupRelay: Pick<PopupRelay, 'state'> | undefined
}

type RelayedPopups = Stream & Pick<PollerState, 'answer' | 'failure'>

/** As the agent itself sees it. */
export function readAgentStatus(
  { store, serviceUrl: source, streams, clock }: AgentContext,
  { lease, popupRelay }: AtWork,
): Promise<Status> {
  return readStatus(store, { source, streams, clock, token: lease.token(), relayed: popupRelay?.state() })
}

export async function readStatus(
  store: AgentStore,
  { source, streams, clock, token, relayed = [] }: StatusParts,
): Promise<Status> {
  const now = clock.now()
  const lease = await store.lease()
  const statuses = streams.map(async stream => {
    const run = await store.lastRun(stream, 'cycle')
    const reconciliation = await store.lastRun(stream, 'reconcile')
    const status = streamStatus(stream, await store.state(stream), await store.count(stream), now)
    return {
      ...status,
      ...(run && { lastRun: run }),
      ...(reconciliation && { lastReconciliation: reconciliation }),
    }
  })
  const popups = popupStatuses(await store.allPopups(), relayed)
  const followers = await followerStatuses(store, now.epochMilliseconds)
  const media = await store.media.mediaCounts()
  return {
    source,
    streams: await Promise.all(statuses),
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

/**
 * The status of a store; an agent may be writing it.
 *
 * @param path of an existing store
 * @throws {StoreError} the file cannot be read, or is not a store
 */
export async function readStoreStatus(path: string, clock: Clock): Promise<Status> {
  const store = await openStore(path, { mustExist: true })
  try {
    return await readStatus(store, { source: path, streams: await store.streams(), clock })
  } finally {
    await store.close()
  }
}

function streamStatus(
  stream: Stream,
  state: StreamState,
  counts: StreamCounts,
  now: Temporal.Instant,
): StreamStatus {
  const { cursor, lastSuccessAt, lastFailure, failuresInARow, skewMs } = state
  const ahead = aheadMs(lastSuccessAt, now)
  return {
    ...stream,
    ...(cursor && { cursor: cursor.at.toString(), lastDurationMs: cursor.cycleMs }),
    ...(cursor && { lagMs: now.since(cursor.at).total('milliseconds') }),
    ...(lastSuccessAt && { lastSuccess: lastSuccessAt.toString() }),
    ...(ahead !== undefined && { aheadMs: ahead }),
    ...(lastFailure && { lastError: { ...lastFailure, at: lastFailure.at.toString() } }),
    failuresInARow,
    entries: counts.entries,
    deleted: counts.tombstones,
    remarked: counts.remarked,
    quarantined: counts.quarantined,
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
