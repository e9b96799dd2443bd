/** What an entry becomes: the fields of a post, and the files that it shows. */
import { DomUtils, parseDocument } from 'htmlparser2'
import type { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import type { Language } from '../../../shared/contract/site.ts'
import { escaped } from '../../../shared/html/entities.ts'
import { summaryOf } from '../../outlets/feeds/summary.ts'
import { newsItem } from '../../outlets/news/item.ts'
import type { EntryKey } from '../../store/rows.ts'
import type { StoredEntry } from '../../store/types.ts'
import {
  block,
  blocksOf,
  galleryBlock,
  headingBlock,
  linksBlock,
  type MediaAt,
  type Picture,
} from './blocks.ts'
import { hashOf, markOf, type Texts, withVersion } from './fingerprint.ts'

export interface Post extends Texts {
  /** `YYYY-MM-DDThh:mm:ss` in UTC. */
  date: string
  slug: string
  /** Number of its picture in the library, 0 without one. */
  featured: number
  /** The same for the same post. */
  hash: string
}

/** A file that a post shows or links to. */
export interface WantedFile {
  url: string
  /** For those who do not see the picture. */
  alt: string
  /** MIME type; undefined: any picture. */
  fileType: string | undefined
  /** Bytes. */
  fileSize: number | undefined
}

const ATTACHMENTS = { 'en-US': 'Attachments', 'zh-HK': '附件' } as const satisfies Record<Language, string>
const PLACEHOLDER = `schoolbell-v${'0'.repeat(16)}`

/** @param zone the school's */
export function postOf(entry: StoredEntry, zone: string, mediaAt: MediaAt): Post {
  const { html, lang, coverUrl } = entry
  const classes = `${markOf(entry)} ${PLACEHOLDER}`
  const inner = [...blocksOf(html, mediaAt), ...attachmentBlocks(entry, mediaAt)].join('\n\n')
  const texts = {
    title: plain(escaped(entry.title)),
    content: plain(
      block('group', { className: classes }, `<div class="wp-block-group ${classes}">${inner}</div>`),
    ),
  }
  const fields = {
    ...{ ...texts, content: withVersion(texts, PLACEHOLDER) },
    excerpt: plain(escaped(summaryOf(html, lang))),
    date: new Date(Date.parse(newsItem(entry, { zone }).publishedAt)).toISOString().slice(0, 19),
    slug: slugOf(entry),
    featured: (coverUrl && mediaAt(coverUrl)?.id) || 0,
  }
  return { ...fields, hash: hashOf(Object.values(fields)) }
}

/** From the entry alone, so that its post is found again. */
export function slugOf(entry: EntryKey): string {
  const { siteId, lang, newsId } = entry
  const id = SIMPLE.test(newsId) ? newsId : hashOf([newsId])
  return `${siteId}-${lang}-${id}`.toLowerCase()
}

/** WordPress adds it to the slug of a post in the bin. */
export const BINNED_SLUG = '__trashed'

const SIMPLE = /^(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Each URL once, the cover first. */
export function filesIn({ title, html, coverUrl, attachments }: StoredEntry): WantedFile[] {
  const files = new Map<string, WantedFile>()
  const add = (url: string, alt: string, file?: ReceivedAttachment) => {
    if (!files.has(url)) files.set(url, { url, alt, fileType: file?.fileType, fileSize: file?.fileSize })
  }
  if (coverUrl) add(coverUrl, title)
  for (const { src, alt = '' } of picturesIn(html)) if (src) add(src, alt)
  for (const file of attachments) {
    if (isPicture(file)) add(shownOf(file), title)
    else add(file.url, '', file)
  }
  return [...files.values()]
}

const picturesIn = (html: string) =>
  DomUtils.findAll(({ name }) => name === 'img', parseDocument(html).children).map(({ attribs }) => attribs)

const isPicture = ({ fileType }: ReceivedAttachment) => fileType.startsWith('image/')
/** 1024 px wide: every browser shows it, and no server finds it too large. */
const shownOf = ({ mobileScreenImageUrl, url }: ReceivedAttachment) => mobileScreenImageUrl ?? url

function attachmentBlocks({ attachments, html, coverUrl, title, lang }: StoredEntry, mediaAt: MediaAt) {
  const shown = new Set([coverUrl, ...picturesIn(html).map(({ src }) => src)].filter(Boolean))
  const pictures = attachments
    .filter(isPicture)
    .filter(file => ![file.url, file.mobileScreenImageUrl, file.thumbnailUrl].some(url => shown.has(url)))
    .map((file): Picture => {
      const media = mediaAt(shownOf(file))
      return { src: media?.address ?? shownOf(file), alt: title, id: media?.id }
    })
  const links = attachments
    .filter(file => !isPicture(file))
    .map(({ url }) => ({ href: mediaAt(url)?.address ?? url, text: nameIn(url) }))
  return [
    ...(pictures.length > 0 ? [galleryBlock(pictures)] : []),
    ...(links.length > 0 ? [headingBlock(ATTACHMENTS[lang]), linksBlock(links)] : []),
  ]
}

function nameIn(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** MySQL takes neither U+0000 nor half a character. */
const plain = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
