/**
 * The options of a folder's last publication, in its manifest. A publication without some options can reuse them, so that it
 * does not remove media and feeds.
 */
import { resolve } from 'node:path'
import { DEFAULT_ENTRIES, type FeedOptions, identityOf } from '../../options/feeds.ts'
import { isDefault, ownPages, type PublishFormat, type PublishSettings } from '../../options/publish.ts'
import type { Stream } from '../../stream.ts'

/** Undefined: the default was used. Paths are absolute. */
export interface LastSettings {
  streams: readonly Stream[]
  zone: string
  formats?: readonly PublishFormat[] | undefined
  baseUrl?: string | undefined
  stylesheet?: string | undefined
  mediaDir?: string | undefined
  feeds: FeedOptions
}

/** Options without those that have their default. */
export function asLastSettings(
  settings: PublishSettings,
  mediaDir: string | undefined,
  serviceUrl: string,
): LastSettings {
  const { streams, zone, formats, baseUrl, stylesheet, feeds } = settings
  const own = ownPages(settings)
  const { titles, descriptions, entries, identity } = feeds
  return {
    ...{ streams, zone, baseUrl },
    formats: isDefault(formats, baseUrl) ? undefined : [...formats],
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
