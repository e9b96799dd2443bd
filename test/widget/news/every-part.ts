/** Every part that `<school-news>` can have, found by leading one through each of its states. */
import { vi } from 'vitest'
import { newsItem } from '../../support/news-answers.ts'
import { shown } from './shown.ts'

const ATTACHMENTS = [
  ['image/png', 'gate.png'],
  ['audio/mpeg', 'bell.mp3'],
  ['application/pdf', 'letter.pdf'],
].map(([fileType, name]) => ({
  fileType,
  fileSize: 1200,
  url: `https://files.example/${name}`,
  mobileScreenImageUrl: 'https://files.example/large.jpg',
}))

const item = (newsId: string, more: object = {}) =>
  newsItem(newsId, {
    attachments: ATTACHMENTS,
    thumbnailUrl: 'https://files.example/small.jpg',
    coverUrl: 'https://files.example/cover.jpg',
    ...more,
  })

/** What the agent says, one answer after the other. */
const ANSWERS = [
  { items: [item('A')], next: 'more', seq: 1 },
  { items: [item('A', { found: { title: 'A', snippet: 'b' } })], seq: 1 },
  {
    items: [item('B', { publishedAt: '2026-10-01T08:30:00+08:00', seq: 2 }), item('A')],
    next: 'more',
    seq: 2,
  },
]

export async function everyPartOfNews(): Promise<Set<string>> {
  const parts = new Set<string>()
  const fetch = vi.spyOn(globalThis, 'fetch')
  const answers = ANSWERS.map(answer => JSON.stringify(answer))
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  fetch.mockImplementation(async () => {
    await released
    const answer = answers.shift()
    if (!answer) throw new TypeError('unreachable')
    return new Response(answer)
  })
  const news = document.createElement('school-news')
  const find = (part: string) => news.shadowRoot?.querySelector<HTMLElement>(`[part=${part}]`)
  const look = async (part: string) => {
    await shown(news, part)
    for (const element of news.shadowRoot?.querySelectorAll('[part]') ?? [])
      parts.add(element.getAttribute('part') ?? '')
  }
  Object.assign(news, { service: 'https://agent.example', live: 'off', lang: 'en-US' })
  document.body.append(news)
  await look('skeleton')
  release()
  await look('list')
  find('link')?.click()
  await look('body')
  find('back')?.click()
  await look('input')
  Object.assign(find('input') ?? {}, { value: 'sought' })
  find('search')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await look('summary')
  Object.assign(find('input') ?? {}, { value: '' })
  find('search')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await look('more')
  news.refresh()
  await look('new')
  find('more')?.click()
  await look('note')
  news.siteId = 'pre-school'
  await look('button')
  news.remove()
  fetch.mockRestore()
  return parts
}
