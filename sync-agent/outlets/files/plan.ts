/**
 * Every file that there should be, and what it is made from, in stages: what is pointed at, then what points to it.
 *
 * The plan knows entries by identifier, time and `seq` alone. Their content is read when a file is made of them; an entry
 * that has changed since then ends the run, for a new plan to be made.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { PACKAGE_ROOT } from '../../../shared/package-root.ts'
import type { PublishSettings } from '../../options/publish.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, sameStream } from '../../stream.ts'
import { entryFiles } from './entry-files.ts'
import { feedFiles } from './feed-files.ts'
import { listFiles, searchFiles, startFiles } from './list-files.ts'
import { mediaFiles } from './media.ts'
import { OTHER_LANGUAGE } from './pages/strings.ts'
import { STYLE } from './pages/style.ts'
import { OWN_STYLE_PATH, popupPath, STYLE_PATH } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'
import { digest, type PlannedStream, planStream, shownWith, type TextFile } from './planned-stream.ts'
import type { PublicationRecord } from './record.ts'

export interface PlanParts {
  store: Pick<AgentStore, 'getNews' | 'listForFeed'>
  record: Pick<PublicationRecord, 'origin' | 'stream' | 'entries'>
  settings: PublishSettings
  /** The agent's mirror of media; undefined: entries keep the original addresses. */
  mediaDir: string | undefined
  /** Streams whose first page stands, so that others may point to it. */
  reachable: readonly Stream[]
  /** Whether the folder has this file. */
  isPublished: (path: string) => boolean
  /** Whether the mirror's has turned out not to be what it should. */
  isDamaged: (path: string) => boolean
  /** Text of the host's own style sheet. */
  ownStyle: string | undefined
  /** Envelope of a stream's popup messages; undefined: there is none that may be shown. */
  popups: (stream: Stream) => Promise<string | undefined>
  now: Temporal.Instant
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
  const planned: PlannedStream[] = []
  for (const stream of streams) planned.push(await planStream(stream, parts))
  for (const stream of planned) {
    const isOther = (candidate: Stream) =>
      sameStream(candidate, { siteId: stream.siteId, lang: OTHER_LANGUAGE[stream.lang] })
    if (parts.reachable.some(isOther)) stream.other = planned.find(isOther)
  }
  const { settings, record, ownStyle } = parts
  const { formats: chosen, ...others } = settings
  const base = digest(JSON.stringify([VERSION, record.origin().epoch, [...chosen].sort(), others, ownStyle]))
  const text: TextFile = (path, source, make) => ({
    path,
    source: `${base}:${source}`,
    content: { kind: 'text', make },
  })
  const media = await plannedMedia(planned, parts)
  const shown = shownWith(media, settings.baseUrl)
  const lists: PlannedFile[][] = []
  const entries: PlannedFile[][] = []
  for (const stream of planned) {
    lists.push(await listFiles(stream, text, settings, shown))
    entries.push(await entryFiles(stream, text, settings, shown))
  }
  return [
    { files: [...media, ...(chosen.has('html') ? styles(text, ownStyle) : [])] },
    { files: entries.flat() },
    {
      files: lists.flat(),
      standing: planned.flatMap(({ hasGrown }, at) => {
        const inOrder = lists[at] ?? []
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

async function plannedMedia(
  streams: readonly PlannedStream[],
  { settings, mediaDir, isPublished, isDamaged }: PlanParts,
): Promise<PlannedFile[]> {
  if (!settings.formats.has('media') || mediaDir === undefined) return []
  const paths = streams.flatMap(({ known }) => known.flatMap(({ media }) => media))
  const whole = paths.filter(path => !isDamaged(path))
  return mediaFiles(whole, mediaDir, isPublished)
}

function styles(text: TextFile, ownStyle: string | undefined): PlannedFile[] {
  return [
    text(STYLE_PATH, digest(STYLE), async () => STYLE),
    ...(ownStyle === undefined ? [] : [text(OWN_STYLE_PATH, digest(ownStyle), async () => ownStyle)]),
  ]
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
