/**
 * All files to publish with their sources, in stages: first the files that others link to.
 *
 * The plan has only identifier, time and `seq` of entries. Their content is read when a file is made. If an entry has
 * changed since the plan was made, a new plan is needed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { PACKAGE_ROOT } from '../../../shared/package-root.ts'
import type { PublishSettings } from '../../options/publish.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, sameStream, streamName } from '../../stream.ts'
import { entryFiles } from './entry-files.ts'
import { feedFiles } from './feed-files.ts'
import { listFiles, searchFiles, startFiles } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import { mediaFiles } from './media.ts'
import { OTHER_LANGUAGE } from './pages/strings.ts'
import { STYLE } from './pages/style.ts'
import { OWN_STYLE_PATH, STYLE_PATH } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'
import { digest, type PlannedStream, planStream, shownWith, type TextFile } from './planned-stream.ts'
import { type PopupWidget, popupFiles } from './popup-files.ts'

export interface PlanParts {
  store: AgentStore
  manifest: Pick<Manifest, 'epoch' | 'entries' | 'files'>
  settings: PublishSettings
  /** The agent's mirror; undefined: entries keep the original URLs. */
  mediaDir: string | undefined
  /** Streams whose first page is published, so that others can link to it. */
  reachable: readonly Stream[]
  /** Whether the mirror's file was found to be damaged. */
  isDamaged: (path: string) => boolean
  /** Text of the host's style sheet. */
  ownStyle: string | undefined
  /** Envelope of a stream's popup messages; undefined: there are no valid ones. */
  popups: (stream: Stream) => Promise<string | undefined>
  /** Undefined: no scripts for pages. */
  widget: PopupWidget | undefined
  now: Temporal.Instant
}

/** Version of the files: other versions may make other files from the same news. */
const VERSION = packageVersion()

function packageVersion(): string {
  try {
    return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')).version
  } catch {
    // A host may have bundled everything into one file.
    return ''
  }
}

export interface Plan {
  stages: Stage[]
  /** By stream. */
  entries: Record<string, number>
}

export async function planFiles(streams: readonly Stream[], parts: PlanParts): Promise<Plan> {
  const planned: PlannedStream[] = []
  for (const stream of streams) planned.push(await planStream(stream, parts))
  for (const stream of planned) {
    const isOther = (candidate: Stream) =>
      sameStream(candidate, { siteId: stream.siteId, lang: OTHER_LANGUAGE[stream.lang] })
    if (parts.reachable.some(isOther)) stream.other = planned.find(isOther)
  }
  const { settings, manifest, ownStyle } = parts
  const { formats: chosen, ...others } = settings
  const base = digest(JSON.stringify([VERSION, manifest.epoch, [...chosen].sort(), others, ownStyle]))
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
  const stages = [
    ...(chosen.has('popups') ? await popupFiles(planned, text, parts.popups, parts.widget) : []),
    { files: [...media, ...(chosen.has('html') ? styles(text, ownStyle) : [])] },
    { files: entries.flat() },
    {
      files: lists.flat(),
      standing: planned.flatMap(({ hasGrown }, at) => {
        const inOrder = lists[at] ?? []
        // A reader who goes from page to page sees a moving entry twice rather than not at all.
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
  ]
  return {
    stages,
    entries: Object.fromEntries(planned.map(stream => [streamName(stream), stream.known.length])),
  }
}

async function plannedMedia(
  streams: readonly PlannedStream[],
  { settings, mediaDir, manifest, isDamaged }: PlanParts,
): Promise<PlannedFile[]> {
  if (!settings.formats.has('media') || mediaDir === undefined) return []
  const paths = streams.flatMap(({ known }) => known.flatMap(({ media }) => media))
  const whole = paths.filter(path => !isDamaged(path))
  return mediaFiles(whole, mediaDir, path => Boolean(manifest.files.get(path)?.source))
}

function styles(text: TextFile, ownStyle: string | undefined): PlannedFile[] {
  return [
    text(STYLE_PATH, digest(STYLE), async () => STYLE),
    ...(ownStyle === undefined ? [] : [text(OWN_STYLE_PATH, digest(ownStyle), async () => ownStyle)]),
  ]
}
