/**
 * One publication: the folder is brought to what the store holds now, or is left, whole, on the way there.
 *
 * First the change log is read on from where the last publication ended, into the record in the folder. From the record it
 * is planned which files there should be. Those that are made from something new are made, and those whose bytes are new
 * are written. When the store moves on meanwhile, all of this begins again; what was written by then is not written twice.
 */
import { readFile } from 'node:fs/promises'
import type { Clock } from '../../../shared/clock.ts'
import { lacksFeeds, type PublishSettings } from '../../options/publish.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, streamName } from '../../stream.ts'
import { type AppliedPlan, applyPlan, newTally } from './apply-plan.ts'
import { INDEX } from './cut.ts'
import { folderFault, PlanOutdatedError, PublishError } from './errors.ts'
import { yieldToOthers } from './event-loop.ts'
import { type Folder, openFolder } from './folder.ts'
import { asLastSettings } from './last-settings.ts'
import { tellMirror } from './media.ts'
import { pagePath } from './paths.ts'
import { planFiles } from './plan.ts'
import { openRecord, type PublicationRecord } from './record.ts'

export interface PublishParts {
  /** Path of the folder. */
  to: string
  store: Pick<
    AgentStore,
    'identity' | 'serviceUrl' | 'state' | 'lastSeq' | 'markAt' | 'changesAfter' | 'getNews' | 'listForFeed'
  >
  /** The store's own file, which must not come to lie in the folder. */
  storePath: string
  settings: PublishSettings
  /** The agent's mirror of media; undefined: entries keep the original addresses. */
  mediaDir: string | undefined
  /** Envelope of a stream's popup messages; undefined: there is none that may be shown. */
  popups: (stream: Stream) => Promise<string | undefined>
  clock: Clock
  /** Looks at every file, and puts right what somebody else has changed. */
  verify: boolean
  /** How long to wait for the end of another publisher's work; nothing else happens in this process meanwhile. */
  waitMs: number
  signal: AbortSignal
  onProgress?: (progress: PublishProgress) => void
}

export interface PublishProgress {
  /** Files that had to be made. */
  done: number
  total: number
}

export interface PublishReport extends AppliedPlan {
  /** Absolute path. */
  folder: string
  /** Streams that are in the folder now. */
  streams: Stream[]
  /** They need `baseUrl`, and nobody said that there should be none. */
  lacksFeeds: boolean
  /** The change of the store up to which it was published. */
  seq: number
  durationMs: number
}

/** @throws {PublishError} @throws {StoreError} @throws the signal's reason */
export async function publishFiles(parts: PublishParts): Promise<PublishReport> {
  const { to, store, storePath, settings, clock, signal, onProgress = () => undefined } = parts
  const startedAt = performance.now()
  const serviceUrl = await store.serviceUrl()
  if (serviceUrl === undefined) throw nothingYet(to)
  const folder = await openFolder(to, storePath)
  using record = openRecord(folder.path, parts.waitMs)
  try {
    await followStore(record, serviceUrl, parts)
    const asSettled = JSON.stringify(asLastSettings(settings, parts.mediaDir, serviceUrl))
    record.begin(asSettled)
    const ownStyle = settings.stylesheet && (await readStyle(settings.stylesheet))
    const tally = newTally()
    for (;;) {
      const streams = await streamsToPublish(record, parts)
      const rows = await record.files()
      const reachable = await reachableIn(folder, streams)
      const plan = await planFiles(streams, {
        ...{ ...parts, record, ownStyle, reachable, now: clock.now() },
        isPublished: path => Boolean(rows.get(path)?.source),
        isDamaged: path => tally.damaged.has(path),
      })
      try {
        const { compress } = settings
        const applied = await applyPlan(plan, tally, {
          ...{ folder, record, rows, compress, signal, onProgress },
          verify: parts.verify && tally.written.size === 0,
        })
        await tellMirror(applied.damaged, parts.mediaDir)
        // Two languages point to each other: each could do so only once the other stood.
        const nowReachable = await reachableIn(folder, streams)
        if (streams.length > 1 && nowReachable.length > reachable.length) continue
        record.setPublished(
          streams.map(stream => ({ ...stream, entries: record.count(stream) })),
          asSettled,
        )
        const durationMs = Math.round(performance.now() - startedAt)
        const { seq } = record.origin()
        return { folder: folder.path, streams, ...applied, lacksFeeds: lacksFeeds(settings), seq, durationMs }
      } catch (error) {
        if (!(error instanceof PlanOutdatedError)) throw error
        await followStore(record, serviceUrl, parts)
      }
    }
  } catch (error) {
    throw folderFault(to, error)
  }
}

/** Those whose first page stands. */
async function reachableIn(folder: Folder, streams: readonly Stream[]): Promise<Stream[]> {
  const standing = await Promise.all(streams.map(stream => folder.standing(pagePath(stream, INDEX))))
  return streams.filter((_, at) => standing[at] === 'something')
}

/** Changes read at a time. */
const PART = 100

/** Reads the change log to its end; from its beginning where this is not the history that was read before. */
async function followStore(
  record: PublicationRecord,
  serviceUrl: string,
  { to, store, signal }: PublishParts,
): Promise<void> {
  const origin = record.origin()
  if (origin.serviceUrl !== '' && origin.serviceUrl !== serviceUrl) {
    throw new PublishError(
      'FOLDER_TAKEN',
      `${to} holds news from ${origin.serviceUrl}; name another folder for ${serviceUrl}, or empty this one`,
    )
  }
  const { seq, mark } = origin
  const isSame =
    origin.store === store.identity &&
    seq <= (await store.lastSeq()) &&
    (seq === 0 || mark === (await store.markAt(seq)))
  if (!isSame) record.restart({ serviceUrl, store: store.identity })
  for (;;) {
    signal.throwIfAborted()
    const upTo = await store.lastSeq()
    const changes = await store.changesAfter(record.origin().seq, PART)
    const end = changes.at(-1)?.seq ?? upTo
    record.absorb(changes, end, await store.markAt(end))
    if (changes.length === 0) return
    await yieldToOthers()
  }
}

/**
 * Those that were copied whole at least once. One that stands in the folder, but not yet in a store begun anew, would lose
 * all its pages until then: nothing is published before it is there.
 */
async function streamsToPublish(
  record: PublicationRecord,
  { to, store, settings }: PublishParts,
): Promise<Stream[]> {
  const streams: Stream[] = []
  for (const stream of settings.streams) {
    const { lastSuccessAt } = await store.state(stream)
    if (lastSuccessAt) streams.push(stream)
    else if (record.stream(stream).published > 0) {
      throw new PublishError(
        'NOTHING_COPIED',
        `${to} holds ${streamName(stream)}, which the store has not copied yet; nothing was changed`,
      )
    }
  }
  if (streams.length === 0) throw nothingYet(to)
  return streams
}

const nothingYet = (to: string) =>
  new PublishError('NOTHING_COPIED', `there is nothing to publish to ${to}: the store has copied no news yet`)

async function readStyle(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PublishError('STYLE_UNUSABLE', `the style sheet cannot be read: ${reason}`, { cause: error })
  }
}
