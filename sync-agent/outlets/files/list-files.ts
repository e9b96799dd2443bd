/** Files that list entries: pages, the search index, and the start page. */

import type { PublishSettings } from '../../options/publish.ts'
import type { StoredEntry } from '../../store/types.ts'
import { streamName } from '../../stream.ts'
import { yieldToOthers } from './event-loop.ts'
import { newsListFile, SEARCH_ENTRIES, searchFile } from './json-files.ts'
import { listPage } from './pages/list-page.ts'
import { startPage } from './pages/start-page.ts'
import { INDEX, type NewsPage } from './paging.ts'
import { newsPath, pagePath, START_PATH } from './paths.ts'
import type { PlannedFile } from './planned-file.ts'
import {
  digest,
  type KnownEntry,
  type PlannedStream,
  type Shown,
  sourcesOf,
  type TextFile,
} from './planned-stream.ts'

/** Pages planned before the event loop continues. */
const PART = 50

/** Oldest page first, the index last. */
export async function listFiles(
  stream: PlannedStream,
  text: TextFile,
  settings: PublishSettings,
  shown: Shown,
): Promise<PlannedFile[]> {
  const files: PlannedFile[] = []
  for (const [at, page] of stream.pages.entries()) {
    if (at % PART === 0) await yieldToOthers()
    files.push(...filesOf(page, stream, text, settings, shown))
  }
  return files
}

function* filesOf(
  page: NewsPage<KnownEntry>,
  stream: PlannedStream,
  text: TextFile,
  { formats, ...settings }: PublishSettings,
  shown: Shown,
): Generator<PlannedFile> {
  const hasOtherLanguage = stream.other !== undefined
  const list = [sourcesOf(page.entries, shown), page.older, page.newer, hasOtherLanguage]
  const source = digest(JSON.stringify(list))
  if (formats.has('json')) {
    const newest = page.entries.reduce((latest, { seq }) => Math.max(latest, seq), 0)
    const seq = page.name === INDEX ? stream.seq : newest
    yield text(newsPath(stream, page.name), `${seq}:${source}`, async () => {
      const entries = await readAll(stream, page.entries)
      return newsListFile(page, entries.map(shown.anywhere), seq, settings.zone)
    })
  }
  if (formats.has('html')) {
    const path = pagePath(stream, page.name)
    yield text(path, source, async () => {
      const entries = (await readAll(stream, page.entries)).map(shown.on(path))
      return listPage({ stream, part: page, entries, hasOtherLanguage }, { formats, ...settings })
    })
  }
}

export function searchFiles(
  stream: PlannedStream,
  text: TextFile,
  { formats }: PublishSettings,
): PlannedFile[] {
  if (!formats.has('json')) return []
  const newest = stream.known.slice(-SEARCH_ENTRIES).reverse()
  const source = digest(JSON.stringify(newest.map(({ newsId, seq }) => [newsId, seq])))
  return [text(newsPath(stream, 'search'), source, async () => searchFile(await readAll(stream, newest)))]
}

export function startFiles(
  streams: readonly PlannedStream[],
  text: TextFile,
  settings: PublishSettings,
): PlannedFile[] {
  if (!settings.formats.has('html')) return []
  return [text(START_PATH, streams.map(streamName).join(), async () => startPage(streams, settings))]
}

/** Entries read before the event loop continues. */
const READ_AT_ONCE = 40

async function readAll({ read }: PlannedStream, known: readonly KnownEntry[]): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = []
  for (const [at, one] of known.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await yieldToOthers()
    entries.push(await read(one))
  }
  return entries
}
