/**
 * Every file that there should be, and what it is made from, in stages: what is pointed at, then what points to it.
 *
 * The plan knows entries by identifier, time and `seq` alone. Their content is read when a file is made of them; an entry
 * that has changed since then ends the run, for a new plan to be made.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { PACKAGE_ROOT } from '../../../shared/package-root.ts'
import type { AgentStore, StoredEntry } from '../../store/store.ts'
import { type Stream, sameStream, streamName } from '../../stream.ts'
import { FEED_FORMATS, feedPath, writeFeed } from '../feeds/formats.ts'
import type { PlannedFile, Stage } from './carry-out.ts'
import { type Cut, cutIntoPages, INDEX } from './cut.ts'
import { StoreMovedError } from './errors.ts'
import { newsFile, newsListFile, SEARCH_ENTRIES, searchFile } from './json-files.ts'
import type { KnownEntry, Ledger } from './ledger.ts'
import { markdownFile } from './markdown.ts'
import { asAddress, mediaFiles, withMedia } from './media.ts'
import { entryPage } from './pages/entry-page.ts'
import { listPage } from './pages/list-page.ts'
import { startPage } from './pages/start-page.ts'
import { OTHER_LANGUAGE } from './pages/strings.ts'
import { STYLE } from './pages/style.ts'
import {
  addressFrom,
  entryPagePath,
  markdownPath,
  newsEntryPath,
  newsPath,
  OWN_STYLE_PATH,
  pagePath,
  popupPath,
  START_PATH,
  STYLE_PATH,
} from './paths.ts'
import type { PublishSettings } from './settings.ts'

export interface PlanParts {
  store: Pick<AgentStore, 'getNews' | 'listForFeed'>
  ledger: Pick<Ledger, 'origin' | 'stream' | 'entries'>
  settings: PublishSettings
  /** The agent's mirror of media; undefined: entries keep the original addresses. */
  mediaDir: string | undefined
  /** Whether the folder has this file. */
  isPublished: (path: string) => boolean
  /** Text of the host's own style sheet. */
  ownStyle: string | undefined
  /** Envelope of a stream's popup messages; undefined: there is none that may be shown. */
  popups: (stream: Stream) => Promise<string | undefined>
  now: Temporal.Instant
}

interface PlannedStream extends Stream {
  /** Oldest first. */
  known: KnownEntry[]
  byId: ReadonlyMap<string, KnownEntry>
  cuts: Cut<KnownEntry>[]
  /** Its last change, deletions included. */
  seq: number
  /** Entries were added, on the whole, since everything was last published. */
  hasGrown: boolean
  other: PlannedStream | undefined
  read: (known: KnownEntry) => Promise<StoredEntry>
}

/** Entries with the addresses of what is mirrored into the folder. */
interface Shown {
  /** What tells this entry as it is shown from any other. */
  source: (entry: KnownEntry) => string
  /** For a page: as it reaches them. */
  on: (path: string) => (entry: StoredEntry) => StoredEntry
  /** For what is read far from the folder: whole addresses, where the folder has one. */
  anywhere: <Entry extends StoredEntry>(entry: Entry) => Entry
}

/** Another version may make other files of the same news. */
const VERSION = packageVersion()

function packageVersion(): string {
  try {
    return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')).version
  } catch {
    // A host has packed everything into one file of its own.
    return ''
  }
}

export async function planFiles(streams: readonly Stream[], parts: PlanParts): Promise<Stage[]> {
  const planned = streams.map(stream => planStream(stream, parts))
  for (const stream of planned) {
    const other = { siteId: stream.siteId, lang: OTHER_LANGUAGE[stream.lang] }
    stream.other = planned.find(candidate => sameStream(candidate, other))
  }
  const { settings, ledger, ownStyle } = parts
  const { formats: chosen, ...others } = settings
  const base = digest(JSON.stringify([VERSION, ledger.origin().epoch, [...chosen].sort(), others, ownStyle]))
  const text: TextFile = (path, source, make) => ({
    path,
    source: `${base}:${source}`,
    content: { kind: 'text', make },
  })
  const media = await plannedMedia(planned, parts)
  const shown = shownWith(media, settings.baseUrl)
  const lists = planned.map(stream => listFiles(stream, text, settings, shown))
  return [
    { files: [...media, ...(chosen.has('html') ? styles(text, ownStyle) : [])] },
    { files: planned.flatMap(stream => entryFiles(stream, text, settings, shown)) },
    {
      files: lists.flatMap(({ inOrder }) => inOrder),
      standing: planned.flatMap(({ hasGrown }, at) => {
        const { inOrder = [] } = lists[at] ?? {}
        // A reader on the way from page to page sees an entry that moves twice rather than not at all.
        return hasGrown ? inOrder.toReversed() : inOrder
      }),
    },
    {
      files: [
        ...planned.flatMap(stream => searchFiles(stream, text, settings)),
        ...startFiles(planned, text, settings),
      ],
    },
    { files: planned.flatMap(stream => feedFiles(stream, text, shown, parts)) },
    { files: await popupFiles(planned, text, parts) },
  ]
}

type TextFile = (path: string, source: string, make: () => Promise<string>) => PlannedFile

const digest = (text: string) => hash('sha1', text, 'base64url')

function planStream({ siteId, lang }: Stream, { store, ledger }: PlanParts): PlannedStream {
  const stream = { siteId, lang }
  const known = ledger.entries(stream)
  const { seq, published } = ledger.stream(stream)
  return {
    ...stream,
    known,
    byId: new Map(known.map(entry => [entry.newsId, entry])),
    cuts: cutIntoPages(known),
    seq,
    hasGrown: known.length > published,
    other: undefined,
    read: entryReader(stream, store),
  }
}

async function plannedMedia(
  streams: readonly PlannedStream[],
  { settings, mediaDir, isPublished }: PlanParts,
): Promise<PlannedFile[]> {
  if (!settings.formats.has('media') || mediaDir === undefined) return []
  const paths = streams.flatMap(({ known }) => known.flatMap(({ media }) => media))
  return mediaFiles(paths, mediaDir, isPublished)
}

function shownWith(media: readonly PlannedFile[], baseUrl: string | undefined): Shown {
  const there = new Set(media.map(({ path }) => path))
  return {
    source: ({ seq, media }) =>
      media.length === 0 ? `${seq}` : `${seq}/${media.filter(file => there.has(file)).length}`,
    on: path => entry =>
      withMedia(entry, file => (there.has(file) ? asAddress(addressFrom(path, file)) : undefined)),
    anywhere: entry =>
      baseUrl === undefined
        ? entry
        : withMedia(entry, file => (there.has(file) ? baseUrl + asAddress(file) : undefined)),
  }
}

/** Pages and neighbours ask for the same entries again. */
const KEPT_ENTRIES = 100

function entryReader(
  stream: Stream,
  store: Pick<AgentStore, 'getNews'>,
): (known: KnownEntry) => Promise<StoredEntry> {
  const kept = new Map<string, StoredEntry>()
  return async ({ newsId, seq }) => {
    const entry = kept.get(newsId) ?? (await store.getNews({ ...stream, newsId }))
    if (entry?.seq !== seq) throw new StoreMovedError(`${streamName(stream)} ${newsId} has changed`)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT_ENTRIES && oldest !== undefined) kept.delete(oldest)
    kept.set(newsId, entry)
    return entry
  }
}

function styles(text: TextFile, ownStyle: string | undefined): PlannedFile[] {
  return [
    text(STYLE_PATH, digest(STYLE), async () => STYLE),
    ...(ownStyle === undefined ? [] : [text(OWN_STYLE_PATH, digest(ownStyle), async () => ownStyle)]),
  ]
}

function entryFiles(
  stream: PlannedStream,
  text: TextFile,
  settings: PublishSettings,
  shown: Shown,
): PlannedFile[] {
  const { formats, zone } = settings
  const { known, other, read } = stream
  return known.flatMap((entry, at) => {
    const { newsId } = entry
    const current = shown.source(entry)
    const [older, newer] = [known[at - 1], known[at + 1]]
    const hasOtherLanguage = other?.byId.has(newsId) ?? false
    const around = [older, newer].map(neighbour => neighbour && [neighbour.newsId, neighbour.seq])
    const files: PlannedFile[] = []
    if (formats.has('json')) {
      files.push(
        text(newsEntryPath(stream, newsId), current, async () =>
          newsFile(shown.anywhere(await read(entry)), zone),
        ),
      )
    }
    if (formats.has('html')) {
      const source = `${current}:${digest(JSON.stringify([...around, hasOtherLanguage]))}`
      const path = entryPagePath(stream, newsId)
      files.push(
        text(path, source, async () =>
          entryPage(
            {
              entry: shown.on(path)(await read(entry)),
              older: older && (await read(older)),
              newer: newer && (await read(newer)),
              hasOtherLanguage,
            },
            settings,
          ),
        ),
      )
    }
    if (formats.has('markdown')) {
      files.push(
        text(markdownPath(stream, newsId), current, async () =>
          markdownFile(shown.anywhere(await read(entry)), zone),
        ),
      )
    }
    return files
  })
}

/** Oldest page first, the index last. */
function listFiles(
  stream: PlannedStream,
  text: TextFile,
  settings: PublishSettings,
  shown: Shown,
): { inOrder: PlannedFile[] } {
  const { formats, zone } = settings
  const hasOtherLanguage = stream.other !== undefined
  const inOrder = stream.cuts.flatMap(cut => {
    const entries = async () => {
      const read: StoredEntry[] = []
      for (const known of cut.entries) read.push(await stream.read(known))
      return read
    }
    const newest = cut.entries.reduce((latest, { seq }) => Math.max(latest, seq), 0)
    const seq = cut.name === INDEX ? stream.seq : newest
    const files: PlannedFile[] = []
    const source = digest(
      JSON.stringify([sourcesOf(cut.entries, shown), cut.older, cut.newer, hasOtherLanguage]),
    )
    if (formats.has('json')) {
      files.push(
        text(newsPath(stream, cut.name), `${seq}:${source}`, async () =>
          newsListFile(cut, (await entries()).map(shown.anywhere), seq, zone),
        ),
      )
    }
    if (formats.has('html')) {
      const path = pagePath(stream, cut.name)
      files.push(
        text(path, source, async () =>
          listPage(
            { stream, cut, entries: (await entries()).map(shown.on(path)), hasOtherLanguage },
            settings,
          ),
        ),
      )
    }
    return files
  })
  return { inOrder }
}

const sourcesOf = (entries: readonly KnownEntry[], { source }: Pick<Shown, 'source'>) =>
  entries.map(entry => [entry.newsId, source(entry)])

function searchFiles(stream: PlannedStream, text: TextFile, { formats }: PublishSettings): PlannedFile[] {
  if (!formats.has('json')) return []
  const newest = stream.known.slice(-SEARCH_ENTRIES).reverse()
  return [
    text(
      newsPath(stream, 'search'),
      digest(JSON.stringify(sourcesOf(newest, { source: ({ seq }) => `${seq}` }))),
      async () => {
        const entries: StoredEntry[] = []
        for (const [index, known] of newest.entries()) {
          if (index % 50 === 49) await new Promise(setImmediate)
          entries.push(await stream.read(known))
        }
        return searchFile(entries)
      },
    ),
  ]
}

function startFiles(
  streams: readonly PlannedStream[],
  text: TextFile,
  settings: PublishSettings,
): PlannedFile[] {
  if (!settings.formats.has('html')) return []
  const names = streams.map(streamName).join()
  return [text(START_PATH, names, async () => startPage(streams, settings))]
}

function feedFiles(
  stream: PlannedStream,
  text: TextFile,
  shown: Shown,
  { store, settings, now }: PlanParts,
): PlannedFile[] {
  const { formats, baseUrl, feeds } = settings
  if (!formats.has('feeds') || !baseUrl) return []
  const newest = digest(JSON.stringify(sourcesOf(stream.known.slice(-feeds.entries), shown)))
  const checked = {
    async listForFeed(query: Parameters<AgentStore['listForFeed']>[0]) {
      const page = await store.listForFeed(query)
      const moved = page.entries.find(({ newsId, seq }) => stream.byId.get(newsId)?.seq !== seq)
      if (moved) throw new StoreMovedError(`${streamName(stream)} ${moved.newsId} has changed`)
      return { ...page, entries: page.entries.map(shown.anywhere) }
    },
  }
  return FEED_FORMATS.filter(({ isOfLastDays }) => !isOfLastDays || feeds.newsLink !== undefined).map(
    format => {
      const path = feedPath(stream, format).slice(1)
      // Entries leave the sitemap as time goes by, so it is made anew each time, and written when it differs.
      const source = format.isOfLastDays ? `${now.epochMilliseconds}:${stream.seq}` : newest
      return text(path, source, async () => {
        const parts = { store: checked, settings: feeds, entries: feeds.entries, now }
        return (await writeFeed(stream, format, baseUrl + path, parts)).text
      })
    },
  )
}

async function popupFiles(
  streams: readonly PlannedStream[],
  text: TextFile,
  { settings, popups }: PlanParts,
): Promise<PlannedFile[]> {
  if (!settings.formats.has('popups')) return []
  const files: PlannedFile[] = []
  for (const stream of streams) {
    const envelope = await popups(stream)
    if (envelope !== undefined) files.push(text(popupPath(stream), digest(envelope), async () => envelope))
  }
  return files
}
