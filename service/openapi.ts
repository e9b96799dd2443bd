/** What the service's OpenAPI document says of the whole; each route describes itself where it is added. */
import { EntranceHeaders } from '../shared/contract/entrance.ts'
import type { Language } from '../shared/contract/site.ts'
import type { DocumentationTexts } from '../shared/server/documentation/page.ts'
import type { DocumentHead, SecurityScheme } from '../shared/server/openapi/document.ts'
import type { Operation as AnyOperation } from '../shared/server/openapi/operation.ts'

export { recordRefusal, refusal } from '../shared/server/openapi/operation.ts'

/** Headings, in their order; those of the interface first. */
const HEADINGS = {
  'Content API': { 'en-US': 'Content API', 'zh-HK': '內容介面' },
  'Attendance API': { 'en-US': 'Attendance API', 'zh-HK': '考勤介面' },
  'Session API': { 'en-US': 'Session API', 'zh-HK': '登入紀錄介面' },
  'Extension web-app': { 'en-US': 'Extension web-app', 'zh-HK': '擴充網頁應用程式' },
  Media: { 'en-US': 'Media', 'zh-HK': '媒體檔案' },
  'Console: access': { 'en-US': 'Console: access', 'zh-HK': '控制台：登入' },
  'Console: overview': { 'en-US': 'Console: overview', 'zh-HK': '控制台：概覽' },
  'Console: popup messages': { 'en-US': 'Console: popup messages', 'zh-HK': '控制台：彈出訊息' },
  'Console: news': { 'en-US': 'Console: news', 'zh-HK': '控制台：消息' },
  'Console: media': { 'en-US': 'Console: media', 'zh-HK': '控制台：媒體檔案' },
  'Console: school structures': { 'en-US': 'Console: school structures', 'zh-HK': '控制台：學校架構' },
  'Console: attendance': { 'en-US': 'Console: attendance', 'zh-HK': '控制台：考勤' },
  'Console: users and sessions': {
    'en-US': 'Console: users and sessions',
    'zh-HK': '控制台：用戶及登入紀錄',
  },
  'Console: access keys': { 'en-US': 'Console: access keys', 'zh-HK': '控制台：存取金鑰' },
  'Console: app settings': { 'en-US': 'Console: app settings', 'zh-HK': '控制台：應用程式設定' },
  'Console: app simulator': { 'en-US': 'Console: app simulator', 'zh-HK': '控制台：應用程式模擬器' },
  'Console: laboratory': { 'en-US': 'Console: laboratory', 'zh-HK': '控制台：實驗室' },
  'Console: request log': { 'en-US': 'Console: request log', 'zh-HK': '控制台：請求紀錄' },
  'Console: data': { 'en-US': 'Console: data', 'zh-HK': '控制台：資料' },
  'For operators': { 'en-US': 'For operators', 'zh-HK': '維護人員適用' },
  About: { 'en-US': 'About', 'zh-HK': '關於本服務' },
} as const satisfies Record<string, Record<Language, string>>
export type Tag = keyof typeof HEADINGS

export type Operation = AnyOperation<Tag>

export const TEXTS: DocumentationTexts = {
  title: { 'en-US': 'What this service answers', 'zh-HK': '本服務所提供的介面' },
  tags: HEADINGS,
}

const SECURITY: Record<string, SecurityScheme> = {
  appId: { type: 'apiKey', in: 'header', name: 'X-App-Id', description: 'Identifier of the school.' },
  accessKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Key',
    description: 'A key that the school gave out; the console makes and revokes them.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Session-Token',
    description: 'The token that the app passed to the extension web-app.',
  },
  consoleCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'schoolbell-console',
    description:
      'What a browser is given when it signs in. The name goes on with the port; over TLS it is `__Host-schoolbell-console`.',
  },
  consoleKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Console-Key',
    description:
      'What a browser’s page is given when it signs in, beside the cookie. The cookie alone opens nothing of the school.',
  },
  consoleToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the service was started with, for programs.',
  },
}

const CONSOLE_ACCESS = [['consoleCookie', 'consoleKey'], ['consoleToken']] as const

const ENTRANCE: Operation = {
  tag: 'Extension web-app',
  summary: 'The mobile app opens the entrance page of an extension web-app',
  description:
    'Not answered here but by the web-app, at the address that the school has entered under App Settings. Later ' +
    'navigations come without these headers.',
  headers: EntranceHeaders,
  security: [],
  answers: { 200: { description: 'The page', type: 'text/html' } },
}

export const HEAD = {
  info: {
    title: 'schoolbell reference service',
    version: '1',
    description:
      'The school information system’s whole interface, real and persistent, to build and test against; and the ' +
      'console’s API, with which a school fills it.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: Object.keys(HEADINGS),
  operationIds: true,
  securitySchemes: SECURITY,
  // All but the address that answers for whatever is not there.
  mustTell: url => url.startsWith('/console/api/') && !url.endsWith('*'),
  securityOf: url => (url.startsWith('/console/api/') ? CONSOLE_ACCESS : []),
  webhooks: { extensionEntrance: { method: 'get', operation: ENTRANCE } },
} as const satisfies DocumentHead
