/** What a web master may set by mistake on `<school-news>`. */
import { afterEach, expect, it, vi } from 'vitest'
import { NEWS_STRINGS } from '../../../widget/news/index.ts'
import '../../../widget/define-news.ts'

const fetch = vi
  .spyOn(globalThis, 'fetch')
  .mockImplementation(async () => new Response('{"items":[],"seq":0}'))
afterEach(() => {
  document.body.replaceChildren()
  fetch.mockClear()
})

const mount = (attributes: string) => {
  document.body.innerHTML = `<school-news live="off" lang="en" ${attributes}></school-news>`
  return document.querySelector('school-news') as HTMLElementTagNameMap['school-news']
}

it('a site that is taken away is the usual one', async () => {
  const news = mount('service="https://agent.example" site-id="pre-school"')
  await expect.poll(() => fetch.mock.calls).toHaveLength(1)
  news.removeAttribute('site-id')
  await expect.poll(() => fetch.mock.calls).toHaveLength(2)
  const sites = fetch.mock.calls.map(([url]) => new URL(String(url)).searchParams.get('siteId'))
  expect(sites).toEqual(['pre-school', 'academy'])
})

it('a service that is no address is said to give no news', async () => {
  const news = mount('service="http://["')
  await news.updateComplete
  const message = news.shadowRoot?.querySelector('[part=message]')
  expect(message?.textContent).toBe(NEWS_STRINGS['en-US'].failed)
})
