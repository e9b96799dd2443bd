/**
 * Takes popup messages and news of a running service into the store, over the interface: both languages, each website, with
 * pictures and attachments.
 *
 * It can be interrupted and run again. An entry of news is known by its identifier, a message by its whole content, a file by
 * its address and its bytes: nothing is there twice. What was deleted there stays here.
 */
import PQueue from 'p-queue'
import type { ContentClient } from '../../shared/client/content.ts'
import { addressOf } from '../../shared/client/limited-fetch.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import type { ServiceHandles } from '../handles.ts'
import { type AskedContent, type AskedNews, type AskedPopup, askContent, popupKey } from './asked-content.ts'
import { type ImportedFiles, importedFiles, type ReceiveFile } from './imported-files.ts'

export interface ContentImportParts {
  service: Pick<ServiceHandles, 'popups' | 'news' | 'media'>
  client: ContentClient
  receive: ReceiveFile
  /** Hosts whose files are taken when a body links to them, as in `media.school.example:8443`. */
  hosts: readonly string[]
  /** Of a file, bytes. */
  maxBytes: number
  /** A file beside the store. */
  notes: string
  /** The school's. */
  zone: string
  signal: AbortSignal
  /** Messages and entries. */
  onProgress?(done: number, total: number): void
}

export interface Counts {
  added: number
  changed: number
  unchanged: number
}

export interface ContentImported {
  popups: Counts
  news: Counts
  files: ImportedFiles['counts']
  missing: AskedContent['missing']
  /** What was not taken, and why. */
  notTaken: { what: string; why: string }[]
}

const AT_ONCE = 4

/** @throws {ServiceError | TransportError | ContractError} the service did not answer; or the signal's reason */
export async function importContent(parts: ContentImportParts): Promise<ContentImported> {
  const { service, client, zone, signal, onProgress = () => {} } = parts
  const { popups, news, missing, odd } = await askContent(client, zone, signal)
  const imported: ContentImported = {
    popups: { added: 0, changed: 0, unchanged: 0 },
    news: { added: 0, changed: 0, unchanged: 0 },
    files: { received: 0, known: 0 },
    missing,
    notTaken: [...odd],
  }
  const files = await importedFiles({
    ...{ media: service.media, receive: parts.receive, maxBytes: parts.maxBytes, notes: parts.notes, signal },
    failed(url, why) {
      // A query may hold a secret, and so may a user's part.
      const parsed = URL.parse(url)
      const what = parsed ? addressOf(parsed) : 'a file without an address'
      imported.notTaken.push({ what, why: why.replace(`${what}: `, '') })
    },
  })
  imported.files = files.counts
  const total = popups.length + news.length
  let done = 0
  const each = async (what: string, counts: Counts, put: () => Promise<keyof Counts>) => {
    signal.throwIfAborted()
    try {
      counts[await put()] += 1
    } catch (error) {
      signal.throwIfAborted()
      imported.notTaken.push({ what, why: error instanceof Error ? error.message : String(error) })
    }
    done += 1
    onProgress(done, total)
  }
  const context = { service, files, isLinkedFile: fileAt(parts.hosts) }
  onProgress(0, total)
  // One after the other: each is compared with those before it. The oldest first, as they were entered.
  for (const popup of popups.toReversed())
    await each(`popup message of ${popup.displayDate}`, imported.popups, () => putPopup(popup, context))
  const queue = new PQueue({ concurrency: AT_ONCE })
  const puts = news.map(entry =>
    queue.add(() => each(`news entry ${entry.newsId}`, imported.news, () => putNews(entry, context))),
  )
  try {
    await Promise.all(puts)
  } finally {
    // Nothing is written when this has ended.
    queue.clear()
    await queue.onIdle()
  }
  return imported
}

interface Context {
  service: ContentImportParts['service']
  files: ImportedFiles
  isLinkedFile(url: string): boolean
}

/** At the service or a named host, and not a page. */
function fileAt(hosts: readonly string[]): (url: string) => boolean {
  return text => {
    const url = URL.parse(text)
    return (
      url !== null &&
      hosts.includes(url.host) &&
      /\.(png|jpe?g|gif|webp|avif|heic|pdf|mp3|mp4)$/i.test(url.pathname)
    )
  }
}

async function putPopup(asked: AskedPopup, { service, files, isLinkedFile }: Context): Promise<keyof Counts> {
  const popup = { ...asked, onWebsite: true, texts: { ...asked.texts } }
  for (const lang of LANGUAGES) {
    const { msgTitle, msgBody } = asked.texts[lang]
    popup.texts[lang] = { msgTitle, msgBody: await files.inBody(msgBody, isLinkedFile) }
  }
  const there = service.popups.list().find(other => popupKey(other) === popupKey(popup))
  if (!there) {
    service.popups.put(popup)
    return 'added'
  }
  const sites = [...new Set([...there.sites, ...popup.sites])]
  if (there.onWebsite && sites.length === there.sites.length) return 'unchanged'
  const { deleted: _, ...same } = there
  service.popups.put({ ...same, sites, onWebsite: true })
  return 'changed'
}

async function putNews(asked: AskedNews, { service, files, isLinkedFile }: Context): Promise<keyof Counts> {
  const { newsId, sites, newsDateTime } = asked
  const attachments: string[] = []
  for (const { url, fileType } of asked.attachments) {
    const name = await files.take(url, fileType)
    if (name !== undefined && !attachments.includes(name)) attachments.push(name)
  }
  const cover = asked.cover === undefined ? undefined : await files.take(asked.cover)
  const texts = { ...asked.texts }
  for (const lang of LANGUAGES) {
    const { newsTitle, newsContent } = asked.texts[lang]
    texts[lang] = { newsTitle, newsContent: await files.inBody(newsContent, isLinkedFile) }
  }
  const entry = { newsId, sites, newsDateTime, texts, attachments, ...(cover !== undefined && { cover }) }
  const before = service.news.get(newsId)
  const same = before?.state === 'published' && contentOf(before) === contentOf(entry)
  if (!same) service.news.put(entry)
  return same ? 'unchanged' : before ? 'changed' : 'added'
}

const contentOf = ({
  sites,
  newsDateTime,
  texts,
  attachments,
  cover,
}: Parameters<ServiceHandles['news']['put']>[0]) =>
  JSON.stringify([
    ...[[...sites].toSorted(), newsDateTime, attachments, cover ?? ''],
    ...LANGUAGES.map(lang => [texts[lang].newsTitle, texts[lang].newsContent]),
  ])
