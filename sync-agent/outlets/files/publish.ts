/**
 * One publication: writes the store's content to the folder. An interrupted one leaves complete files.
 *
 * The folder follows the change log: its manifest has the number of the last published change. A publication plans all files
 * from the store as it is now, makes those with a new source, and writes those with new bytes. If the store changes meanwhile,
 * it plans again; files that are already written are not written again.
 */

import { readFile } from 'node:fs/promises'
import type { Clock } from '../../../shared/clock.ts'
import { SITE_IDS } from '../../../shared/contract/site.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { lacksFeeds, type PublishSettings } from '../../options/publish.ts'
import { isSecured } from '../../service-address.ts'
import { lastSeq, markAt } from '../../store/change-marks.ts'
import { serviceSource } from '../../store/service-source.ts'
import type { AgentStore } from '../../store/store.ts'
import { readState } from '../../store/stream-rows.ts'
import { type Stream, streamName } from '../../stream.ts'
import { messageOf } from '../../sync/failure.ts'
import { tellChanges } from './after-publish.ts'
import {
  type Application,
  type AppliedPlan,
  applyPlan,
  findChangedByOthers,
  newTally,
  takeUp,
} from './apply-plan.ts'
import { removeEarlierRecord } from './earlier-record.ts'
import { folderFault, PlanOutdatedError, PublishError } from './errors.ts'
import { type Folder, openFolder } from './folder.ts'
import { publishedSeq } from './folder-status.ts'
import { asLastSettings, type LastSettings } from './last-settings.ts'
import { lockFolder } from './lock.ts'
import { type Manifest, manifestText, type Publications, readManifest, writeManifest } from './manifest.ts'
import { INDEX } from './paging.ts'
import { pagePath, popupScriptPath } from './paths.ts'
import { planFiles } from './plan.ts'
import { type PopupWidget, scriptsOfOpenPages } from './popup-files.ts'

export interface PublishParts {
  /** Path of the folder. */
  to: string
  store: AgentStore
  /** The store's file, which must not be in the folder. */
  storePath: string
  settings: PublishSettings
  /** The agent's mirror; undefined: entries keep the original URLs. */
  mediaDir: string | undefined
  /** Envelope of a stream's popup messages; undefined: there are no valid ones. */
  popups: (stream: Stream) => Promise<string | undefined>
  /** Program that hears of changed files; undefined: none. */
  afterPublish: string | undefined
  /** Folder of the built widget; false: none. */
  widgetDir: string | false
  /** @returns the widget in that folder; undefined: it has none */
  readWidget: (folder: string) => PopupWidget | undefined
  clock: Clock
  /** Checks every file and repairs those that others have changed. */
  verify: boolean
  /** How long to wait for another publisher. */
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
  written: number
  removed: number
  /** Of the written files. */
  bytes: number
  /** Published files that others had changed or removed. */
  repaired: string[]
  /** Mirrored files with wrong content, which are not published. */
  damaged: string[]
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
  const { to, storePath, waitMs, signal } = parts
  const serviceUrl = (await serviceSource(parts.store.reading)).url
  if (serviceUrl === undefined) throw nothingYet(to)
  const folder = await openFolder(to, storePath)
  try {
    await using lock = await lockFolder(folder.path, waitMs, signal)
    const manifest = await readManifest(folder.path)
    const { seq: seqBefore } = manifest
    let saved = manifestText(manifest)
    let isBegun = false
    const save = async () => {
      isBegun = true
      const text = manifestText(manifest)
      if (text === saved) return
      await lock.confirm()
      await writeManifest(folder, text)
      saved = text
    }
    try {
      const report = await bringUpToDate(parts, serviceUrl, manifest, { folder, save, confirm: lock.confirm })
      if (parts.afterPublish !== undefined) {
        await save()
        const after = { command: parts.afterPublish, folder: folder.path, signal }
        manifest.told = await tellChanges(manifest, after)
      }
      const { failuresInARow, ...before } = publicationsOf(manifest)
      // What ends failures has done something too: the command has taken what it was told before.
      if (report.written + report.removed > 0 || report.seq !== seqBefore || failuresInARow > 0)
        manifest.publications = { ...before, lastDone: `${parts.clock.now()}`, failuresInARow: 0 }
      await save()
      removeEarlierRecord(folder.path)
      return report
    } catch (error) {
      // The next one continues from here. Without it, it compares more.
      if (!isBegun) throw error
      if (!signal.aborted) {
        const { failuresInARow, ...before } = publicationsOf(manifest)
        const lastFailure = { at: `${parts.clock.now()}`, message: messageOf(folderFault(to, error)) }
        manifest.publications = { ...before, failuresInARow: failuresInARow + 1, lastFailure }
      }
      await save().catch(() => undefined)
      throw error
    }
  } catch (error) {
    throw folderFault(to, error)
  }
}

const publicationsOf = ({ publications = { failuresInARow: 0 } }: Manifest): Publications => publications

/** The options as the manifest has them. */
export async function settingsToNote({
  store,
  settings,
  mediaDir,
}: Pick<PublishParts, 'store' | 'settings' | 'mediaDir'>): Promise<LastSettings> {
  const { first = '' } = await serviceSource(store.reading)
  return asLastSettings(settings, mediaDir, first)
}

async function bringUpToDate(
  parts: PublishParts,
  serviceUrl: string,
  manifest: Manifest,
  held: Pick<Application, 'folder' | 'save' | 'confirm'>,
): Promise<PublishReport> {
  const { store, settings, clock, signal, onProgress = () => undefined } = parts
  const startedAt = performance.now()
  await followStore(manifest, serviceUrl, parts)
  manifest.settings = await settingsToNote(parts)
  const ownStyle = settings.stylesheet && (await readStyle(settings.stylesheet))
  const { files } = manifest
  const { folder } = held
  const tally = newTally()
  const application: Application = {
    ...{ ...held, files, tally, signal, onProgress },
    keeps: () => false,
  }
  await takeUp(application)
  if (parts.verify) await findChangedByOthers(application)
  for (;;) {
    signal.throwIfAborted()
    const seq = await lastSeq(store.reading)
    const mark = await markAt(store.reading, seq)
    const streams = await streamsToPublish(files, parts)
    const widget = widgetToPublish(files, parts)
    const reachable = await reachableIn(folder, streams)
    const now = clock.now()
    if (widget) application.keeps = scriptsOfOpenPages(files, widget, now)
    try {
      const plan = await planFiles(streams, {
        ...{ ...parts, manifest, ownStyle, widget, reachable, now },
        isDamaged: path => tally.damaged.has(path),
      })
      const applied = await applyPlan(plan.stages, application)
      // Two languages link to each other, which each can do only when the other is published.
      const nowReachable = await reachableIn(folder, streams)
      if (streams.length > 1 && nowReachable.length > reachable.length) continue
      Object.assign(manifest, { seq, mark, entries: plan.entries })
      const { written, bytes, removed, repaired, damaged } = tally
      return {
        ...{ folder: folder.path, streams, ...applied, written: written.size, bytes, removed },
        repaired: [...repaired].filter(path => !applied.blocked.includes(path)),
        damaged: [...damaged],
        ...{ lacksFeeds: lacksFeeds(settings), seq },
        durationMs: Math.round(performance.now() - startedAt),
      }
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) throw error
    }
  }
}

/** Streams whose first page is published. */
async function reachableIn(folder: Folder, streams: readonly Stream[]): Promise<Stream[]> {
  const standing = await Promise.all(streams.map(stream => folder.standing(pagePath(stream, INDEX))))
  return streams.filter((_, at) => standing[at] === 'something')
}

/** With another store, or another history of it, nothing that was made before counts as current. */
async function followStore(
  manifest: Manifest,
  serviceUrl: string,
  { to, store }: PublishParts,
): Promise<void> {
  const isMoved = manifest.store === store.identity || isSecured(manifest.serviceUrl, serviceUrl)
  if (manifest.serviceUrl !== '' && manifest.serviceUrl !== serviceUrl && !isMoved) {
    throw new PublishError(
      'FOLDER_TAKEN',
      `${to} has news from ${manifest.serviceUrl}; name another folder for ${serviceUrl}, or empty this one`,
    )
  }
  const isSame = (await publishedSeq(manifest, store)) !== undefined
  Object.assign(manifest, { serviceUrl, store: store.identity })
  if (!isSame) Object.assign(manifest, { seq: 0, mark: '', epoch: manifest.epoch + 1 })
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
    const { lastSuccessAt } = await readState(store.reading, stream)
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
  published: ReadonlyMap<string, unknown>,
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
