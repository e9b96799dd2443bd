/**
 * One publication: writes the store's content to the folder. An interrupted one leaves complete files.
 *
 * First it reads the change log, from where the last publication ended, into the record in the folder. From the record it
 * plans the files. It makes files with a new source and writes files with new bytes. If the store changes meanwhile, it
 * starts again; files that are already written are not written again.
 */
import { readFile } from 'node:fs/promises'
import type { Clock } from '../../../shared/clock.ts'
import { SITE_IDS } from '../../../shared/contract/site.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { lacksFeeds, type PublishSettings } from '../../options/publish.ts'
import { isSecured } from '../../service-address.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, streamName } from '../../stream.ts'
import { type AppliedPlan, applyPlan, newTally } from './apply-plan.ts'
import { folderFault, PlanOutdatedError, PublishError } from './errors.ts'
import { yieldToOthers } from './event-loop.ts'
import { type Folder, openFolder } from './folder.ts'
import { asLastSettings } from './last-settings.ts'
import { INDEX } from './paging.ts'
import { pagePath, popupScriptPath } from './paths.ts'
import { planFiles } from './plan.ts'
import { type PopupWidget, scriptsOfOpenPages } from './popup-files.ts'
import { type FileRow, openRecord, type PublicationRecord } from './record.ts'

export interface PublishParts {
  /** Path of the folder. */
  to: string
  store: Pick<
    AgentStore,
    | 'identity'
    | 'serviceUrl'
    | 'firstServiceUrl'
    | 'state'
    | 'lastSeq'
    | 'markAt'
    | 'changesAfter'
    | 'getNews'
    | 'listForFeed'
  >
  /** The store's file, which must not be in the folder. */
  storePath: string
  settings: PublishSettings
  /** The agent's mirror; undefined: entries keep the original URLs. */
  mediaDir: string | undefined
  /** Envelope of a stream's popup messages; undefined: there are no valid ones. */
  popups: (stream: Stream) => Promise<string | undefined>
  /** Folder of the built widget; false: none. */
  widgetDir: string | false
  /** @returns the widget in that folder; undefined: it has none */
  readWidget: (folder: string) => PopupWidget | undefined
  clock: Clock
  /** Checks every file and repairs those that others have changed. */
  verify: boolean
  /** How long to wait for another publisher; blocks the process. */
  waitMs: number
  signal: AbortSignal
  onProgress?: (progress: PublishProgress) => void
}

export interface PublishProgress {
  /** Files that were made. */
  done: number
  total: number
}

export interface PublishReport extends AppliedPlan {
  /** Absolute path. */
  folder: string
  /** Streams in the folder. */
  streams: Stream[]
  /** They need `baseUrl` and were not turned off. */
  lacksFeeds: boolean
  /** The last published change of the store. */
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
    const asSettled = JSON.stringify(
      asLastSettings(settings, parts.mediaDir, (await store.firstServiceUrl()) ?? serviceUrl),
    )
    record.begin(asSettled)
    const ownStyle = settings.stylesheet && (await readStyle(settings.stylesheet))
    const tally = newTally()
    for (;;) {
      const rows = await record.files()
      const streams = await streamsToPublish(rows, parts)
      const widget = widgetToPublish(rows, parts)
      const reachable = await reachableIn(folder, streams)
      const now = clock.now()
      const plan = await planFiles(streams, {
        ...{ ...parts, record, ownStyle, widget, reachable, now },
        isPublished: path => Boolean(rows.get(path)?.source),
        isDamaged: path => tally.damaged.has(path),
      })
      try {
        const { compress } = settings
        const applied = await applyPlan(plan, tally, {
          ...{ folder, record, rows, compress, signal, onProgress },
          verify: parts.verify && tally.written.size === 0,
          keeps: widget ? scriptsOfOpenPages(rows, widget, now) : () => false,
        })
        // Two languages link to each other, which each can do only when the other is published.
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

/** Streams whose first page is published. */
async function reachableIn(folder: Folder, streams: readonly Stream[]): Promise<Stream[]> {
  const standing = await Promise.all(streams.map(stream => folder.standing(pagePath(stream, INDEX))))
  return streams.filter((_, at) => standing[at] === 'something')
}

/** Changes in one part. */
const PART = 100

/** Reads the change log to its end; from the start if it is another history than before. */
async function followStore(
  record: PublicationRecord,
  serviceUrl: string,
  { to, store, signal }: PublishParts,
): Promise<void> {
  const origin = record.origin()
  const isMoved = origin.store === store.identity || isSecured(origin.serviceUrl, serviceUrl)
  if (origin.serviceUrl !== '' && origin.serviceUrl !== serviceUrl && !isMoved) {
    throw new PublishError(
      'FOLDER_TAKEN',
      `${to} has news from ${origin.serviceUrl}; name another folder for ${serviceUrl}, or empty this one`,
    )
  }
  const { seq, mark } = origin
  const isSame =
    origin.store === store.identity &&
    seq <= (await store.lastSeq()) &&
    (seq === 0 || mark === (await store.markAt(seq)))
  if (!isSame) record.restart({ serviceUrl, store: store.identity })
  else if (origin.serviceUrl !== serviceUrl) record.follow(serviceUrl)
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
 * Streams that were copied completely at least once. If the folder has a stream that a new store does not have yet, its pages
 * would disappear: nothing is published until the store has it.
 */
async function streamsToPublish(
  published: ReadonlyMap<string, unknown>,
  { to, store, settings }: PublishParts,
): Promise<Stream[]> {
  const isPublished = (stream: Stream) =>
    published.keys().some(path => path.slice(path.indexOf('/') + 1).startsWith(streamName(stream)))
  const streams: Stream[] = []
  for (const stream of settings.streams) {
    const { lastSuccessAt } = await store.state(stream)
    if (lastSuccessAt) streams.push(stream)
    else if (isPublished(stream)) {
      throw new PublishError(
        'NOTHING_COPIED',
        `${to} has ${streamName(stream)}, which the store has not copied yet; nothing was changed`,
      )
    }
  }
  if (streams.length === 0) throw nothingYet(to)
  return streams
}

/** Without its files, published scripts would be removed, and messages would no longer appear on the school's pages. */
function widgetToPublish(
  published: ReadonlyMap<string, FileRow>,
  { to, settings, widgetDir, readWidget }: PublishParts,
): PopupWidget | undefined {
  if (widgetDir === false || !settings.formats.has('popups')) return undefined
  const widget = readWidget(widgetDir)
  if (!widget && SITE_IDS.some(siteId => published.has(popupScriptPath(siteId)))) {
    throw new PublishError(
      'WIDGET_UNUSABLE',
      `${to} has the popup widget, but ${widgetDir} does not have it any more: install or build it again; nothing was changed`,
    )
  }
  return widget
}

const nothingYet = (to: string) =>
  new PublishError('NOTHING_COPIED', `nothing to publish to ${to}: the store has no news yet`)

async function readStyle(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const message = `the style sheet ${path} cannot be read: ${pathFault(error)}`
    throw new PublishError('STYLE_UNUSABLE', message, { cause: error })
  }
}
