/** The frame of the console's preview: the real widget on a page that can reach nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'
import { scratch } from '../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const get = (path: string, { addresses }: SmallSchool = school) =>
  fetch(`${addresses.base}/console/preview/${path}`)

describe('the page of the preview', () => {
  it('runs the widget and its own script, and nothing in a message', async () => {
    const page = await get('')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).not.toMatch(/<script>|\bstyle=/)
  })

  it('loads its few files without an origin, which hold nothing of the school', async () => {
    for (const file of [
      'page.js',
      'page.css',
      'widget/school-popup.js',
      'widget/school-news.js',
      'widget/icons/typhoon-3.svg',
    ]) {
      const answer = await get(file)
      expect([file, answer.status]).toEqual([file, 200])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    const script = await (await get('page.js')).text()
    // It stands alone: what it would import is not there.
    expect(() => new Function(script)).not.toThrow()
    expect(script).not.toMatch(/\bimport\b|__vi/)
  })

  it('gives nothing but the widget, whatever is asked', async () => {
    const { base } = school.addresses
    for (const path of [
      'widget/../../package.json',
      'widget/%2e%2e/%2e%2e/package.json',
      'widget/..%2f..%2fpackage.json',
    ]) {
      const { status, body } = await rawRequest(base, `/console/preview/${path}`)
      expect([400, 403, 404]).toContain(status)
      expect(`${body}`).not.toContain('"schoolbell"')
    }
  })

  it('is there without a built widget as well, and only the widget is missing', async () => {
    using place = scratch()
    await using other = await startSmallSchool({ widgetDir: place.folder })
    expect((await get('', other)).status).toBe(200)
    expect((await get('widget/school-popup.js', other)).headers.get('content-type')).not.toContain(
      'javascript',
    )
  })
})
