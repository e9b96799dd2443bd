/**
 * The options of a folder's last publication, from its record. A publication without some options can reuse them, so that it
 * does not remove media and feeds.
 */
import { lstat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DEFAULT_ENTRIES, type FeedOptions, identityOf } from '../../options/feeds.ts'
import { isDefault, ownPages, type PublishFormat, type PublishSettings } from '../../options/publish.ts'
import type { Stream } from '../../stream.ts'
import { openFolder } from './folder.ts'
import { RECORD_NAME } from './paths.ts'
import { openRecord } from './record.ts'

/** Undefined: the default was used. Paths are absolute. */
export interface LastSettings {
  streams: readonly Stream[]
  zone: string
  formats?: readonly PublishFormat[] | undefined
  baseUrl?: string | undefined
  compress?: boolean | undefined
  stylesheet?: string | undefined
  mediaDir?: string | undefined
  feeds: FeedOptions
}

/**
 * @param db the agent's store
 * @param waitMs how long to wait for another publisher; blocks the process
 * @returns undefined: nothing was published there yet
 * @throws {PublishError} the folder cannot be used
 */
export async function readLastSettings(
  to: string,
  db: string,
  waitMs: number,
): Promise<LastSettings | undefined> {
  const found = await lstat(join(to, RECORD_NAME)).catch(() => undefined)
  if (!found) return undefined
  const folder = await openFolder(to, db)
  using record = openRecord(folder.path, waitMs)
  const text = record.lastSettings()
  return text === '' ? undefined : JSON.parse(text)
}

/** Options without those that have their default. */
export function asLastSettings(
  settings: PublishSettings,
  mediaDir: string | undefined,
  serviceUrl: string,
): LastSettings {
  const { streams, zone, formats, baseUrl, compress, stylesheet, feeds } = settings
  const own = ownPages(settings)
  const { titles, descriptions, entries, identity } = feeds
  return {
    ...{ streams, zone, baseUrl },
    formats: isDefault(formats, baseUrl) ? undefined : [...formats],
    compress: compress || undefined,
    stylesheet: stylesheet && resolve(stylesheet),
    mediaDir: mediaDir && resolve(mediaDir),
    feeds: {
      newsLink: feeds.newsLink === own.newsLink ? undefined : feeds.newsLink,
      homeLink: feeds.homeLink === own.homeLink ? undefined : feeds.homeLink,
      titles: Object.keys(titles).length > 0 ? titles : undefined,
      descriptions: Object.keys(descriptions).length > 0 ? descriptions : undefined,
      entries: entries === DEFAULT_ENTRIES ? undefined : entries,
      identity: identity === identityOf(serviceUrl) ? undefined : identity,
    },
  }
}
