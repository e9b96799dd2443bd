/** How the copy stands, as a value. */
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import type { AgentContext } from '../context.ts'
import type { MediaStatus } from '../outlets/media/reports.ts'
import type { PollerState } from '../outlets/popup-relay/poller.ts'
import type { PopupRelay } from '../outlets/popup-relay/relay.ts'
import { type WebhookStatus, webhookStatus } from '../outlets/webhooks/reports.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { AgentStore } from '../store/store.ts'
import type { PopupRecord, Run, StreamCounts, StreamState } from '../store/types.ts'
import { type Stream, sameStream } from '../stream.ts'
import type { Lease } from '../sync/lease.ts'
import { type Breaker, breakerOf } from '../sync/retry.ts'

/** Instants are ISO 8601 in UTC. */
export interface StreamStatus extends Stream {
  /** Every event up to here has been answered for; absent before the first sync. */
  cursor?: string
  lastSuccess?: string
  /** How far the copy is behind now, milliseconds. */
  lagMs?: number
  /** The last cycle that failed, even when later ones succeeded. */
  lastError?: { at: string; code: string; message: string }
  /** Failed cycles since the last success; 0 when all is well. */
  failuresInARow: number
  entries: number
  /** Tombstones, those of entries never seen included. */
  deleted: number
  /** Entries that do not fit the contract. */
  quarantined: number
  breaker: Breaker
  /** The last cycle, done or failed. */
  lastRun?: Run
  /** Service's clock ahead of this machine's, milliseconds; absent when its replies are not dated. */
  skewMs?: number
  lastDurationMs?: number
}

export interface Status {
  /** Where the news comes from: the service's address, or the store's file when no agent was asked. */
  source: string
  streams: StreamStatus[]
  lease: LeaseStatus
  /** What the popup relay has heard of each site in each language; absent before it has asked for any. */
  popups?: PopupStatus[]
  /** Who is told of changes; absent when nobody is. */
  webhooks?: WebhookStatus[]
  /** What of the media is mirrored; absent when nothing is or shall be. */
  media?: MediaStatus
}

/** Instants are ISO 8601 in UTC. */
export interface PopupStatus extends Stream {
  /** How many there are to show; absent before the first answer. */
  messages?: number
  /** txID of the service's answer that brought them. */
  txID?: string
  changedAt?: string
  /** When the service last said so; the store knows it to two minutes. */
  checkedAt?: string
  /** Why the service could not be asked since. */
  lastError?: { at: string; code: string; message: string }
}

/** Which agent writes the store. */
export interface LeaseStatus {
  /** Its name for itself; absent when none does. */
  holder?: string
  /** Goes up with each holder. */
  token: number
  /** Whether it is the agent asked. */
  ours: boolean
}

export interface StatusParts {
  source: string
  streams: readonly Stream[]
  clock: Clock
  /** Of the agent asked, when it writes. */
  token?: number | undefined
  /** Of the agent asked, when it relays popup messages. */
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
    const run = await store.lastCycle(stream)
    const status = streamStatus(stream, await store.state(stream), await store.count(stream), now)
    return { ...status, ...(run && { lastRun: run }) }
  })
  const popups = popupStatuses(await store.allPopups(), relayed)
  const targets = await store.webhooks.targets()
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
    ...(targets.length > 0 && {
      webhooks: targets.map(target => webhookStatus(target, now.epochMilliseconds)),
    }),
    ...(Object.values(media).some(count => count > 0) && { media }),
  }
}

/**
 * How every stream of a store stands; the agent that writes it may be running.
 *
 * @param path of a store that is there
 * @throws {StoreError} the file cannot be read, or is something else
 */
export async function readStoreStatus(path: string, clock: Clock): Promise<Status> {
  const store = openSqliteStore(path)
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
  return {
    ...stream,
    ...(cursor && { cursor: cursor.at.toString(), lastDurationMs: cursor.cycleMs }),
    ...(cursor && { lagMs: now.since(cursor.at).total('milliseconds') }),
    ...(lastSuccessAt && { lastSuccess: lastSuccessAt.toString() }),
    ...(lastFailure && { lastError: { ...lastFailure, at: lastFailure.at.toString() } }),
    failuresInARow,
    entries: counts.entries,
    deleted: counts.tombstones,
    quarantined: counts.quarantined,
    breaker: breakerOf(state, now),
    ...(skewMs !== undefined && { skewMs }),
  }
}

/** What a running relay knows is newer than what it has stored. */
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
