/** What can be said of `<school-news>` without a layout; the rest is in test/e2e/school-news*.test.ts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NEWS_STRINGS, SchoolNews } from '../../widget/news/index.ts'
import { newsItem } from '../support/news-answers.ts'
import { shown } from './news/shown.ts'

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
    fetch.mockImplementation(answer({ items: [newsItem('A'), newsItem('B')], next: 'more', seq: 1 }))
  })
  afterEach(() => {
    document.body.replaceChildren()
    document.documentElement.lang = ''
  })

  const partOf = (news: SchoolNews, part: string) => news.shadowRoot?.querySelector(`[part=${part}]`)
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
    // Taken away, it is the usual one again.
    news.removeAttribute('limit')
    news.setAttribute('site-id', 'pre-school')
    news.removeAttribute('site-id')
    await expect.poll(() => asked().at(-1)).toMatch(/siteId=academy/)
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

  // Promise: website/news-own-page
  it('lets the page show an entry in its own way', async () => {
    const open = vi.fn((event: Event) => event.preventDefault())
    document.addEventListener('school-news-open', open, { once: true })
    const news = mount('service="https://agent.example"')
    ;(await shown(news, 'link')).click()
    await news.updateComplete
    expect(open.mock.calls[0]?.[0]).toMatchObject({ detail: { newsId: 'A', entry: { title: 'A' } } })
    expect(partOf(news, 'list')).not.toBeNull()
  })

  it.each([
    ['en-GB', '1 September 2026', '2 attachments'],
    ['zh-HK', '2026年9月1日', '2 個附件'],
  ])('on a page in %s writes dates and attachments as "%s" and "%s"', async (lang, date, attached) => {
    const file = { fileType: 'application/pdf', fileSize: 1, url: 'https://a.example/a.pdf' }
    fetch.mockImplementation(answer({ items: [newsItem('A', { attachments: [file, file] })], seq: 1 }))
    document.documentElement.lang = lang
    const news = mount('service="https://agent.example"')
    await shown(news, 'list')
    expect([partOf(news, 'date')?.textContent, partOf(news, 'attached')?.textContent?.trim()]).toEqual([
      date,
      attached,
    ])
    ;(await shown(news, 'link')).click()
    await shown(news, 'headline')
    expect(partOf(news, 'date')?.textContent).toBe(date)
  })

  it('marks what is English on a Chinese page', async () => {
    const both = { title: '家長會', html: '<p>星期五開會。</p><p>On Friday.</p>' }
    fetch.mockImplementation(answer({ items: [newsItem('Sports day'), newsItem('both', both)], seq: 1 }))
    const news = mount('service="https://agent.example" lang="zh-HK"')
    const marked = () =>
      [...(partOf(news, 'news')?.querySelectorAll('[lang]') ?? [])].map(
        one => `${one.getAttribute('part') ?? one.localName} ${one.getAttribute('lang')}`,
      )
    await shown(news, 'list')
    expect(marked()).toEqual(['title en', 'teaser en'])
    news.open('Sports day')
    await shown(news, 'headline')
    expect(marked()).toEqual(['headline en', 'body en'])
    news.open('both')
    await expect.poll(marked).toEqual(['p en'])
  })

  it('who searched, and whose language changes, finds the field empty and all news', async () => {
    const news = mount('service="https://agent.example"')
    const input = (await shown(news, 'input')) as HTMLInputElement
    fetch.mockImplementation(answer({ items: [newsItem('Z')], seq: 1 }))
    input.value = 'walk'
    partOf(news, 'search')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await shown(news, 'summary')
    news.lang = 'zh-HK'
    await expect.poll(() => asked().at(-1)).toMatch(/lang=zh-HK&limit=10$/)
    await expect.poll(() => partOf(news, 'summary')).toBeNull()
    expect(input.value).toBe('')
  })

  it.each([
    ['another entry', { items: [newsItem('A')] }, 'This entry no longer exists.'],
    ['that it was withdrawn', { items: [], withdrawn: true }, 'This entry has been withdrawn.'],
  ])('asked for an entry, and answered %s, shows none', async (_, answered, words) => {
    fetch.mockImplementation(answer({ ...answered, seq: 1 }))
    const news = mount('service="https://agent.example" news-id="Z"')
    expect((await shown(news, 'message')).textContent?.trim()).toContain(words)
    expect(partOf(news, 'headline')).toBeNull()
  })

  it('a page that leads to itself is asked for once, and one out of its folder never', async () => {
    fetch.mockImplementation(answer({ items: [newsItem('A')], next: 'same', seq: 1 }))
    const news = mount('service="https://agent.example"')
    ;(await shown(news, 'more')).click()
    await expect.poll(() => partOf(news, 'more')).toBeNull()
    for (const next of ['../../../../agent/v1/logout?x=', 'a.b', 'a/b', '']) {
      fetch.mockImplementation(answer({ items: [newsItem('A')], next, seq: 1 }))
      const files = mount('files="/files"')
      await shown(files, 'list')
      expect(partOf(files, 'more'), next).toBeNull()
    }
  })

  it('gives the error with its code, and says it on the console when asked to', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const codes: unknown[] = []
    document.addEventListener('school-news-error', ({ detail }) =>
      codes.push((detail as { code?: string }).code),
    )
    fetch.mockImplementation(async () => new Response('', { status: 503 }))
    await shown(mount('service="https://agent.example" debug'), 'message')
    for (const body of ['nonsense', 'null', '{"content":[]}']) {
      fetch.mockImplementation(async () => new Response(body))
      await shown(mount('service="https://agent.example"'), 'message')
    }
    expect(codes).toEqual(['STATUS', 'NO_NEWS', 'NO_NEWS', 'NO_NEWS'])
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  it('a title is text, whatever stands in it', async () => {
    const title = '<img src=x onerror=alert(1)>'
    fetch.mockImplementation(answer({ items: [{ ...newsItem('A'), title }], seq: 1 }))
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
    expect(partOf(news, 'message')?.textContent).toBe(NEWS_STRINGS['en-US'].failed)
    expect(asked()).toEqual([])
  })
})
