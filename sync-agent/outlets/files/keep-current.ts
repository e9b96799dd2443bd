/**
 * Keeps a folder as the store is: published again a moment after each change, or after another publisher made something else of it, every
 * few minutes for what changes by time alone, and looked through now and then for what others have changed in it. Whatever fails costs the folder its freshness
 * and nothing else: it is told, and tried again.
 */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import { lacksFeeds } from '../../options/publish.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import { type Stream, streamName } from '../../stream.ts'
import { PublishError } from './errors.ts'
import { RECORD_NAME } from './paths.ts'
import { type PublishParts, type PublishReport, publishFiles } from './publish.ts'
import { begunIn } from './record.ts'

export interface Publishing {
  begin(): void
  /** Why the folder is not as the store is; undefined when it is, or was not yet tried. */
  problem(): string | undefined
  /** Ends what is under way; the folder is whole. */
  close(): Promise<void>
}

export interface PublishingParts
  extends Omit<PublishParts, 'popups' | 'verify' | 'waitMs' | 'signal' | 'onProgress' | 'store'> {
  store: PublishParts['store'] & Pick<AgentStore, 'lastSeq'>
  watch: SeqWatch
  /** What there is to show now, kept fresh by being asked; undefined: popup messages are not relayed. */
  popups: ((stream: Stream) => Promise<string | undefined>) | undefined
  /** What the store kept, to be shown until the first answer is there. */
  keptPopups: (stream: Stream) => Promise<string | undefined>
  /** How often it is asked. */
  popupIntervalMs: number
  logger: Logger
  metrics: Pick<Metrics, 'publications' | 'publishedFiles' | 'publishedAt'>
  pauses?: typeof PAUSES
  /** Ends after that time or with the signal, whichever is first, and never throws. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

export const PAUSES = {
  /** Changes that come together are published together. */
  gatherMs: 1_000,
  /** How often it is looked whether another publisher was at the folder. */
  noticeMs: 5_000,
  /** Entries leave the news sitemap by time alone. */
  refreshMs: 10 * 60_000,
  /** After a failure; each further one doubles it, up to `longestRetryMs`. */
  retryMs: 5_000,
  longestRetryMs: 60_000,
  verifyMs: 60 * 60_000,
}

export function createPublishing(parts: PublishingParts): Publishing {
  const {
    store,
    watch,
    settings,
    popups,
    keptPopups,
    popupIntervalMs,
    logger,
    metrics,
    pauses = PAUSES,
    sleep = realSleep,
  } = parts
  const { gatherMs, noticeMs, refreshMs, retryMs, longestRetryMs, verifyMs } = pauses
  const closing = new AbortController()
  const { signal } = closing
  const heard = new Map<string, string | undefined>()
  let problem: string | undefined
  /** What was last warned of, until it is over. */
  let warned: string | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let wake = () => {}
  let running: Promise<unknown> = Promise.resolve()

  const envelopeOf = async (stream: Stream) =>
    heard.has(streamName(stream)) ? heard.get(streamName(stream)) : await keptPopups(stream)

  /** @returns the change up to which all is published */
  async function publish(): Promise<number> {
    const verify = performance.now() - verifiedAt >= verifyMs
    const report = await publishFiles({
      ...parts,
      ...{ verify, signal, waitMs: 0 },
      popups: async stream => (popups ? envelopeOf(stream) : undefined),
    })
    if (verify) verifiedAt = performance.now()
    count(report)
    tell(report)
    return report.seq
  }

  function count({ written, removed, repaired }: PublishReport): void {
    metrics.publications.inc({ outcome: 'done' })
    metrics.publishedFiles.inc({ kind: 'written' }, written)
    metrics.publishedFiles.inc({ kind: 'removed' }, removed)
    metrics.publishedFiles.inc({ kind: 'repaired' }, repaired.length)
    metrics.publishedAt.setToCurrentTime()
  }

  function tell(report: PublishReport): void {
    const { written, removed, repaired, blocked, damaged, durationMs, seq } = report
    const news = { written, removed, seq, durationMs }
    problem = problemIn(report)
    if (warned !== undefined && problem === undefined) logger.info(news, 'the folder is published again')
    else if (written + removed > 0) logger.info(news, 'published to the folder')
    if (repaired.length > 0) logger.warn({ files: repaired.slice(0, 10) }, 'published files were put right')
    if (problem !== undefined && warned !== problem) {
      logger.warn({ files: [...blocked, ...damaged].slice(0, 10) }, problem)
    }
    warned = problem
  }

  function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof PublishError ? error.code : undefined
    // Before the first cycle, or while another agent of the same store is at it, there is nothing to be done.
    if (code === 'NOTHING_COPIED' || code === 'FOLDER_LOCKED') logger.debug(message)
    else {
      metrics.publications.inc({ outcome: 'failed' })
      if (message !== warned)
        logger.warn({ code, err: code ? undefined : error }, `cannot publish: ${message}`)
      warned = message
    }
    problem = message
  }

  const recordWrittenAt = async () =>
    (await lstat(join(parts.to, RECORD_NAME)).catch(() => undefined))?.mtimeMs

  /** Otherwise than we do: agents of one store may keep one folder, and must not wake each other. */
  async function publishedOtherwise(ended: AbortSignal): Promise<void> {
    const ours = begunIn(parts.to)
    let writtenAt = await recordWrittenAt()
    while (!ended.aborted) {
      await sleep(noticeMs, ended)
      const now = await recordWrittenAt()
      if (ended.aborted || now === writtenAt) continue
      const begun = begunIn(parts.to)
      if (now !== undefined && begun === undefined) continue
      writtenAt = now
      if (begun === ours) continue
      logger.warn('another publisher, with other options, was at the folder: it is brought back to ours')
      return
    }
  }

  async function keepCurrent(): Promise<void> {
    let retry = retryMs
    while (!signal.aborted) {
      const woken = Promise.withResolvers<void>()
      wake = woken.resolve
      const before = await store.lastSeq().catch(() => 0)
      const seq = await publish().catch(error => {
        if (!signal.aborted) fail(error)
      })
      const pause = new AbortController()
      const ended = AbortSignal.any([signal, pause.signal])
      const moved = watch.moved(seq ?? before, ended)
      // What failed is tried again anyhow.
      const rested =
        seq === undefined ? [sleep(retry, ended)] : [sleep(refreshMs, ended), publishedOtherwise(ended)]
      await Promise.race([moved, woken.promise, ...rested])
      pause.abort()
      retry = seq === undefined ? Math.min(2 * retry, longestRetryMs) : retryMs
      await sleep(gatherMs, signal)
    }
  }

  async function listenForPopups(ask: NonNullable<typeof popups>): Promise<void> {
    while (!signal.aborted) {
      let isNew = false
      for (const stream of settings.streams) {
        const name = streamName(stream)
        const envelope = await ask(stream).catch(() => heard.get(name))
        isNew ||= !heard.has(name) || envelope !== heard.get(name)
        heard.set(name, envelope)
      }
      if (isNew) wake()
      await sleep(popupIntervalMs, signal)
    }
  }

  return {
    begin() {
      if (lacksFeeds(settings)) logger.info('no feeds are published: they need the base URL of the folder')
      const listening = popups && settings.formats.has('popups') ? listenForPopups(popups) : undefined
      running = Promise.all([keepCurrent(), listening])
    },
    problem: () => problem,
    async close() {
      closing.abort()
      await running
    },
  }
}

function problemIn({ blocked, damaged }: PublishReport): string | undefined {
  const problems = [
    ...(blocked.length > 0 ? [`${blocked.length} files are in the way of published ones`] : []),
    ...(damaged.length > 0 ? [`${damaged.length} files of the mirror are damaged and not published`] : []),
  ]
  return problems.length > 0 ? problems.join('; ') : undefined
}

const realSleep = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
