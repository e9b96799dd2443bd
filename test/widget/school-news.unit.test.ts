/** What can be said of `<school-news>` without a layout; the rest is in test/e2e/school-news*.test.ts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SchoolNews } from '../../widget/news/index.ts'
import { shown } from './news/shown.ts'

const item = (newsId: string) => ({
  newsId,
  title: `Title of ${newsId}`,
  html: '<p>Body</p>',
  date: '2026-09-01',
  publishedAt: '2026-09-01T08:30:00+08:00',
  attachments: [],
  seq: 1,
})

it('importing the class registers nothing; define-news.ts does, and leaves an earlier registration alone', async () => {
  expect(customElements.get('school-news')).toBeUndefined()
  await import('../../widget/define-news.ts')
  expect(customElements.get('school-news')).toBe(SchoolNews)
})

describe('the element', () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  const asked = () => fetch.mock.calls.map(([url]) => String(url))
  const answer = (value: object) => async () => new Response(JSON.stringify(value))
  beforeEach(() => {
    fetch.mockReset()
    fetch.mockImplementation(answer({ items: [item('A'), item('B')], next: 'more', seq: 1 }))
  })
  afterEach(() => {
    document.body.replaceChildren()
    document.documentElement.lang = ''
  })

  const mount = (attributes: string) => {
    document.body.innerHTML = `<school-news live="off" ${attributes}></school-news>`
    return document.querySelector('school-news') as SchoolNews
  }

  it('asks nobody without a service or files', async () => {
    const news = mount('site-id="academy"')
    await news.updateComplete
    expect(asked()).toEqual([])
    expect(news.shadowRoot?.querySelector('[part=news]')?.children).toHaveLength(0)
  })

  it.each([
    ['zh-TW', undefined, 'zh-HK'],
    ['en-GB', 'zh-Hans', 'en-US'],
    [undefined, 'zh-Hans', 'zh-HK'],
    [undefined, 'fr', 'en-US'],
  ])('with lang %s on a page in %s asks for %s', async (lang, page, wanted) => {
    document.documentElement.lang = page ?? ''
    const news = mount(`service="https://agent.example/school/" ${lang ? `lang="${lang}"` : ''}`)
    await shown(news, 'list')
    expect(asked()).toEqual([`https://agent.example/school/v1/news?siteId=academy&lang=${wanted}&limit=10`])
    expect(news.shadowRoot?.querySelector('[part=news]')?.getAttribute('lang')).toBe(wanted)
  })

  it('asks anew when what it shows is to be other news', async () => {
    const news = mount('service="https://agent.example"')
    await shown(news, 'list')
    news.siteId = 'pre-school'
    news.limit = 3
    await expect.poll(asked).toHaveLength(2)
    expect(asked()[1]).toBe('https://agent.example/v1/news?siteId=pre-school&lang=en-US&limit=3')
  })

  it.each([['0'], ['101'], ['-3'], ['many'], ['']])('a limit of %j is ten', async limit => {
    const news = mount(`service="https://agent.example" limit="${limit}"`)
    await shown(news, 'list')
    expect(new URL(asked()[0] ?? '').searchParams.get('limit')).toBe('10')
  })

  it('takes the files of an entry by a name that every file system can have', async () => {
    const news = mount('files="/news-files/" news-id="2026-09A/.."')
    await expect.poll(asked).toHaveLength(2)
    const names = asked().map(url => new URL(url).pathname)
    expect(names).toContain('/news-files/news/academy/en-US/index.json')
    expect(names).toContain('/news-files/news/academy/en-US/entries/2026-09a~002f~002e~002e~u80.json')
    await shown(news, 'entry')
  })

  it('tells the page what it does', async () => {
    const heard: string[] = []
    for (const name of ['load', 'open', 'close', 'error'])
      document.addEventListener(`school-news-${name}`, () => heard.push(name), { once: true })
    const news = mount('service="https://agent.example"')
    ;(await shown(news, 'link')).click()
    ;(await shown(news, 'back')).click()
    await shown(news, 'list')
    fetch.mockImplementation(async () => {
      throw new TypeError('unreachable')
    })
    news.refresh()
    await shown(news, 'note')
    expect(heard).toEqual(['load', 'open', 'close', 'error'])
  })

  it('gives the error with its code, and says it on the console when asked to', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const codes: unknown[] = []
    document.addEventListener('school-news-error', ({ detail }) =>
      codes.push((detail as { code?: string }).code),
    )
    fetch.mockImplementation(async () => new Response('', { status: 503 }))
    await shown(mount('service="https://agent.example" debug'), 'message')
    fetch.mockImplementation(async () => new Response('nonsense'))
    await shown(mount('service="https://agent.example"'), 'message')
    expect(codes).toEqual(['STATUS', 'NO_NEWS'])
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  it('a title is text, whatever stands in it', async () => {
    const title = '<img src=x onerror=alert(1)>'
    fetch.mockImplementation(answer({ items: [{ ...item('A'), title }], seq: 1 }))
    const link = await shown(mount('service="https://agent.example"'), 'link')
    expect(link.textContent).toBe(title)
    expect(link.children).toHaveLength(0)
  })

  it('a service that is no address is an error, and no exception', async () => {
    const errors: unknown[] = []
    document.addEventListener('school-news-error', ({ detail }) => errors.push(detail), { once: true })
    const news = mount('service="http://["')
    await news.updateComplete
    expect(errors).toHaveLength(1)
    expect(asked()).toEqual([])
  })
})
