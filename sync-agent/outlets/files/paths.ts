/** Paths of all files in the folder; pages, lists and feeds link to each other with them. */

import { SITE_IDS, type SiteId } from '../../../shared/contract/site.ts'
import { fileNameOf } from '../../../shared/text/file-name.ts'
import { type Stream, streamName } from '../../stream.ts'

/** What was published. */
export const MANIFEST_NAME = '.schoolbell.json'
export const LOCK_NAME = '.schoolbell.lock'
/** In place of the manifest, in a folder that an earlier version has published. */
export const EARLIER_RECORD = '.schoolbell.db'
export const STYLE_PATH = 'pages/style.css'
export const OWN_STYLE_PATH = 'pages/own.css'
export const START_PATH = 'pages/index.html'

export const newsPath = (stream: Stream, name: string) => `news/${streamName(stream)}/${name}.json`
export const newsEntryPath = (stream: Stream, newsId: string) =>
  `news/${streamName(stream)}/entries/${fileNameOf(newsId)}.json`
export const pagePath = (stream: Stream, name: string) => `pages/${streamName(stream)}/${name}.html`
export const entryPagePath = (stream: Stream, newsId: string) =>
  `pages/${streamName(stream)}/entries/${fileNameOf(newsId)}.html`
export const markdownPath = (stream: Stream, newsId: string) =>
  `markdown/${streamName(stream)}/${fileNameOf(newsId)}.md`
export const popupPath = (stream: Stream) => `popups/${streamName(stream)}.json`
/** The script of a page's tag; what it loads is beside it. */
export const popupScriptPath = (siteId: SiteId) => widgetPath(`${siteId}.js`)
export const widgetPath = (name: string) => `popups/${name}`

/** Files that link to others come first: the order in which a reader opens them. */
const LINKING_FIRST = [
  // Not the scripts that a page's script loads.
  new RegExp(`^(?:feeds|popups/(?:${SITE_IDS.join('|')})[./])`),
  /^pages\/index\./,
  /\/search\./,
  /\/index\./,
  /\/page-\d+\./,
  /^(?:news|pages|markdown)\/[^/]+\/[^/]+\//,
]

const rankOf = (path: string) => {
  const rank = LINKING_FIRST.findIndex(pattern => pattern.test(path))
  return rank < 0 ? LINKING_FIRST.length : rank
}

/** The order of removals: no remaining file links to a removed one. */
export function linkingFirst(paths: readonly string[]): string[] {
  return paths
    .map(path => ({ path, rank: rankOf(path) }))
    .sort((a, b) => a.rank - b.rank || inOrder.compare(b.path, a.path))
    .map(({ path }) => path)
}

/** `page-10` after `page-9`. */
const inOrder = new Intl.Collator('en', { numeric: true })

/** Relative URL from one file of the folder to another. */
export function addressFrom(path: string, target: string): string {
  const from = path.split('/').slice(0, -1)
  const to = target.split('/')
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}
