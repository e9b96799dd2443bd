/** The page at the service's root: a link to the console, and all addresses. */
import { createHash } from 'node:crypto'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { escaped } from '../../shared/html/entities.ts'
import { text } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import { preferredLanguage } from '../../shared/text/accept-language.ts'
import type { ServiceAddresses } from '../addresses.ts'
import type { ServiceContext } from '../context.ts'
import { STYLE } from './front-page.style.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export async function frontPageRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { school } = context.repositories
  server.get('/', { schema: SCHEMA }, ({ query, headers }, reply) => {
    const lang = languageOf(query, headers['accept-language'])
    reply
      .headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'content-language': lang,
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
    return page(lang, escaped(school.facts().name[lang]), rows(lang, context.addresses.public()))
  })
}

const SCHEMA = {
  tags: ['About'],
  operationId: 'getFrontPage',
  summary: 'The service’s addresses, as a page for people',
  response: { 200: text('The page', 'text/html') },
}

const TEXTS = {
  intro: {
    'en-US':
      'A reference service: the school information system’s whole interface, to build and test against.',
    'zh-HK': '參考服務：學校資訊系統的完整介面，供開發及測試之用。',
  },
  console: { 'en-US': 'Open the console', 'zh-HK': '開啟控制台' },
  consoleText: {
    'en-US': 'where the school office writes messages and news and takes attendance',
    'zh-HK': '供校務處發布彈出訊息和消息、點名，以及管理程式的存取權限',
  },
  docs: { 'en-US': 'Read the documentation', 'zh-HK': '閱讀介面文件' },
  docsText: { 'en-US': 'every call, what it takes and what it answers', 'zh-HK': '所有請求的參數及回應' },
  addresses: { 'en-US': 'Addresses', 'zh-HK': '網址' },
  service: {
    'en-US': 'Service address, for the widget and the sync agent',
    'zh-HK': '服務網址，供網頁元件及同步程式使用',
  },
  popups: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  news: { 'en-US': 'News', 'zh-HK': '消息' },
  attendance: { 'en-US': 'Attendance lists, with an access key', 'zh-HK': '考勤表（需要存取金鑰）' },
  staging: {
    'en-US': 'Sessions of the staging environment, with a token',
    'zh-HK': '測試環境的登入身分查詢（需要登入權杖）',
  },
  production: {
    'en-US': 'Sessions of the production environment, with a token',
    'zh-HK': '正式環境的登入身分查詢（需要登入權杖）',
  },
  health: { 'en-US': 'Whether the service is up', 'zh-HK': '服務是否正常運作' },
} satisfies Record<string, Record<Language, string>>

const NAMES: Record<Language, string> = { 'en-US': 'English', 'zh-HK': '繁體中文' }

function rows(lang: Language, { base, serviceUrl, syncUrl, sessionUrls }: ServiceAddresses): string {
  const list = `${syncUrl}/units/{unitId}/years/{yearId}/groups/{groupName}/attendance-lists/{date}`
  const places = [
    [TEXTS.service, code(serviceUrl)],
    [TEXTS.popups, link(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy&lang=${lang}`)],
    [
      TEXTS.news,
      link(`${serviceUrl}/api/v1/news/check?siteId=academy&lang=${lang}&lastSyncTime=19700101000000`),
    ],
    [TEXTS.attendance, code(list)],
    ...ENVIRONMENTS.map(
      environment =>
        [TEXTS[environment], code(`${sessionUrls[environment]}/v2/grd/external-session`)] as const,
    ),
    [TEXTS.health, link(`${base}/healthz`)],
  ] as const
  return places.map(([what, where]) => `<dt>${escaped(what[lang])}<dd>${where}`).join('\n')
}

function page(lang: Language, name: string, rows: string): string {
  const t = (text: keyof typeof TEXTS) => escaped(TEXTS[text][lang])
  const others = LANGUAGES.filter(other => other !== lang)
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${name} – schoolbell service</title>
<style>${STYLE}</style>
<header>${others.map(other => `<a lang="${other}" hreflang="${other}" href="/?lang=${other}">${NAMES[other]}</a>`).join(' ')}</header>
<main>
<h1>${name}</h1>
<p>${t('intro')}
<ul>
<li><a href="/console/">${t('console')}</a> ${t('consoleText')}
<li><a href="/docs">${t('docs')}</a> ${t('docsText')}
</ul>
<h2>${t('addresses')}</h2>
<dl>
${rows}
</dl>
</main>
</html>
`
}

/** The language in the address, else the browser's. */
function languageOf(query: unknown, accepted: string | undefined): Language {
  const { lang: asked } = query as { lang?: unknown }
  return isLanguage(asked) ? asked : (preferredLanguage(accepted) ?? DEFAULT_LANGUAGE)
}

const link = (url: string) => `<a href="${escaped(url)}">${escaped(url)}</a>`
const code = (url: string) => `<code>${escaped(url)}</code>`
