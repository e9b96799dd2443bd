/** What a server answers, told to programs at `/openapi.json` and to people at `/docs`. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { isLanguage, LANGUAGES } from '../../contract/site.ts'
import { type Answer, type AnswerContent, createAnswer, sendAnswer } from '../answer.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Operation } from '../openapi/operation.ts'
import { SHARED_CHINESE, type Translations } from './chinese.ts'
import { type DocumentationTexts, documentationPage } from './page.ts'
import { STYLE } from './style.ts'

/** A page that runs nothing and loads its own style alone. */
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const CACHING = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400'
const HTML = 'text/html; charset=utf-8'

export interface DocumentationParts {
  /** Tells of every route that was added, so it is called only once all were. */
  write(): OpenApiDocument
  texts: DocumentationTexts
  /** The document's texts in Chinese, loaded when somebody reads them; those that every server says are known. */
  chinese(): Promise<Translations>
}

/** Its own three addresses stand under the heading `About`. */
export function documentationRoutes(
  server: FastifyInstance,
  { write, texts, chinese }: DocumentationParts,
): void {
  const once = (content: () => Omit<AnswerContent, 'caching'>) => {
    let page: Answer | undefined
    return () => {
      page ??= createAnswer({ ...content(), caching: CACHING })
      return page
    }
  }
  const json = once(() => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(write()) }))
  const style = once(() => ({ type: 'text/css; charset=utf-8', body: STYLE }))
  const inEnglish = once(() => ({ type: HTML, body: documentationPage(write(), texts, 'en-US') }))
  let inChinese: Promise<Answer> | undefined
  const translated = async () => {
    const translations = { ...SHARED_CHINESE, ...(await chinese()) }
    return createAnswer({
      type: HTML,
      body: documentationPage(write(), texts, 'zh-HK', translations),
      caching: CACHING,
    })
  }

  server.get('/openapi.json', { config: { openapi: DOCUMENT } }, (request, reply) =>
    sendAnswer(request, reply, json()),
  )
  server.get<{ Querystring: { lang?: unknown } }>(
    '/docs',
    { config: { openapi: PAGE } },
    async (request, reply) => {
      const { lang } = request.query
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
      if (!isLanguage(lang) || lang === 'en-US') return sendAnswer(request, reply, inEnglish())
      inChinese ??= translated()
      return sendAnswer(request, reply, await inChinese)
    },
  )
  server.get('/docs/style.css', { config: { openapi: LOOKS } }, (request, reply) =>
    sendAnswer(request, reply, style()),
  )
}

const DOCUMENT: Operation = {
  tag: 'About',
  summary: 'This document',
  answers: {
    200: { description: 'OpenAPI 3.1', type: 'application/json' },
    304: { description: 'Unchanged' },
  },
}

const PAGE: Operation = {
  tag: 'About',
  summary: 'This document as a page for people',
  query: Type.Object({
    lang: Type.Optional(Type.Enum(LANGUAGES, { description: 'Of the page. Default: `en-US`.' })),
  }),
  answers: { 200: { description: 'The page', type: 'text/html' }, 304: { description: 'Unchanged' } },
}

const LOOKS: Operation = {
  tag: 'About',
  summary: 'How that page looks',
  answers: { 200: { description: 'The style', type: 'text/css' }, 304: { description: 'Unchanged' } },
}
