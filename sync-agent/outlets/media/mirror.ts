/**
 * Keeps the media folder up to date while this agent leads: downloads the files of entries, a few at a time, downloads lost
 * files again, and removes files that have been unused for days.
 *
 * It follows the change log, so no cycle waits for it or fails because of it. After many network failures in a row, all
 * downloads pause.
 */

import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Clock } from '../../../shared/clock.ts'
import { codeOf } from '../../../shared/error-code.ts'
import type { Metrics } from '../../metrics.ts'
import type { MediaSettings } from '../../options/media.ts'
import type { MediaSource } from '../../store/media-types.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import { messageOf } from '../../sync/failure.ts'
import type { Lease } from '../../sync/lease.ts'
import type { GuardedFetch } from '../guarded-fetch.ts'
import { download, partKey } from './download.ts'
import { MediaFault as Fault, faultOf, LIFTED_BY_OPTIONS, type MediaFault, pauseMs } from './fault.ts'
import { mediaName } from './file-name.ts'
import type { MediaFolder } from './folder.ts'
import { keepTidy, lookAtDoubted } from './tidy.ts'

export interface MirrorParts {
  store: Pick<AgentStore, 'media' | 'lastSeq'>
  folder: MediaFolder
  guarded: GuardedFetch
  settings: MediaSettings
  lease: Pick<Lease, 'token' | 'noteLoss'>
  watch: SeqWatch
  clock: Clock
  random: () => number
  logger: Logger
  metrics: Pick<Metrics, 'mediaDownloads' | 'mediaBytes'>
}

export interface MirrorProgress {
  copied: number
  failed: number
  bytes: number
  /** Files that are due now. */
  waiting: number
}

export interface Mirror {
  /** Starts; it works whenever this agent leads. */
  begin(): void
  /**
   * Downloads all due files once.
   *
   * @throws {LeaseLostError}
   */
  fetchAll(
    token: number,
    signal: AbortSignal,
    onProgress?: (progress: MirrorProgress) => void,
  ): Promise<MirrorProgress>
  /** Ends within moments; interrupted downloads continue later. */
  close(): Promise<void>
}

/** How often the store is checked for an operator's commands. */
const LOOK_MS = 5_000
const TIDY_EVERY_MS = 24 * 3_600_000
/** Network failures in a row before a pause. */
const FAILURES_UNTIL_REST = 8
const REST_MS = 60_000
/** Pause after an error that is not about a file, such as a full disk. */
const TROUBLE_PAUSE_MS = 60_000

export function createMirror(parts: MirrorParts): Mirror {
  const { store, lease, watch, clock, settings, folder } = parts
  const logger = parts.logger.child({ part: 'media' })
  const closing = new AbortController()
  const now = () => clock.now().epochMilliseconds
  let running: Promise<void> | undefined
  let restUntil = 0
  let failuresInARow = 0
  let tidied: { token: number; at: number; day: number } | undefined

  const pass = async (token: number, signal: AbortSignal, progress: MirrorProgress, tell: () => void) => {
    const looking = { store, folder, now: now(), logger, signal }
    if (tidied?.token !== token || now() - tidied.at >= TIDY_EVERY_MS) {
      if (tidied?.token !== token) await store.media.retryCodes(token, LIFTED_BY_OPTIONS)
      const day = Math.floor(now() / TIDY_EVERY_MS)
      const readOn = tidied?.day === day ? undefined : day
      await keepTidy(token, { ...looking, graceMs: settings.graceMs, readOn })
      tidied = { token, at: now(), day }
    }
    await lookAtDoubted(token, looking)
    while (await store.media.noteUses(token, now())) signal.throwIfAborted()
    if ((await store.media.dueSources(now(), 1)).length === 0) return
    const { bytes } = await store.media.mediaCounts()
    const room = { left: settings.totalBytes - bytes - (await folder.partBytes()) }
    await workThrough(token, signal, room, progress, tell)
  }

  /** A few at a time; the next one is chosen when one ends, so that the newest news comes first. */
  const workThrough = async (
    token: number,
    signal: AbortSignal,
    room: { left: number },
    progress: MirrorProgress,
    tell: () => void,
  ) => {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const begun = new Set<number>()
    const worker = async () => {
      while (!either.aborted && now() >= restUntil) {
        const due = await store.media.dueSources(now(), settings.parallel + begun.size)
        const source = due.find(({ id }) => !begun.has(id))
        if (!source) return
        begun.add(source.id)
        try {
          await fetchOne(source, token, either, room, progress)
        } finally {
          begun.delete(source.id)
        }
        progress.waiting = Math.max(0, progress.waiting - 1)
        tell()
        while (await store.media.noteUses(token, now())) either.throwIfAborted()
      }
    }
    const workers = Array.from({ length: settings.parallel }, () =>
      worker().catch(error => {
        stop.abort()
        throw error
      }),
    )
    const ends = await Promise.allSettled(workers)
    signal.throwIfAborted()
    const failed = ends.find(end => end.status === 'rejected' && !isAbort(end.reason))
    if (failed?.status === 'rejected') throw failed.reason
  }

  const fetchOne = async (
    source: MediaSource,
    token: number,
    signal: AbortSignal,
    room: { left: number },
    progress: MirrorProgress,
  ) => {
    const key = partKey(source)
    // The part of an earlier attempt already counts.
    const left = await folder.partBytes(key)
    // If the entry has no size, bytes are counted as they arrive.
    let taken = source.fileSize ?? left
    room.left += left - taken
    const onBytes = (size: number) => {
      if (source.fileSize !== undefined) return
      room.left += taken - size
      taken = size
      if (room.left < 0) throw folderFull(source, settings)
    }
    let used: number | undefined
    try {
      if (room.left < 0) throw folderFull(source, settings)
      const file = await download(source, {
        ...{ guarded: parts.guarded, folder, signal, plainHttp: settings.plainHttp, onBytes },
        ...{ timeoutMs: settings.timeoutMs, totalMs: settings.totalMs, maxBytes: settings.maxBytes },
      })
      used = file.size
      failuresInARow = 0
      const name = encodeURIComponent(mediaName(source.url, file.type))
      await store.media.noteHeld(token, source, { ...file, name }, now())
      progress.copied += 1
      progress.bytes += file.size
      parts.metrics.mediaDownloads.inc({ outcome: 'copied' })
      parts.metrics.mediaBytes.inc(file.size)
      logger.debug({ url: source.url, sha256: file.sha256, bytes: file.size }, 'a file is mirrored')
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      await noteFault(source, token, fault)
      progress.failed += 1
    } finally {
      room.left += taken - (used ?? (await folder.partBytes(key)))
    }
  }

  const noteFault = async (source: MediaSource, token: number, fault: MediaFault) => {
    failuresInARow = fault.passing ? failuresInARow + 1 : 0
    if (failuresInARow >= FAILURES_UNTIL_REST) {
      failuresInARow = 0
      restUntil = now() + REST_MS
      logger.warn(`media: ${FAILURES_UNTIL_REST} attempts in a row have failed; downloads pause for a minute`)
    }
    const retryAt = now() + pauseMs(fault, source.attempts, parts.random)
    await store.media.noteFailed(token, source, { code: fault.code, reason: fault.message, retryAt }, now())
    parts.metrics.mediaDownloads.inc({ outcome: 'failed' })
    logger.warn(
      { code: fault.code, url: source.url, attempts: source.attempts + 1 },
      `not mirrored: ${fault.message}`,
    )
  }

  // One pass at a time, because two would write the same parts.
  const turns = new PQueue({ concurrency: 1 })
  const fetchAll: Mirror['fetchAll'] = (token, signal, onProgress) =>
    turns.add(() => fetchOnce(token, signal, onProgress))
  const fetchOnce: Mirror['fetchAll'] = async (token, signal, onProgress) => {
    const progress: MirrorProgress = { copied: 0, failed: 0, bytes: 0, waiting: 0 }
    const either = AbortSignal.any([signal, closing.signal])
    while (await store.media.noteUses(token, now())) either.throwIfAborted()
    progress.waiting = (await store.media.mediaCounts()).waiting
    await pass(token, either, progress, () => onProgress?.({ ...progress }))
    return progress
  }

  const lead = async () => {
    while (!closing.signal.aborted) {
      const token = lease.token()
      let wakeAt = now() + LOOK_MS
      const seen = await store.lastSeq().catch(() => 0)
      if (token !== undefined && now() >= restUntil) {
        try {
          const done = await fetchAll(token, closing.signal)
          if (done.copied + done.failed > 0)
            logger.info(done, `media: ${done.copied} files copied, ${done.failed} failed`)
        } catch (error) {
          if (closing.signal.aborted) return
          if (codeOf(error) === 'LEASE_LOST') lease.noteLoss(token)
          else {
            logger.error(`media: downloads pause: ${messageOf(error)}`)
            wakeAt = now() + TROUBLE_PAUSE_MS
          }
        }
      }
      await wake(seen, wakeAt - now())
    }
  }
  /** Resolves when the news has changed, or after a while. */
  const wake = async (seen: number, afterMs: number) => {
    const late = AbortSignal.timeout(Math.max(50, afterMs))
    await watch.moved(seen, AbortSignal.any([late, closing.signal]))
  }

  return {
    begin() {
      running ??= lead()
    },
    fetchAll,
    async close() {
      closing.abort()
      await running
    },
  }
}

const isAbort = (error: unknown) =>
  codeOf(error) === 'ABORTED' || (error instanceof Error && error.name === 'AbortError')

const folderFull = ({ url }: MediaSource, { totalBytes }: MediaSettings) =>
  new Fault('FOLDER_FULL', `${url}: does not fit into the media folder, whose limit is ${totalBytes} bytes`)
