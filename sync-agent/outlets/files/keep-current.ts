/**
 * Keeps a folder up to date: publishes again soon after each change, after another publisher with other options, and every
 * few minutes for content that depends on time. Sometimes it checks all files for changes by others. A failure is logged
 * and tried again; the agent continues.
 */

import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { counted } from '../../../shared/text/counted.ts'
import type { FollowerStatus } from '../../log/reports.ts'
import type { Metrics } from '../../metrics.ts'
import { lacksFeeds } from '../../options/publish.ts'
import { levelOf } from '../../store/availability.ts'
import { lastSeq } from '../../store/change-marks.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import { type Stream, streamName } from '../../stream.ts'
import { PublishError } from './errors.ts'
import { folderStatusReader, manifestWrittenAt } from './folder-status.ts'
import { type Publications, readManifest } from './manifest.ts'
import { MANIFEST_NAME } from './paths.ts'
import { type PopupWidget, readWidget } from './popup-files.ts'
import { type PublishParts, type PublishReport, publishFiles, settingsToNote } from './publish.ts'

export interface PublishingParts
  extends Omit<
    PublishParts,
    'popups' | 'readWidget' | 'verify' | 'waitMs' | 'signal' | 'onProgress' | 'store'
  > {
  store: PublishParts['store'] & AgentStore
  watch: SeqWatch
  /**
   * What the relay of any agent has heard last, without asking the service; calling it keeps the relay awake. Undefined: no
   * relay.
   */
  popups: ((stream: Stream) => Promise<string | undefined>) | undefined
  /** Messages from the store, until the first response. */
  keptPopups: (stream: Stream) => Promise<string | undefined>
  logger: Logger
  metrics: Pick<Metrics, 'publications' | 'publishedFiles' | 'publishedAt'>
  pauses?: typeof PAUSES
  /** Resolves after that time or when the signal is aborted. Never throws. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

export const PAUSES = {
  /** Changes within this time are published together. */
  gatherMs: 1_000,
  /** How often to look at what the relay has heard. */
  listenMs: 1_000,
  /** How often to check for another publisher's work. */
  noticeMs: 5_000,
  /** For content that depends on time: entries leave the news sitemap. */
  refreshMs: 10 * 60_000,
  /** Pause after a failure; each further one doubles it, up to `longestRetryMs`. */
  retryMs: 5_000,
  longestRetryMs: 60_000,
  verifyMs: 60 * 60_000,
  /** Another agent that publishes for longer is suspended: nobody else can take its place. */
  lockedMs: 60_000,
}

/** Files in a line of the log. */
const MOST_NAMED = 100

export class Publishing {
  readonly #parts: PublishingParts
  readonly #pauses: typeof PAUSES
  readonly #sleep: NonNullable<PublishingParts['sleep']>
  readonly #closing = new AbortController()
  /** Envelopes by stream. */
  readonly #popups = new Map<string, string | undefined>()
  /** Read once: pages always get files of one build, also during an update. */
  #widget: PopupWidget | undefined
  #problem: string | undefined
  /** Undefined before the first attempt. */
  #publications: Publications | undefined
  /** Since when another publisher holds the folder. */
  #lockedSince: number | undefined
  /** The last logged problem, until it is solved. */
  #warned: string | undefined
  #verifiedAt = Number.NEGATIVE_INFINITY
  readonly #folderStatus: ReturnType<typeof folderStatusReader>
  #wake = () => {}
  #running: Promise<unknown> = Promise.resolve()

  constructor(parts: PublishingParts) {
    this.#parts = parts
    this.#pauses = parts.pauses ?? PAUSES
    this.#sleep = parts.sleep ?? realSleep
    this.#folderStatus = folderStatusReader(parts.to, parts.store)
  }

  begin(): void {
    const { settings, popups, logger } = this.#parts
    if (lacksFeeds(settings)) logger.info('no feeds are published: they need the base URL of the folder')
    const listening = popups && settings.formats.has('popups') ? this.#listenForPopups(popups) : undefined
    this.#running = Promise.all([this.#keepCurrent(), listening])
  }

  /** Why the folder is not up to date; undefined if it is, or before the first attempt. */
  problem(): string | undefined {
    return this.#problem
  }

  /** A row among the followers. */
  status(nowMs: number): Promise<FollowerStatus> {
    return this.#folderStatus(nowMs, this.#publications)
  }

  /** Ends the current publication; the folder is complete. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #keepCurrent(): Promise<void> {
    const { store, watch } = this.#parts
    const { gatherMs, refreshMs, retryMs, longestRetryMs } = this.#pauses
    const { signal } = this.#closing
    let retry = retryMs
    while (!signal.aborted) {
      const woken = Promise.withResolvers<void>()
      this.#wake = woken.resolve
      const before = await lastSeq(store.reading).catch(() => undefined)
      const seq = await this.#publish().catch(error => {
        if (!signal.aborted) this.#fail(error)
      })
      const pause = new AbortController()
      const ended = AbortSignal.any([signal, pause.signal])
      const seen = seq ?? before
      const moved = seen === undefined ? [] : [watch.moved(seen, ended)]
      // A failure is tried again anyway.
      const rested =
        seq === undefined
          ? [this.#sleep(retry, ended)]
          : [this.#sleep(refreshMs, ended), this.#publishedOtherwise(ended)]
      await Promise.race([...moved, woken.promise, ...rested])
      pause.abort()
      retry = seq === undefined ? Math.min(2 * retry, longestRetryMs) : retryMs
      await this.#sleep(gatherMs, signal)
    }
  }

  /** @returns the last published change */
  async #publish(): Promise<number> {
    const { to, store, storePath, settings, mediaDir, afterPublish, widgetDir, clock } = this.#parts
    const verify = performance.now() - this.#verifiedAt >= this.#pauses.verifyMs
    const report = await publishFiles({
      ...{ to, store, storePath, settings, mediaDir, afterPublish, widgetDir, clock },
      ...{ verify, signal: this.#closing.signal, waitMs: 0 },
      popups: stream => this.#envelopeOf(stream),
      readWidget: folder => (this.#widget ??= readWidget(folder)),
    })
    this.#lockedSince = undefined
    if (verify) this.#verifiedAt = performance.now()
    this.#count(report)
    this.#tell(report)
    return report.seq
  }

  async #envelopeOf(stream: Stream): Promise<string | undefined> {
    const { popups, keptPopups } = this.#parts
    if (!popups) return undefined
    const name = streamName(stream)
    // Asked again: what was withdrawn since must not be put back.
    return this.#popups.has(name) ? popups(stream) : keptPopups(stream)
  }

  #count({ written, removed, repaired }: PublishReport): void {
    const { metrics } = this.#parts
    metrics.publications.inc({ outcome: 'done' })
    metrics.publishedFiles.inc({ kind: 'written' }, written)
    metrics.publishedFiles.inc({ kind: 'removed' }, removed)
    metrics.publishedFiles.inc({ kind: 'repaired' }, repaired.length)
    metrics.publishedAt.setToCurrentTime()
  }

  #tell(report: PublishReport): void {
    const { logger } = this.#parts
    const { written, removed, repaired, blocked, damaged, durationMs, seq } = report
    const news = { written, removed, seq, durationMs }
    const problem = problemIn(report)
    if (this.#warned !== undefined && problem === undefined)
      logger.info(news, 'the folder is up to date again')
    else if (written + removed > 0) logger.info(news, 'published to the folder')
    if (repaired.length > 0) logger.warn({ files: repaired.slice(0, 10) }, 'published files were repaired')
    if (problem !== undefined && this.#warned !== problem) {
      logger.warn({ files: [...blocked, ...damaged].slice(0, MOST_NAMED) }, problem)
    }
    this.#publications =
      problem === undefined ? { ...this.#publications, failuresInARow: 0 } : this.#failed(problem)
    this.#problem = problem
    this.#warned = problem
  }

  #fail(error: unknown): void {
    const { logger, metrics } = this.#parts
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof PublishError ? error.code : undefined
    const now = performance.now()
    this.#lockedSince = code === 'FOLDER_LOCKED' ? (this.#lockedSince ?? now) : undefined
    const isLockedLong = now - (this.#lockedSince ?? now) >= this.#pauses.lockedMs
    // Before the first cycle, or while another agent of the same store publishes, there is nothing to do.
    if (code === 'NOTHING_COPIED' || (code === 'FOLDER_LOCKED' && !isLockedLong)) logger.debug(message)
    else {
      metrics.publications.inc({ outcome: 'failed' })
      this.#publications = this.#failed(message)
      const said = code === 'COMMAND_FAILED' ? message : `cannot publish: ${message}`
      if (message !== this.#warned)
        logger[levelOf('warn', error)]({ code, err: code ? undefined : error }, said)
      this.#warned = message
    }
    this.#problem = message
  }

  #failed(message: string): Publications {
    const { failuresInARow = 0 } = this.#publications ?? {}
    return {
      failuresInARow: failuresInARow + 1,
      lastFailure: { at: `${this.#parts.clock.now()}`, message },
    }
  }

  /** With other options: agents of one store may share a folder and must not trigger each other. */
  async #publishedOtherwise(ended: AbortSignal): Promise<void> {
    const { to, logger } = this.#parts
    const ours = await settingsToNote(this.#parts).then(JSON.stringify, () => undefined)
    // The store cannot be read: the next publication says it.
    if (ours === undefined) return
    let writtenAt = await manifestWrittenAt(to)
    while (!ended.aborted) {
      await this.#sleep(this.#pauses.noticeMs, ended)
      const now = await manifestWrittenAt(to)
      if (ended.aborted) return
      if (now === undefined) {
        logger.warn(`the folder, or ${MANIFEST_NAME} in it, was removed; it is published again`)
        return
      }
      if (now === writtenAt) continue
      writtenAt = now
      const theirs = await settingsIn(to)
      if (theirs === ours) continue
      // Damaged: the next publication says it.
      if (theirs === undefined) return
      logger.warn(
        'another publisher with other options has changed the folder; this agent’s options are restored',
      )
      return
    }
  }

  async #listenForPopups(ask: NonNullable<PublishingParts['popups']>): Promise<void> {
    const { settings } = this.#parts
    const { signal } = this.#closing
    while (!signal.aborted) {
      let isNew = false
      for (const stream of settings.streams) {
        const name = streamName(stream)
        const envelope = await ask(stream).catch(() => this.#popups.get(name))
        isNew ||= !this.#popups.has(name) || envelope !== this.#popups.get(name)
        this.#popups.set(name, envelope)
      }
      if (isNew) this.#wake()
      await this.#sleep(this.#pauses.listenMs, signal)
    }
  }
}

/** As JSON; undefined: they cannot be read. */
const settingsIn = async (folder: string) =>
  JSON.stringify((await readManifest(folder).catch(() => undefined))?.settings)

function problemIn({ blocked, damaged }: PublishReport): string | undefined {
  const problems = [
    ...(blocked.length > 0
      ? [
          `${counted(blocked.length, 'file')} that this publisher did not write ${blocked.length === 1 ? 'has' : 'have'} the name of a published one: remove ${blocked.length === 1 ? 'it, and it is' : 'them, and they are'} published`,
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${counted(damaged.length, 'file')} of the mirror ${damaged.length === 1 ? 'is' : 'are'} damaged and not published`,
        ]
      : []),
  ]
  return problems.length > 0 ? problems.join('; ') : undefined
}

const realSleep = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
