/**
 * What the agent's OpenAPI document says of the whole; each outlet describes its routes where it adds them.
 *
 * Requests are not validated by these schemas: the outlets read their queries themselves, after looking among the kept
 * answers, and name the parameter at fault. A test asks for thousands of things at random and holds each answer against
 * the document.
 */
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import type { DocumentationTexts } from '../../../shared/server/documentation/page.ts'
import type {
  OpenApiDocument as Document,
  DocumentHead,
  OpenApiOperation,
} from '../../../shared/server/openapi/document.ts'
import type { Operation as AnyOperation } from '../../../shared/server/openapi/operation.ts'

export { refusal } from '../../../shared/server/openapi/operation.ts'

/** Headings, in their order. */
export const TAGS = [
  'News',
  'Changes',
  'Feeds',
  'Popup messages',
  'Media',
  'Widget',
  'For operators',
  'About',
] as const
export type Tag = (typeof TAGS)[number]

export type Operation = AnyOperation<Tag>

/** Nothing is written to the agent over HTTP. */
export type OpenApiDocument = Document & { paths: Record<string, { get: OpenApiOperation }> }

export const HEAD = {
  info: {
    title: 'schoolbell sync agent',
    version: '1',
    description:
      'A school’s news for its website: pages, search, changes, feeds and popup messages. GET, HEAD and OPTIONS; no key.',
  },
  tags: TAGS,
} as const satisfies DocumentHead

/** For the page that tells of the same to people. */
export const TEXTS: DocumentationTexts & { tags: Record<Tag, unknown> } = {
  title: { 'en-US': 'What this agent serves', 'zh-HK': '本服務所提供的介面' },
  tags: {
    News: { 'en-US': 'News', 'zh-HK': '消息' },
    Changes: { 'en-US': 'Changes', 'zh-HK': '變更紀錄' },
    Feeds: { 'en-US': 'Feeds', 'zh-HK': '訂閱' },
    'Popup messages': { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
    Media: { 'en-US': 'Media', 'zh-HK': '媒體檔案' },
    Widget: { 'en-US': 'Widget', 'zh-HK': '網頁元件' },
    'For operators': { 'en-US': 'For operators', 'zh-HK': '維護人員適用' },
    About: { 'en-US': 'About', 'zh-HK': '關於本服務' },
  },
}

/** The website and the language, as everywhere; the agent's first that fits when left out. */
export const streamParameters = {
  siteId: Type.Optional(Type.Enum(SITE_IDS, { description: 'The website. Default: the agent’s first.' })),
  lang: Type.Optional(Type.Enum(LANGUAGES, { description: 'The language. Default: the agent’s first.' })),
}
