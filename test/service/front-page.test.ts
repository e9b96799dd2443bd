import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Service } from '../../console/index.ts'

let service: Service
let base: string

beforeAll(async () => {
  service = await createService({ port: 0, seed: 'sample' })
  base = (await service.listen()).base
})

afterAll(() => service?.close())

const page = async (path: string, languages = '') => {
  const answer = await fetch(base + path, { headers: { 'accept-language': languages } })
  return { answer, text: await answer.text() }
}

describe('the page at the root', () => {
  it('leads to the console, the documentation, and every address', async () => {
    const { answer, text } = await page('/')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    // Nothing runs in it, and nothing frames it.
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
    )
    for (const place of ['/console/', '/docs', `${base}/cms/api/v1/popupmsg/check`, `${base}/healthz`])
      expect(text).toContain(`href="${place}`)
    expect(text).toContain(`${base}/session/production/v2/grd/external-session`)
  })

  it.each([
    ['/', '', 'en-US'],
    ['/', 'fr, zh-HK;q=0.9, en;q=0.8', 'zh-HK'],
    ['/', 'en-GB, zh;q=0.5', 'en-US'],
    ['/', 'en;q=0.2, zh-HK;q=0.9', 'zh-HK'],
    ['/?lang=zh-HK', 'en', 'zh-HK'],
    ['/?lang=en-US', 'zh', 'en-US'],
    ['/?lang=klingon', 'zh-TW', 'zh-HK'],
  ])('%s with "%s" is in %s, and leads to the other language', async (path, languages, lang) => {
    const { answer, text } = await page(path, languages)
    expect(text).toContain(`<html lang="${lang}">`)
    expect(answer.headers.get('content-language')).toBe(lang)
    expect(answer.headers.get('vary')).toContain('accept-language')
    expect(text).toContain(`href="/?lang=${lang === 'en-US' ? 'zh-HK' : 'en-US'}"`)
    expect(text).toContain('href="/docs"')
    expect(text).toContain(lang === 'en-US' ? 'Tern Bay Academy' : '燕鷗灣書院')
  })
})
