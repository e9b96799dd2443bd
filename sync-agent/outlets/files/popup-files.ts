/**
 * Popup messages: as JSON for each site and language, and as a script for each site, as the agent serves it
 * (`popup-script/script.ts`), with the dialog and the icons that this script loads from beside itself.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE_IDS } from '../../../shared/contract/site.ts'
import type { Stream } from '../../stream.ts'
import { type Envelopes, popupScript } from '../popup-script/script.ts'
import { popupPath, popupScriptPath, widgetPath } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'
import { digest, type TextFile } from './planned-stream.ts'

export interface PopupWidget {
  loader: string
  /** Texts by their names beside the loader. */
  parts: ReadonlyMap<string, string>
}

/** @returns undefined if the folder has no widget: then no scripts are published */
export function readWidget(folder: string | false): PopupWidget | undefined {
  if (folder === false || !existsSync(join(folder, 'integrity.json'))) return undefined
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const { dialog, shared, purify } = JSON.parse(read('integrity.json')).scripts
  const scripts: string[] = [dialog, shared, purify].map(({ hashedFile }) => hashedFile)
  const icons = readdirSync(join(folder, 'icons')).filter(name => name.endsWith('.svg'))
  const names = [...scripts, ...icons.map(name => `icons/${name}`)]
  return { loader: read('popup.js'), parts: new Map(names.map(name => [name, read(name)])) }
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
