/** News from files that an agent has published: the newest page, older pages, single entries, and a search index. */
import { fileNameOf } from '../../shared/text/file-name.ts'
import { getJson, NewsError } from './call.ts'
import { entryOf, type NewsEntry, newestFirst } from './entry.ts'
import { findIn } from './files-search.ts'
import { type NewsPage, pageOf } from './page.ts'
import type { NewsSource, SourceOptions } from './source.ts'

/** Entries that a publisher puts into one file. */
const IN_PAGE = 100
const IN_SEARCH = 1000

/** @param base the folder's address with a slash at its end */
export function filesSource(
  base: string,
  { siteId, lang, limit }: Pick<SourceOptions, 'siteId' | 'lang' | 'limit'>,
): NewsSource {
  const folder = `${base}news/${encodeURIComponent(siteId)}/${encodeURIComponent(lang)}/`
  const read = (name: string, signal: AbortSignal) => getJson(`${folder}${name}.json`, signal, true)
  let newest: NewsPage | undefined
  /** The search index, and the number of the last change in it. */
  let searchable: { seq: number | undefined; entries: NewsEntry[] } | undefined

  return {
    async newest(signal) {
      const page = pageOf(await read('index', signal), base, IN_PAGE)
      const isFirst = !newest
      newest = page
      // Loaded again, the whole file is compared with the list.
      return isFirst ? part(page, limit, ['index']) : page
    },
    async more(next, signal) {
      const position: Position = JSON.parse(next)
      const [file] = position
      const page = file === 'index' && newest ? newest : pageOf(await read(file, signal), base, IN_PAGE)
      return part(page, limit, position)
    },
    async search(text, next, signal) {
      if (!searchable || searchable.seq !== newest?.seq) {
        const { entries } = pageOf(await read('search', signal), base, IN_SEARCH)
        searchable = { seq: newest?.seq, entries: [...entries] }
      }
      const from = Number(next ?? 0)
      const to = from + limit
      const found = findIn(searchable.entries, text, from, to + 1)
      return { entries: found.slice(0, limit), next: found.length > limit ? `${to}` : undefined, seq: 0 }
    },
    async entry(newsId, signal) {
      try {
        const entry = entryOf(await read(`entries/${fileNameOf(newsId)}`, signal), base)
        return entry?.newsId === newsId ? entry : undefined
      } catch (error) {
        if (error instanceof NewsError && error.status === 404) return undefined
        throw error
      }
    },
  }
}

/** Where the next page begins: after this entry of this file. */
type Position = [file: string, time?: number, newsId?: string]

/** Address of a file in this folder. */
const isName = (next: string | undefined): next is string => /^[\w-]+$/.test(next ?? '')

/** A file may hold more than a page. The rest comes with the next page. */
function part(page: NewsPage, limit: number, [file, time, newsId = '']: Position): NewsPage {
  const { entries, next, seq } = page
  const left =
    time === undefined ? entries : entries.filter(entry => newestFirst({ time, newsId }, entry) < 0)
  const last = left[limit - 1]
  const position: Position | undefined =
    last && left.length > limit ? [file, last.time, last.newsId] : isName(next) ? [next] : undefined
  return { entries: left.slice(0, limit), next: position && JSON.stringify(position), seq }
}
