/** What an operator says of the feeds on the command line or in the environment stands in them. */
import { expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { start } from '../../support/command.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { entry, news } from '../../sync-agent/support.ts'

it('links, titles and the public address, by options and by variables', async () => {
  using place = scratch()
  await using upstream = await startUpstream(news([entry('a')]))
  await using agent = start(
    [
      ...['sync', '--service-url', `${upstream.url}/cms`, '--db', place.path('news.db'), '--port', '0'],
      ...['--feed-title', 'academy=Tern = Bay | pre-school=Terns', '--feed-title', 'academy/zh-HK=燕鷗灣'],
      ...['--news-link', 'https://school.example/{language}/news/{newsId}'],
    ],
    {
      env: {
        SCHOOLBELL_LOG_LEVEL: 'silent',
        SCHOOLBELL_PUBLIC_URL: 'https://school.example/agent',
      },
    },
  )
  const [address = ''] = /http:\/\/\S+/.exec(await agent.nextLine()) ?? []
  await expect.poll(async () => (await fetch(`${address}/readyz`)).ok, { message: 'ready' }).toBe(true)
  const feeds = ['en-US', 'zh-HK'].map(async lang => {
    const feed = await (await fetch(`${address}/feeds/academy/${lang}.json`)).json()
    return [feed.title, feed.feed_url, feed.home_page_url]
  })
  expect(await Promise.all(feeds)).toEqual([
    ['Tern = Bay', 'https://school.example/agent/feeds/academy/en-US.json', 'https://school.example/'],
    ['燕鷗灣', 'https://school.example/agent/feeds/academy/zh-HK.json', 'https://school.example/'],
  ])
})

it.each([
  [['--feed-title', 'Tern Bay'], '"Tern Bay" is not valid; examples: academy=Tern Bay Academy'],
  [['--feed-title', 'nursery=Tern Bay'], 'nursery'],
  [['--feed-title', 'academy='], 'academy='],
  [['--news-link', 'https://school.example/'], 'needs {newsId}'],
  [['--public-url', 'school.example'], 'must be a URL'],
])('%j was called wrong', async (args, says) => {
  using place = scratch()
  const { code, errors } = await call([
    ...['sync', '--service-url', 'http://127.0.0.1:9/cms', '--db', place.path('news.db')],
    ...args,
  ])
  expect([code, errors]).toEqual([2, expect.stringContaining(says)])
})
