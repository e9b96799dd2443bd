/** One entry as the news call returns it, with the addresses of its pictures and files. */
import type { NewsEntry } from '../../shared/contract/news.ts'
import type { MediaLinks } from './links.ts'
import { attachmentOf, type MediaRepository } from './media.ts'

interface EntryInOneLanguage {
  newsId: string
  newsDateTime: string
  title: string
  body: string
  /** Names of media. */
  cover: string | null | undefined
  attachments: readonly string[]
}

export function newsEntry(
  { newsId, newsDateTime, title, body, cover: coverName, attachments }: EntryInOneLanguage,
  media: MediaRepository,
  links: MediaLinks,
): NewsEntry {
  const cover = coverName == null ? undefined : media.get(coverName)
  return {
    newsId,
    newsTitle: title,
    newsContent: links.inHtml(body),
    newsDate: newsDateTime.slice(0, 8),
    newsDateTime,
    ...(cover && {
      mobileScreenImageUrl: links.url(cover.screenPath),
      thumbnailUrl: links.url(cover.thumbnailPath),
    }),
    attachments: attachments
      .flatMap(name => media.get(name) ?? [])
      .map(file => attachmentOf(file, links.url)),
  }
}
