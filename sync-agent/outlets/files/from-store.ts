/** Publishes from the store, without calls to the service; an agent may be writing the store. */

import type { Clock } from '../../../shared/clock.ts'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import { checkFeeds, type FeedOptions } from '../../options/feeds.ts'
import {
  type CheckedPublishOptions,
  checkPublish,
  ownPages,
  type PublishOptions,
  type PublishSettings,
} from '../../options/publish.ts'
import { openStore } from '../../store/open.ts'
import { readPopups } from '../../store/popup-rows.ts'
import { serviceSource } from '../../store/service-source.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Stream } from '../../stream.ts'
import { successText } from '../popup-relay/envelope.ts'
import { readWidget } from './popup-files.ts'
import { type PublishProgress, type PublishReport, publishFiles } from './publish.ts'

export interface PublishStoreOptions extends PublishOptions {
  /** The agent's store. */
  db: string
  /** The folder. */
  to: string
  streams: readonly Stream[]
  /** The school's time zone. Default `Asia/Hong_Kong`. */
  zone?: string | undefined
  feeds?: FeedOptions | undefined
  /** Folder of the built widget, for pages' popup scripts; false: none. Default: that of this package. */
  widgetDir?: string | false | undefined
  /** Folder of the agent's mirror. Default: entries keep the original URLs. */
  mediaDir?: string | undefined
  /** How long unconfirmed popup messages stay valid. Milliseconds, default 6 hours. */
  popupStaleMs?: number | undefined
  clock: Clock
  /** How long to wait for another publisher; blocks the process. Milliseconds, default 0. */
  waitMs?: number | undefined
  onProgress?: ((progress: PublishProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Invalid option of a publication. */
export class PublishOptionError extends Error {
  override name = 'PublishOptionError'
  readonly code = 'PUBLISH_OPTION_INVALID'
}

/**
 * Publishes the current content of the store.
 *
 * @throws {PublishOptionError} invalid option; nothing was opened
 * @throws {PublishError} the folder cannot be used, or the store has nothing for it
 * @throws {StoreError} the store cannot be used
 * @throws the signal's reason; the work so far stays, and the next call continues it
 */
export async function publishStore(options: PublishStoreOptions): Promise<PublishReport> {
  const { db, to, streams, zone = 'Asia/Hong_Kong', mediaDir, widgetDir = WIDGET_DIR, clock } = options
  const {
    signal = new AbortController().signal,
    popupStaleMs = 6 * 3_600_000,
    waitMs = 0,
    onProgress,
  } = options
  const fail = (reason: string) => new PublishOptionError(reason)
  const checked = checkPublish(options, fail)
  const store = await openStore(db, { mustExist: true })
  try {
    const serviceUrl = (await serviceSource(store.reading)).url
    const source =
      URL.parse((await serviceSource(store.reading)).first ?? '') ?? new URL('http://service.invalid')
    const feeds = checkFeeds(options.feeds ?? {}, source, fail)
    return await publishFiles({
      ...{ to, store, storePath: db, mediaDir, widgetDir, readWidget, clock, signal, verify: true, waitMs },
      settings: settingsOf(checked, { streams, zone, feeds }),
      afterPublish: checked.afterPublish,
      popups: keptPopups(store, serviceUrl ?? '', popupStaleMs, clock),
      ...(onProgress && { onProgress }),
    })
  } finally {
    await store.close()
  }
}

/** If the host has no pages of its own, feeds link to the published ones. */
export function settingsOf(
  { afterPublish: _, ...checked }: CheckedPublishOptions,
  {
    streams,
    zone,
    feeds,
  }: { streams: readonly Stream[]; zone: string; feeds: ReturnType<typeof checkFeeds> },
): PublishSettings {
  const own = ownPages(checked)
  const newsLink = feeds.newsLink ?? own.newsLink
  const homeLink = feeds.homeLink ?? own.homeLink
  return { ...checked, streams, zone, feeds: { ...feeds, newsLink, homeLink, zone } }
}

/** The relay's last messages, while they are valid. */
export function keptPopups(store: AgentStore, serviceUrl: string, staleMs: number, clock: Clock) {
  return async (stream: Stream): Promise<string | undefined> => {
    const answer = (await readPopups(store, stream, serviceUrl))?.answer
    if (!answer) return undefined
    const ageMs = Math.abs(clock.now().epochMilliseconds - answer.checkedAt.epochMilliseconds)
    return ageMs <= staleMs ? successText(answer.txID, answer.content) : undefined
  }
}
