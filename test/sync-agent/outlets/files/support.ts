/** A school's store, a folder that its news is published to, and a reader who finds every fault in that folder. */

import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { fileNameOf } from '../../../../shared/text/file-name.ts'
import { type PublishReport, type PublishStoreOptions, publishStore } from '../../../../sync-agent/index.ts'
import { apply } from '../../../../sync-agent/store/apply.ts'
import { readLease, takeLease } from '../../../../sync-agent/store/fence.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import type { EntryContent } from '../../../../sync-agent/store/types.ts'
import type { Stream } from '../../../../sync-agent/stream.ts'
import { scratch } from '../../../support/scratch.ts'
import { parseXml } from '../../../support/xml.ts'
import { cursorAt, cycleAt } from '../../cycle-at.ts'
import { ACADEMY, ACADEMY_ZH, handClock, ingested } from '../../support.ts'

export const BASE = 'https://school.example/files/'
export const NOW = '2026-09-02T00:00:00Z'

export interface School extends AsyncDisposable {
  db: string
  to: string
  /** A path in a folder that goes with the test. */
  path(...parts: string[]): string
  store: AgentStore
  /** The agent copies this. */
  copy(listed: EntryContent[], deleted?: string[], stream?: Stream): Promise<void>
  publish(options?: Partial<PublishStoreOptions>): Promise<PublishReport>
}

export async function school(): Promise<School> {
  const files = scratch()
  mkdirSync(files.path('store'))
  const db = files.path('store', 'news.db')
  const to = files.path('public')
  const store = await openStore(db)
  const token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
  return {
    ...{ db, to, store, path: files.path },
    async copy(listed, deleted = [], stream = ACADEMY) {
      await apply(store, token, stream, { listed, deleted }, outcome)
    },
    publish: (options = {}) =>
      publishStore({
        ...{ db, to, streams: [ACADEMY, ACADEMY_ZH], baseUrl: BASE, clock: handClock(NOW) },
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await store.close()
      files[Symbol.dispose]()
    },
  }
}

const at = Temporal.Instant.from(NOW)
const outcome = cycleAt(at, { cursor: cursorAt(at) })

/** So many entries, a minute after one another, named n1, n2 and so on from the oldest. */
export function entries(count: number, from = 1): EntryContent[] {
  return Array.from({ length: count }, (_, index) => dated(from + index))
}

export const dated = (number: number, differing: Parameters<typeof ingested>[1] = {}) =>
  ingested(`n${number}`, { newsDateTime: `20260901${clockOf(number)}`, ...differing })

const clockOf = (number: number) =>
  [Math.floor(number / 3600), Math.floor(number / 60) % 60, number % 60]
    .map(part => `${part}`.padStart(2, '0'))
    .join('')

/** A widget that loads nothing real. @param build six hexadecimal digits, in names and content */
export function buildWidget(folder: string, build: string): void {
  mkdirSync(join(folder, 'icons'), { recursive: true })
  writeFileSync(join(folder, 'icons', 'rain.svg'), '<svg/>')
  const script = (name: string) => {
    const hashedFile = `${name}-${build}.js`
    const file = name === 'popup' ? 'popup.js' : hashedFile
    const text = `import("./school-popup-${build}.js")//${name}`
    writeFileSync(join(folder, file), text)
    return { file, hashedFile, integrity: `sha384-${hash('sha384', text, 'base64')}` }
  }
  const scripts = {
    ...{ loader: script('popup'), dialog: script('school-popup') },
    ...{ shared: script('shared'), purify: script('purify') },
  }
  writeFileSync(join(folder, 'integrity.json'), JSON.stringify({ scripts }))
}

/** Everything in the folder but what is hidden: path to inode and time, which a file that is touched has not again. */
export function everyFile(folder: string): Map<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile() && !item.name.startsWith('.'))
    .map(item => relative(folder, join(item.parentPath, item.name)))
  return new Map(
    found.map(path => {
      const { ino, mtimeMs } = statSync(join(folder, path))
      return [path, `${ino}/${mtimeMs}`]
    }),
  )
}

/** The paths that one of them has in another way than the other. */
export function difference(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path) !== after.get(path))
    .sort()
}

export const readJson = (folder: string, ...path: string[]) =>
  JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
export const namesIn = (folder: string) => readdirSync(folder).sort()

/** Half a file, or a link that leads nowhere, in whatever can be reached from the first pages and lists. */
export function faultsIn(folder: string, streams: readonly Stream[] = [ACADEMY, ACADEMY_ZH]): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  const waiting = streams.flatMap(({ siteId, lang }) => [
    `pages/${siteId}/${lang}/index.html`,
    `news/${siteId}/${lang}/index.json`,
    ...['.rss', '.atom', '.json'].map(ending => `feeds/${siteId}/${lang}${ending}`),
  ])
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !existsSync(join(folder, path))) continue
    seen.add(path)
    for (const target of linksOf(folder, path, faults)) {
      const leadsNowhere =
        !existsSync(join(folder, target)) &&
        // What was taken away since the page was read counts only when the page still points to it.
        existsSync(join(folder, path)) &&
        linksOf(folder, path, []).includes(target) &&
        !existsSync(join(folder, target))
      if (leadsNowhere) faults.push(`${path} points to ${target}, which is not there`)
      waiting.push(target)
    }
  }
  return faults
}

function linksOf(folder: string, path: string, faults: string[]): string[] {
  let text: string
  try {
    text = readFileSync(join(folder, path), 'utf8')
  } catch {
    return []
  }
  try {
    if (path.endsWith('.html')) {
      if (!text.endsWith('</html>\n')) faults.push(`${path} is half a page`)
      const links = [...text.matchAll(/(?:href|src)="([^"#][^":]*)"/g)].map(([, address = '']) => address)
      return links.map(address => posix.normalize(posix.join(dirname(path), decodeURIComponent(address))))
    }
    if (/\.(rss|atom|xml)$/.test(path)) {
      parseXml(text)
      return [...text.matchAll(/<link>([^<]+)</g)].flatMap(([, url = '']) => below(url))
    }
    if (!path.endsWith('.json')) return []
    const json = JSON.parse(text)
    if (path.startsWith('feeds/')) {
      return json.items.flatMap(({ url = '' }: { url?: string }) => below(url))
    }
    const items: { newsId: string }[] = json.items ?? []
    const beside = items.map(({ newsId }) =>
      posix.join(dirname(path), 'entries', `${fileNameOf(newsId)}.json`),
    )
    return json.next ? [...beside, posix.join(dirname(path), `${json.next}.json`)] : beside
  } catch (error) {
    faults.push(`${path}: ${error}`)
    return []
  }
}

const below = (url: string) => (url.startsWith(BASE) ? [url.slice(BASE.length)] : [])
