/**
 * The order of the pages in docs/, by reader and group. What a page is called is its own first heading.
 *
 * A page in no list is an error, so none is missing on the site. Chinese pages have the order of the English ones.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../shared/contract/site.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')

type Text = Record<Language, string>

interface Group {
  title: Text
  /** Without `.md`. */
  pages: string[]
}

interface Section {
  folder: string
  title: Text
  groups: Group[]
}

const FIX: Text = { 'en-US': 'When something is wrong', 'zh-HK': '遇到問題' }

export const SECTIONS: readonly Section[] = [
  {
    folder: 'website',
    title: { 'en-US': 'Website', 'zh-HK': '學校網站' },
    groups: [
      {
        title: { 'en-US': 'Popup and news', 'zh-HK': '彈出訊息和學校消息' },
        pages: ['popup', 'news', 'popup-options', 'themes', 'browsers'],
      },
      {
        title: { 'en-US': 'Your kind of site', 'zh-HK': '各種網站' },
        pages: [
          ...['choose', 'nginx', 'apache', 'wordpress', 'shared-hosting', 'static-folder'],
          ...['node', 'server-side'],
        ],
      },
      { title: FIX, pages: ['nothing-appears'] },
    ],
  },
  {
    folder: 'operate',
    title: { 'en-US': 'Operate', 'zh-HK': '運作' },
    groups: [
      {
        title: { 'en-US': 'Run the agent', 'zh-HK': '執行同步程式' },
        pages: ['start', 'run', 'containers', 'watch', 'alerts', 'popups', 'upgrade', 'backup'],
      },
      {
        title: { 'en-US': 'Store and agents', 'zh-HK': '儲存和多個同步程式' },
        pages: ['postgresql', 'several-agents'],
      },
      {
        title: { 'en-US': 'Pass news on', 'zh-HK': '傳送消息' },
        pages: [
          ...['followers', 'http-api', 'published-files', 'storage-and-cdn'],
          ...['media', 'webhooks', 'sql-tables', 'wordpress-posts'],
        ],
      },
      { title: FIX, pages: ['fix'] },
    ],
  },
  {
    folder: 'web-app',
    title: { 'en-US': 'Web-app', 'zh-HK': '網上應用程式' },
    groups: [
      {
        title: { 'en-US': 'Extension kit', 'zh-HK': '擴充套件' },
        pages: ['start', 'simulator', 'test-without-service', 'reference', 'security'],
      },
      {
        title: { 'en-US': 'Your framework', 'zh-HK': '各種框架' },
        pages: ['plain', 'express', 'fastify', 'hono', 'nextjs', 'nuxt', 'sveltekit'],
      },
      { title: FIX, pages: ['fix'] },
    ],
  },
  {
    folder: 'integrate',
    title: { 'en-US': 'Integrate', 'zh-HK': '整合' },
    groups: [
      {
        title: { 'en-US': 'Reference service', 'zh-HK': '參考服務' },
        pages: ['start', 'service', 'in-tests', 'ci', 'laboratory', 'data', 'conformance'],
      },
      {
        title: { 'en-US': 'Call a service', 'zh-HK': '呼叫服務' },
        pages: ['client', 'attendance'],
      },
      { title: FIX, pages: ['fix'] },
    ],
  },
  {
    folder: 'office',
    title: { 'en-US': 'Office', 'zh-HK': '學校辦公室' },
    groups: [
      {
        title: { 'en-US': 'School office', 'zh-HK': '學校辦公室' },
        pages: ['sign-in', 'popups', 'news', 'attendance', 'people'],
      },
    ],
  },
  {
    folder: 'reference',
    title: { 'en-US': 'Reference', 'zh-HK': '參考' },
    groups: [
      {
        title: { 'en-US': 'Reference', 'zh-HK': '參考' },
        pages: [
          ...['command-line', 'variables', 'elements', 'http-api', 'metrics', 'error-codes', 'proofs'],
          '../install',
        ],
      },
    ],
  },
  {
    folder: 'project',
    title: { 'en-US': 'Project', 'zh-HK': '專案' },
    groups: [
      {
        title: { 'en-US': 'Project', 'zh-HK': '專案' },
        pages: ['how-fast', 'decisions', 'testing'],
      },
    ],
  },
]

/** Of VitePress' navigation: `text` is HTML. */
export interface Item {
  text: string
  link: string
}

interface SidebarGroup {
  text: string
  items: Item[]
}

const ROOTS: Text = { 'en-US': '', 'zh-HK': 'zh/' }

/** One entry for each section that has pages in this language: it leads to the first of them. */
export function navOf(language: Language): Item[] {
  return SECTIONS.flatMap(section => {
    const first = groupsOf(section, language)[0]?.items[0]
    return first ? [{ text: section.title[language], link: first.link }] : []
  })
}

/** What stands beside a page, by the beginning of its address. */
export function sidebarOf(language: Language): Record<string, SidebarGroup[]> {
  const byFolder = SECTIONS.map(section => {
    const path = `/${ROOTS[language]}${section.folder}/`
    return [path, groupsOf(section, language)] as const
  })
  const outside = SECTIONS.flatMap(section =>
    groupsOf(section, language).flatMap(({ items }, _, all) =>
      items
        .filter(({ link }) => !link.startsWith(`/${ROOTS[language]}${section.folder}/`))
        .map(({ link }) => [link, all] as const),
    ),
  )
  return Object.fromEntries([...byFolder, ...outside])
}

function groupsOf({ folder, groups }: Section, language: Language): SidebarGroup[] {
  return groups
    .map(({ title, pages }) => ({
      text: title[language],
      items: pages
        .map(page => join(ROOTS[language], folder, page))
        .filter(isThere)
        .map(path => ({ text: titleOf(path), link: `/${path}` })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** @throws when a page is in no list */
export function checkOrder(): void {
  const listed = new Set(listedPages())
  const missing = globSync('**/*.md', { cwd: DOCS })
    .map(file => file.replace(/^zh\/|\.md$/g, ''))
    .filter(page => page !== 'index' && !listed.has(page))
  if (missing.length > 0)
    throw new Error(`In no list of scripts/docs/pages.ts: ${[...new Set(missing)].toSorted().join(', ')}`)
}

/** Paths in docs/, without `.md`. */
export const listedPages = (): string[] =>
  SECTIONS.flatMap(({ folder, groups }) =>
    groups.flatMap(({ pages }) => pages.map(page => join(folder, page))),
  )

export const isThere = (page: string): boolean => existsSync(join(DOCS, `${page}.md`))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function titleOf(page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(DOCS, `${page}.md`), 'utf8')) ?? []
  if (title === undefined) throw new Error(`docs/${page}.md has no first heading`)
  return title.replaceAll('`', '').replaceAll(/[&<>]/g, character => ENTITIES[character] ?? '')
}
