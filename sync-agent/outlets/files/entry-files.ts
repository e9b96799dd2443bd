/** The files of single entries. */

import type { PublishSettings } from '../../options/publish.ts'
import { inParts } from './event-loop.ts'
import { newsFile } from './json-files.ts'
import { markdownFile } from './markdown.ts'
import { entryPage } from './pages/entry-page.ts'
import { entryPagePath, markdownPath, newsEntryPath } from './paths.ts'
import type { PlannedFile } from './planned-file.ts'
import { digest, type PlannedStream, type Shown, type TextFile } from './planned-stream.ts'

export async function entryFiles(
  stream: PlannedStream,
  text: TextFile,
  settings: PublishSettings,
  shown: Shown,
): Promise<PlannedFile[]> {
  const files: PlannedFile[] = []
  await inParts(stream.known, (_entry, at) => {
    files.push(...filesOf(at, stream, text, settings, shown))
  })
  return files
}

function* filesOf(
  at: number,
  stream: PlannedStream,
  text: TextFile,
  settings: PublishSettings,
  shown: Shown,
): Generator<PlannedFile> {
  const { formats, zone } = settings
  const { known, other, read } = stream
  const [entry, older, newer] = [known[at], known[at - 1], known[at + 1]]
  if (!entry) return
  const { newsId } = entry
  const source = shown.source(entry)
  const anywhere = async () => shown.anywhere(await read(entry))
  if (formats.has('json')) {
    yield text(newsEntryPath(stream, newsId), source, async () => newsFile(await anywhere(), zone))
  }
  if (formats.has('markdown')) {
    yield text(markdownPath(stream, newsId), source, async () => markdownFile(await anywhere(), zone))
  }
  if (!formats.has('html')) return
  const hasOtherLanguage = other?.byId.has(newsId) ?? false
  const around = [older, newer].map(neighbour => neighbour && [neighbour.newsId, neighbour.seq])
  const path = entryPagePath(stream, newsId)
  yield text(path, `${source}:${digest(JSON.stringify([...around, hasOtherLanguage]))}`, async () =>
    entryPage(
      {
        entry: shown.on(path)(await read(entry)),
        older: older && (await read(older)),
        newer: newer && (await read(newer)),
        hasOtherLanguage,
      },
      settings,
    ),
  )
}
