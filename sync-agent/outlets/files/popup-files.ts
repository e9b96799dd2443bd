/**
 * Popup messages: as JSON for each site and language, and as a script for each site, as the agent serves it
 * (`popup-script/script.ts`), with the dialog and the icons that this script loads from beside itself.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { SITE_IDS } from '../../../shared/contract/site.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import type { Stream } from '../../stream.ts'
import { type Envelopes, popupScript } from '../popup-script/script.ts'
import { HASHED } from '../widget-files.ts'
import { PublishError } from './errors.ts'
import type { FileRow } from './manifest.ts'
import { popupPath, popupScriptPath, widgetPath } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'
import { digest, type TextFile } from './planned-stream.ts'

export interface PopupWidget {
  loader: string
  /** Texts by their names beside the loader. */
  parts: ReadonlyMap<string, string>
}

/**
 * All files of one build.
 *
 * @returns undefined if the folder has no widget
 * @throws {PublishError} a file is missing, or of another build, as during an update
 */
export function readWidget(folder: string): PopupWidget | undefined {
  if (!existsSync(join(folder, 'integrity.json'))) return undefined
  const fail = (name: string, what: string) =>
    new PublishError(
      'WIDGET_UNUSABLE',
      `${join(folder, name)} ${what}; install or build the widget again, then it is published`,
    )
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch (error) {
      throw fail(name, `cannot be read: ${pathFault(error)}`)
    }
  }
  const readChecked = (name: string, integrity: string) => {
    const text = read(name)
    if (`sha384-${hash('sha384', text, 'base64')}` === integrity) return text
    throw fail(name, 'is of another build than integrity.json')
  }
  const { loader, dialog, shared, purify } = parsed(read('integrity.json'))?.scripts ?? {}
  if (!loader) throw fail('integrity.json', 'is not complete')
  const parts = new Map<string, string>()
  for (const { hashedFile, integrity } of [dialog, shared, purify])
    parts.set(hashedFile, readChecked(hashedFile, integrity))
  for (const icon of readdirSync(join(folder, 'icons')).filter(name => name.endsWith('.svg')))
    parts.set(`icons/${icon}`, read(`icons/${icon}`))
  return { loader: readChecked(loader.file, loader.integrity), parts }
}

function parsed(json: string) {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const KEPT_MS = 7 * 86_400_000

/**
 * For a week after an update: scripts of other builds, which pages that were opened before it may still load. Agents that share
 * the folder may be updated one after the other.
 */
export function scriptsOfOpenPages(
  rows: ReadonlyMap<string, FileRow>,
  widget: PopupWidget,
  now: Temporal.Instant,
): (path: string) => boolean {
  const isScript = (path: string) => path.startsWith(widgetPath('')) && HASHED.test(path)
  const isNew = widget.parts.keys().some(name => !rows.has(widgetPath(name)))
  let writtenAt = 0
  for (const [path, { mtime }] of rows) if (isScript(path)) writtenAt = Math.max(writtenAt, mtime)
  const isRecent = isNew || now.epochMilliseconds - writtenAt < KEPT_MS
  return path => isRecent && isScript(path)
}

/** @returns the widget's parts, and what loads them */
export async function popupFiles(
  streams: readonly Stream[],
  text: TextFile,
  popups: (stream: Stream) => Promise<string | undefined>,
  widget: PopupWidget | undefined,
): Promise<Stage[]> {
  const plan = (path: string, content: string) => text(path, digest(content), async () => content)
  const files: PlannedFile[] = []
  for (const siteId of SITE_IDS) {
    const ofSite = streams.filter(stream => stream.siteId === siteId)
    const envelopes: Envelopes = {}
    for (const stream of ofSite) {
      const envelope = await popups(stream)
      if (envelope === undefined) continue
      envelopes[stream.lang] = envelope
      files.push(plan(popupPath(stream), envelope))
    }
    if (widget && ofSite.length > 0)
      files.push(plan(popupScriptPath(siteId), popupScript(widget.loader, siteId, envelopes)))
  }
  const parts = [...(widget?.parts ?? [])].map(([name, content]) => plan(widgetPath(name), content))
  return [{ files: parts }, { files }]
}
