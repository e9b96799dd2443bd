/** The HTML that a web editor copies into a page. Not part of the files for browsers. */

import { createHash } from 'node:crypto'
import { SITE_IDS } from '../shared/contract/site.ts'
import { escaped } from '../shared/html/entities.ts'
import { withoutEnd } from '../shared/text/without-end.ts'

/** What the build wrote about one script (`integrity.json`). */
export interface BuiltScript {
  /** Stable name, as in `popup.js`. What only other scripts import has none: here stands `hashedFile`. */
  file: string
  /** Changes with the content, as in `popup-1a2b3c.js`. */
  hashedFile: string
  bytes: number
  brotliBytes: number
  /** For the `integrity` attribute: `sha384-` and the digest of the bytes. */
  integrity: string
}

/** Each is left out if it is not given, but for the site: the first one. */
export interface TagOptions {
  /** Without a slash at its end. Left out: a sync agent that serves the script relays the messages. */
  service?: string | undefined
  siteId?: string | undefined
  /** `en-US` or `zh-HK`. */
  lang?: string | undefined
}

/** What a web editor may write on the tag of popup.js, with what holds without it. */
export const TAG_ATTRIBUTES: Readonly<Record<string, readonly [meaning: string, fallback: string]>> = {
  '?site=': [
    '`academy` or `pre-school`, in the address of the script. Tag managers may remove `data-` attributes; the address stays',
    'academy',
  ],
  '&lang=': [
    'the reader’s language, in the address: any kind of Chinese, as in `zh-TW` or `yue`, gives Traditional Chinese, anything else English. Dates are written as in Hong Kong, or as in the region that the language names',
    'the page’s language',
  ],
  'data-site-id': ['the same as `?site=`', 'academy'],
  'data-lang': ['the same as `&lang=`', 'the page’s language'],
  'data-service': ['address of the service with its first path segment', '../cms, relative to the script'],
  'data-remember': [
    'how long a message that was read is not shown again: `always`, or for a `session` (until the tab is closed)',
    'always if it was confirmed, else a day',
  ],
  'data-refresh': ['seconds between two calls to the service, at least 10', 'no repeated calls'],
  'data-icon-base': ['folder of the icons', 'icons beside the script'],
  'data-debug': ['writes to the console why there is no message', 'off'],
}

/**
 * The tag with the stable name. It has no `integrity`: the next version has other bytes under this name, and the browser
 * would refuse them. Of a sync agent, the script has the messages of this site with it.
 */
export const scriptTag = (folder: string, { file }: Pick<BuiltScript, 'file'>, options: TagOptions): string =>
  tagOf(under(folder, file), options)

/** Without it, browsers load asynchronous scripts after pictures. */
const SOON = 'fetchpriority="high"'

/**
 * For the page's head, before the script: the browser asks the service while the loader is still loading. It is for one
 * site in one language, so both have to be known.
 */
export function preloadTag({ service, siteId, lang }: Required<TagOptions>): string {
  // Exactly the loader's address, or the browser asks twice.
  const href = `${service}/api/v1/popupmsg/check?siteId=${siteId}&lang=${lang}`
  return `<link rel="preload" as="fetch" crossorigin href="${escaped(href)}">`
}

/** The tag of exactly this version: other bytes are refused by the browser. */
export function checkedScriptTag(
  folder: string,
  { hashedFile, integrity }: Pick<BuiltScript, 'hashedFile' | 'integrity'>,
  options: TagOptions,
): string {
  return tagOf(under(folder, hashedFile), options, ` integrity="${integrity}" crossorigin="anonymous"`)
}

/** Site and language are in the address: tag managers remove `data-` attributes, and then one site would show another's messages. */
function tagOf(file: string, { service, siteId = SITE_IDS[0], lang }: TagOptions, more = ''): string {
  const query = `site=${siteId}${lang === undefined ? '' : `&lang=${lang}`}`
  const src = escaped(`${file}?${query}`)
  return `<script async ${SOON} src="${src}"${more}${attributesOf({ 'data-service': service })}></script>`
}

export interface ImportMap {
  /** Comes before the script's tag. */
  tag: string
  /** For `script-src` on a page that allows no inline scripts. */
  cspSource: string
}

/** What the loader imports: the dialog and the files that it needs. */
export type DialogScripts = Record<
  'dialog' | 'shared' | 'purify',
  Pick<BuiltScript, 'hashedFile' | 'integrity'>
>

/** Has the browser check what the loader imports, as `integrity` on the tag has it check the loader. */
export function importMap(folder: string, { dialog, shared, purify }: DialogScripts): ImportMap {
  const integrity = Object.fromEntries(
    [dialog, shared, purify].map(({ hashedFile, integrity }) => [under(folder, hashedFile), integrity]),
  )
  // No text in it may end the element.
  const text = JSON.stringify({ integrity }).replaceAll('<', '\\u003c')
  return {
    tag: `<script type="importmap">${text}</script>`,
    cspSource: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  }
}

/** `<school-news>` with its script; `service` is a sync agent, `files` its published folder. */
export function newsTags(
  folder: string,
  { file }: Pick<BuiltScript, 'file'>,
  { service, files, siteId, lang }: TagOptions & { files?: string },
): string {
  const attributes = attributesOf({ service, files, 'site-id': siteId, lang })
  return `<script type="module" src="${escaped(under(folder, file))}"></script>\n<school-news${attributes}></school-news>`
}

const under = (folder: string, file: string): string => `${withoutEnd(folder, '/')}/${file}`

function attributesOf(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('')
}
