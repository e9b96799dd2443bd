/** What a refused visitor gets: a page that a parent understands, or problem details. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ExtensionError, type ExtensionFault, FAULT_STATUS, VisitRefused } from '../../extension/index.ts'
import { type RefusalPage, refusalOf } from '../../extension/refusal.ts'
import { STYLE, STYLE_HASH } from '../../extension/refusal-page.style.ts'
import { EXPLANATIONS } from '../../extension/strings.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'

const FAULTS = Object.keys(FAULT_STATUS) as ExtensionFault[]
const SECRET_MESSAGE = 'http://sis.internal:4010/session cannot be reached'

const refusal = (
  headers: Record<string, string> = {},
  error = new ExtensionError('EXPIRED', SECRET_MESSAGE),
  page?: RefusalPage,
) => refusalOf(error, { method: 'GET', header: name => headers[name] }, undefined, page)

const [ENGLISH, CHINESE] = LANGUAGES.map(language => EXPLANATIONS.EXPIRED.heading[language])

describe('the page of a refused visitor', () => {
  it.each<[string, Record<string, string>, boolean, boolean]>([
    ['the app’s', { 'x-language': 'zh', 'accept-language': 'en' }, false, true],
    ['the app’s', { 'x-language': 'en', 'accept-language': 'zh-HK' }, true, false],
    ['the browser’s, not the app’s odd', { 'x-language': 'fr', 'accept-language': 'zh-CN' }, false, true],
    ['both, when nothing says', {}, true, true],
    ['both, when it is neither', { 'accept-language': 'fr, de' }, true, true],
  ])('is in %s language', (_, headers, english, chinese) => {
    const { body, headers: sent } = refusal(headers)
    expect([body.includes(`${ENGLISH}`), body.includes(`${CHINESE}`)]).toEqual([english, chinese])
    expect(sent['content-language']).toBe(english && chinese ? undefined : english ? 'en-US' : 'zh-HK')
  })

  it('has one first heading, and says of each part in which language it is', () => {
    const { body } = refusal()
    expect(body).toContain(`<title>${ENGLISH} · ${CHINESE}</title>`)
    expect(body).toContain(`<section lang="en-US">\n<h1>${ENGLISH}</h1>`)
    expect(body).toContain(`<section lang="zh-HK">\n<h2>${CHINESE}</h2>`)
    expect(body).toMatch(/<footer><span lang="en-US">[^<]+<\/span> · <span lang="zh-HK">[^<]+<\/span> <code>/)
    expect(refusal({ 'x-language': 'zh' }).body).toContain(`<section lang="zh-HK">\n<h1>${CHINESE}</h1>`)
  })

  // Promise: web-app/refusal
  it.each(FAULTS)('%s tells a parent in both languages what to do, and the developer only its code', code => {
    const { status, body } = refusal({}, new ExtensionError(code, SECRET_MESSAGE))
    expect(status).toBe(FAULT_STATUS[code])
    expect(body).toContain(`<code>${code} ${status}</code>`)
    expect(body).toMatch(/Tap More|school office/)
    expect(body).toMatch(/更多|校務處/)
    expect(body).not.toContain('sis.internal')
  })

  it('says what the web-app says of a user whom it refuses, as text', () => {
    const texts = { 'en-US': 'Trips <b>open</b> & close', 'zh-HK': '旅行尚未開始報名。' }
    const { status, body } = refusal({}, new VisitRefused(texts))
    expect(status).toBe(403)
    expect(body).toContain('<p>Trips &lt;b&gt;open&lt;/b&gt; &amp; close</p>')
    expect(body).toContain('<p>旅行尚未開始報名。</p>')
  })

  // Promise: web-app/refusal
  it('is kept by nobody, can load, run and send nothing, and has its own style through its policy', () => {
    const { headers, body } = refusal()
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'www-authenticate': 'Bearer',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain(`style-src '${STYLE_HASH}'`)
    expect(STYLE_HASH).toBe(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`)
    expect(body).not.toMatch(/<script|\son\w+=|src=|href=|url\(|style="/)
    expect(body.length).toBeLessThan(6_000)
  })

  it('hands on how long the service asked to wait, in whole seconds', () => {
    const error = new ExtensionError('UPSTREAM_UNAVAILABLE', SECRET_MESSAGE, { retryAfterSeconds: 2.2 })
    expect(refusal({}, error).headers['retry-after']).toBe('3')
    expect(refusal().headers).not.toHaveProperty('retry-after')
    for (const retryAfterSeconds of [1e25, Number.POSITIVE_INFINITY]) {
      const never = new ExtensionError('UPSTREAM_UNAVAILABLE', SECRET_MESSAGE, { retryAfterSeconds })
      expect(refusal({}, never).headers['retry-after']).toBe('86400')
    }
  })

  it('asks for a bearer only where the visit is missing or over', () => {
    const asked = (code: ExtensionFault) =>
      refusal({}, new ExtensionError(code, SECRET_MESSAGE)).headers['www-authenticate']
    const codes = ['TOKEN_MISSING', 'EXPIRED', 'ROLE_REFUSED', 'UPSTREAM_UNAVAILABLE'] as const
    expect(codes.map(asked)).toEqual(['Bearer', 'Bearer', undefined, undefined])
  })

  it('is in both languages also where headers that are not there are null', () => {
    const { body, headers } = refusalOf(new ExtensionError('EXPIRED', SECRET_MESSAGE), {
      method: 'GET',
      header: () => null,
    })
    expect(body).toContain(`${ENGLISH}`)
    expect(body).toContain(`${CHINESE}`)
    expect(headers).not.toHaveProperty('content-language')
  })

  it('can be the web-app’s own', () => {
    const { status, headers, body } = refusal({ 'x-language': 'zh' }, undefined, (error, { language }) => {
      return `<h1>${language} ${error.code}</h1>`
    })
    expect(body).toBe('<h1>zh-HK EXPIRED</h1>')
    expect(status).toBe(401)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(headers).not.toHaveProperty('content-security-policy')
  })

  it.each<[string, () => unknown]>([
    ['fails', () => JSON.parse('no page')],
    ['is no text', () => undefined],
    ['is a promise', () => Promise.resolve('<h1>later</h1>')],
  ])('is the default one when the web-app’s own %s', (_, own) => {
    const ownPage = own as RefusalPage
    const { status, body } = refusal({}, undefined, ownPage)
    expect(status).toBe(401)
    expect(body).toContain(`${ENGLISH}`)
  })
})

describe('a script that asks for JSON', () => {
  // Promise: web-app/refusal
  it('gets problem details with the stable code', () => {
    const { headers, body } = refusal({ accept: 'application/json', 'x-language': 'zh' })
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ status: 401, code: 'EXPIRED', title: CHINESE })
    expect(body).not.toContain('sis.internal')
  })

  it.each(['text/html,application/json;q=0.9', '*/*', ''])('is not who sends Accept: %s', accept => {
    expect(refusal({ accept }).headers['content-type']).toContain('text/html')
  })
})
