/**
 * Keeps the media folder up to date while this agent leads: downloads the files of entries, a few at a time, downloads lost
 * files again, and removes files that have been unused for days.
 *
 * Which entries show which files is noted by a follower of the change log, so no cycle waits for the mirror or fails because
 * of it. After a few network failures in a row, all downloads pause.
 */

import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Fetch } from '../../../shared/client/limited-fetch.ts'
import type { Clock } from '../../../shared/clock.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { counted } from '../../../shared/text/counted.ts'
import { PAUSES_AFTER, waitMs } from '../../log/backoff.ts'
import type { Metrics } from '../../metrics.ts'
import type { MediaSettings } from '../../options/media.ts'
import { isPaused } from '../../pause.ts'
import { levelOf } from '../../store/availability.ts'
import { lastSeq } from '../../store/change-marks.ts'
import { mediaCounts } from '../../store/media-files.ts'
import { dueSources, noteFailed, noteHeld, retryCodes } from '../../store/media-queue.ts'
import type { MediaSource } from '../../store/media-types.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import { messageOf } from '../../sync/failure.ts'
import type { Lease } from '../../sync/lease.ts'
import { checkFolder } from './check-folder.ts'
import { type Downloaded, download } from './download.ts'
import { MediaFault as Fault, faultOf, LIFTED_BY_OPTIONS, type MediaFault, retryMs } from './fault.ts'
import { mediaName } from './file-name.ts'
import type { MediaFolder } from './folder.ts'

export interface MirrorParts {
  store: AgentStore
  /** The follower notes what entries show by now. @throws {LeaseLostError} */
  catchUp: (signal: AbortSignal) => Promise<void>
  folder: MediaFolder
  fetch: Fetch
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

/** How often the store is checked for an operator's commands. */
const LOOK_MS = 5_000
const TIDY_EVERY_MS = 24 * 3_600_000
/** Pauses after network failures grow to this. */
const LONGEST_REST_MS = 60_000
/** Pause after an error that is not about a file, such as a full disk. */
const TROUBLE_PAUSE_MS = 60_000

/** One pass over all due files. */
interface Pass {
  token: number
  signal: AbortSignal
  progress: MirrorProgress
  onProgress: (() => void) | undefined
}

/** Of one pass, by the identifiers of the files. */
interface Downloads {
  underWay: Set<number>
  ended: number[]
}

/** Bytes that still fit into the folder. */
interface Room {
  left: number
}

export class Mirror {
  readonly #parts: MirrorParts
  readonly #logger: Logger
  readonly #closing = new AbortController()
  // One pass at a time: two would fetch the same files, and the daily check removes what is half downloaded.
  readonly #turns = new PQueue({ concurrency: 1 })
  #running: Promise<void> | undefined
  #restUntil = 0
  #failuresInARow = 0
  #tidied: { token: number; againAt: number } | undefined

  constructor(parts: MirrorParts) {
    this.#parts = parts
    this.#logger = parts.logger.child({ part: 'media' })
  }

  /** Starts; it works whenever this agent leads. */
  begin(): void {
    this.#running ??= this.#lead()
  }

  /**
   * Downloads all due files once.
   *
   * @throws {LeaseLostError}
   */
  fetchAll(
    token: number,
    signal: AbortSignal,
    onProgress?: (progress: MirrorProgress) => void,
  ): Promise<MirrorProgress> {
    const { store, folder, settings, catchUp } = this.#parts
    return this.#turns.add(async () => {
      const progress: MirrorProgress = { copied: 0, failed: 0, bytes: 0, waiting: 0 }
      const either = AbortSignal.any([signal, this.#closing.signal])
      const pass = { token, signal: either, progress, onProgress: () => onProgress?.({ ...progress }) }
      await catchUp(either)
      await this.#tidy(token)
      const { waiting, bytes } = await mediaCounts(store)
      progress.waiting = waiting
      if ((await dueSources(store, this.#now(), 1)).length === 0) return progress
      await this.#workThrough(pass, { left: settings.totalBytes - bytes - (await folder.partBytes()) })
      // Entries that show the files by now have changed by that.
      await catchUp(either)
      return progress
    })
  }

  /** Ends within moments; interrupted downloads begin again later. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #lead(): Promise<void> {
    const { store, lease, watch } = this.#parts
    const { signal } = this.#closing
    while (!signal.aborted) {
      const token = lease.token()
      let restMs = LOOK_MS
      const seen = await lastSeq(store.reading).catch(() => undefined)
      if (seen !== undefined && token !== undefined && !this.#rests()) {
        const isDone = await this.#fetchDue(token)
        if (!isDone) restMs = TROUBLE_PAUSE_MS
      }
      // Until the news has changed, or for a while.
      if (seen !== undefined) await watch.moved(seen, AbortSignal.any([AbortSignal.timeout(restMs), signal]))
      else await setTimeout(restMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** @returns false after an error that is not about a file */
  async #fetchDue(token: number): Promise<boolean> {
    const { signal } = this.#closing
    try {
      const done = await this.fetchAll(token, signal)
      if (done.copied + done.failed > 0)
        this.#logger.info(done, `media: ${counted(done.copied, 'file')} copied, ${done.failed} failed`)
      return true
    } catch (error) {
      if (signal.aborted) return true
      if (codeOf(error) === 'LEASE_LOST') {
        this.#parts.lease.noteLoss(token)
        return true
      }
      this.#logger[levelOf('error', error)](`media: downloads pause: ${messageOf(error)}`)
      return false
    }
  }

  async #tidy(token: number): Promise<void> {
    const { store, folder, settings } = this.#parts
    const isNewLead = this.#tidied?.token !== token
    if (this.#tidied && !isNewLead && isPaused(this.#tidied.againAt, this.#now(), TIDY_EVERY_MS)) return
    if (isNewLead) await retryCodes(store, token, LIFTED_BY_OPTIONS)
    const { graceMs } = settings
    await checkFolder(token, { store, folder, now: this.#now(), graceMs, logger: this.#logger })
    this.#tidied = { token, againAt: this.#now() + TIDY_EVERY_MS }
  }

  /** A few at a time; the next one is chosen when one ends, so that the newest news comes first. */
  async #workThrough(pass: Pass, room: Room): Promise<void> {
    const stop = new AbortController()
    const stoppable = { ...pass, signal: AbortSignal.any([pass.signal, stop.signal]) }
    const downloads: Downloads = { underWay: new Set(), ended: [] }
    const workers = Array.from({ length: this.#parts.settings.parallel }, () =>
      this.#worker(stoppable, room, downloads).catch(error => {
        stop.abort()
        throw error
      }),
    )
    const ends = await Promise.allSettled(workers)
    pass.signal.throwIfAborted()
    const failed = ends.find(end => end.status === 'rejected' && !isAbort(end.reason))
    if (failed?.status === 'rejected') throw failed.reason
  }

  async #worker(pass: Pass, room: Room, { underWay, ended }: Downloads): Promise<void> {
    const { store, settings } = this.#parts
    while (!pass.signal.aborted && !this.#rests()) {
      const before = ended.length
      const due = await dueSources(store, this.#now(), settings.parallel + underWay.size)
      // What has ended before the answer came may still stand in it.
      const since = ended.slice(before)
      const source = due.find(({ id }) => !underWay.has(id) && !since.includes(id))
      if (!source && since.length > 0) continue
      if (!source) return
      underWay.add(source.id)
      try {
        await this.#fetchOne(source, pass, room)
      } finally {
        underWay.delete(source.id)
        ended.push(source.id)
      }
      pass.progress.waiting = Math.max(0, pass.progress.waiting - 1)
      pass.onProgress?.()
    }
  }

  async #fetchOne(source: MediaSource, { token, signal, progress }: Pass, room: Room): Promise<void> {
    try {
      const file = await this.#download(source, signal, room)
      await this.#noteHeld(source, token, file)
      progress.copied += 1
      progress.bytes += file.size
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      await this.#noteFault(source, token, fault)
      progress.failed += 1
    }
  }

  async #download(source: MediaSource, signal: AbortSignal, room: Room): Promise<Downloaded> {
    const { folder, fetch, settings } = this.#parts
    // If the entry has no size, bytes are counted as they arrive.
    let taken = 0
    const take = (size: number) => {
      if (size - taken > room.left) throw folderFull(source, settings)
      room.left -= size - taken
      taken = size
    }
    let used = 0
    try {
      take(source.fileSize ?? 0)
      const onBytes = (size: number) => source.fileSize === undefined && take(size)
      const { plainHttp, timeoutMs, totalMs, maxBytes } = settings
      const limits = { plainHttp, timeoutMs, totalMs, maxBytes }
      const file = await download(source, { fetch, folder, signal, onBytes, ...limits })
      used = file.size
      return file
    } finally {
      room.left += taken - used
    }
  }

  async #noteHeld(source: MediaSource, token: number, file: Downloaded): Promise<void> {
    const { store, metrics } = this.#parts
    this.#failuresInARow = 0
    const name = encodeURIComponent(mediaName(source.url, file.type))
    await noteHeld(store, token, source, { ...file, name }, this.#now())
    metrics.mediaDownloads.inc({ outcome: 'copied' })
    metrics.mediaBytes.inc(file.size)
    this.#logger.debug({ url: source.url, sha256: file.sha256, bytes: file.size }, 'a file is mirrored')
  }

  async #noteFault(source: MediaSource, token: number, fault: MediaFault): Promise<void> {
    const { store, metrics, random } = this.#parts
    if (!fault.passing) this.#failuresInARow = 0
    else if (!this.#rests()) this.#noteNetworkFailure()
    const retryAt = this.#now() + retryMs(fault, source.attempts, random)
    const failure = { code: fault.code, reason: fault.message, retryAt }
    await noteFailed(store, token, source, failure, this.#now())
    metrics.mediaDownloads.inc({ outcome: 'failed' })
    this.#logger.warn(
      { code: fault.code, url: source.url, attempts: source.attempts + 1 },
      `not mirrored: ${fault.message}`,
    )
  }

  /** Those of downloads that were under way when a pause began do not make it longer. */
  #noteNetworkFailure(): void {
    this.#failuresInARow += 1
    const excess = this.#failuresInARow - PAUSES_AFTER
    if (excess < 0) return
    this.#restUntil = this.#now() + waitMs(excess, this.#parts.random, LONGEST_REST_MS)
    this.#logger[excess === 0 ? 'warn' : 'debug'](
      `media: ${this.#failuresInARow} attempts in a row have failed; downloads pause`,
    )
  }

  #rests(): boolean {
    return isPaused(this.#restUntil, this.#now(), LONGEST_REST_MS)
  }

  #now(): number {
    return this.#parts.clock.now().epochMilliseconds
  }
}

const isAbort = (error: unknown) =>
  codeOf(error) === 'ABORTED' || (error instanceof Error && error.name === 'AbortError')

const folderFull = ({ url }: MediaSource, { totalBytes }: MediaSettings) =>
  new Fault('FOLDER_FULL', `${url}: does not fit into the media folder, whose limit is ${totalBytes} bytes`)
