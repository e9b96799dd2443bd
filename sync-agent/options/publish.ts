/** Options of published files, with checks. */

import { resolve } from 'node:path'
import { withoutEnd } from '../../shared/text/without-end.ts'
import type { Stream } from '../stream.ts'
import type { FeedSettings } from './feeds.ts'

export const PUBLISH_FORMATS = ['json', 'html', 'feeds', 'markdown', 'popups', 'media'] as const
export type PublishFormat = (typeof PUBLISH_FORMATS)[number]
/** Markdown only on request; feeds need their address. */
export const DEFAULT_FORMATS: readonly PublishFormat[] = ['json', 'html', 'feeds', 'popups', 'media']

export interface PublishOptions {
  /** What to write. Default: all except `markdown`, and feeds only with a `baseUrl`. */
  formats?: readonly PublishFormat[] | undefined
  /** Where readers reach the folder, as in `https://school.example/news-files/`. Default: addresses in pages are relative. */
  baseUrl?: string | URL | undefined
  /** File of an additional style sheet for the pages. */
  stylesheet?: string | undefined
  /**
   * Program that runs in the folder after each publication which changed files: the file, or its name in the search path; no
   * arguments, no shell. It reads `+path` and `-path`, one a line.
   */
  afterPublish?: string | undefined
}

export interface CheckedPublishOptions {
  formats: ReadonlySet<PublishFormat>
  /** Ends with `/`. */
  baseUrl: string | undefined
  stylesheet: string | undefined
  afterPublish: string | undefined
}

/** What the files depend on. */
export interface PublishSettings extends Omit<CheckedPublishOptions, 'afterPublish'> {
  streams: readonly Stream[]
  zone: string
  feeds: FeedSettings
}

/** @throws the error that `fail` makes */
export function checkPublish(
  options: PublishOptions,
  fail: (reason: string) => Error,
): CheckedPublishOptions {
  const { formats, stylesheet, afterPublish } = options
  if ('compress' in options) throw fail('compress: this option is gone; let the web server compress')
  const baseUrl = options.baseUrl === undefined ? undefined : folderAddress(options.baseUrl)
  if (baseUrl === null) throw fail(`baseUrl: "${options.baseUrl}" is not an http or https address`)
  const unknown = formats?.find(format => !PUBLISH_FORMATS.includes(format))
  if (unknown !== undefined)
    throw fail(`formats: "${unknown}" is not a format; formats are ${PUBLISH_FORMATS.join(', ')}`)
  if (afterPublish === '') throw fail('afterPublish: must not be empty')
  if (formats?.length === 0) throw fail('formats: must not be empty')
  if (formats?.includes('feeds') && !baseUrl) {
    throw fail('formats: feeds need baseUrl, where readers reach the folder')
  }
  const chosen = new Set(formats ?? defaultFormats(baseUrl))
  return {
    ...{ formats: chosen, baseUrl, stylesheet: stylesheet && resolve(stylesheet) },
    // It runs in another folder.
    afterPublish: afterPublish?.includes('/') ? resolve(afterPublish) : afterPublish,
  }
}

const defaultFormats = (baseUrl: string | undefined) =>
  DEFAULT_FORMATS.filter(format => format !== 'feeds' || baseUrl)

export function isDefault(formats: ReadonlySet<PublishFormat>, baseUrl: string | undefined): boolean {
  const usual = defaultFormats(baseUrl)
  return formats.size === usual.length && usual.every(format => formats.has(format))
}

/** Feeds are not written only because `baseUrl` is missing. */
export const lacksFeeds = ({ formats, baseUrl }: Pick<CheckedPublishOptions, 'formats' | 'baseUrl'>) =>
  baseUrl === undefined && isDefault(formats, baseUrl)

/** Feeds link to the published pages. */
export function ownPages({ baseUrl, formats }: Pick<CheckedPublishOptions, 'formats' | 'baseUrl'>) {
  const own = baseUrl !== undefined && formats.has('html') && `${baseUrl}pages/{siteId}/{lang}`
  return {
    newsLink: own ? `${own}/entries/{fileName}.html` : undefined,
    homeLink: own ? `${own}/index.html` : undefined,
  }
}

function folderAddress(address: string | URL): string | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${withoutEnd(url.pathname, '/')}/`
}
