/** A site of Express that writes the news into its pages: npm install express and the agent, then node express-news.mts. */

import { createSyncAgent, type NewsItem, type NewsList } from '@schoolbell/sync-agent'
import express from 'express'

const agent = await createSyncAgent({
  serviceUrl: 'https://information.school.example/cms',
  streams: [
    { siteId: 'academy', lang: 'en-US' },
    { siteId: 'academy', lang: 'zh-HK' },
  ],
  db: './news.db',
  // A free one, so that several processes of one machine can each have an agent.
  port: 0,
  publicUrl: 'https://school.example/school/',
  feeds: { newsLink: 'https://school.example/{language}/news/{newsId}' },
})
// For the pages below; only this machine can reach it.
const news = await agent.listen()
agent.start()

const LANGUAGES = {
  en: {
    lang: 'en-US',
    news: 'News',
    older: 'Older news',
    missing: 'This entry does not exist.',
    withdrawn: 'This entry has been withdrawn.',
    later: 'The news comes in a moment.',
  },
  zh: {
    lang: 'zh-HK',
    news: '消息',
    older: '較早的消息',
    missing: '沒有這則消息。',
    withdrawn: '此消息已撤回。',
    later: '消息即將顯示。',
  },
}

const app = express()
app.use(
  ['/school/metrics', '/school/readyz', '/school/freshz'],
  (_request, response) => void response.sendStatus(404),
)
app.use('/school', agent.handler)

for (const [prefix, { lang, ...texts }] of Object.entries(LANGUAGES)) {
  app.get(`/${prefix}/news`, async ({ query: { after } }, response) => {
    const query = new URLSearchParams({
      lang,
      limit: '10',
      ...(typeof after === 'string' && { cursor: after }),
    })
    const found = await fetch(`${news}/v1/news?${query}`)
    if (found.status === 503) return void response.status(503).send(page(lang, texts.later, ''))
    // The cursor of an old bookmark may be invalid.
    if (!found.ok) return response.redirect(`/${prefix}/news`)
    const { items, next } = (await found.json()) as NewsList
    const list = items.map(
      item => `<li>${item.date} <a href="${place(prefix, item)}">${escaped(item.title)}</a></li>`,
    )
    const older = next && `<a rel="next" href="?after=${encodeURIComponent(next)}">${texts.older}</a>`
    response.send(page(lang, texts.news, `<ul>${list.join('\n')}</ul>${older ?? ''}`))
  })

  app.get(`/${prefix}/news/:newsId`, async ({ params: { newsId } }, response) => {
    const found = await fetch(`${news}/v1/news?${new URLSearchParams({ lang, newsId })}`)
    if (found.status === 503) return void response.status(503).send(page(lang, texts.later, ''))
    const { items: [item] = [], withdrawn } = (await found.json()) as NewsList
    if (withdrawn) return void response.status(410).send(page(lang, texts.withdrawn, ''))
    if (!item) return void response.status(404).send(page(lang, texts.missing, ''))
    // The agent has sanitised the HTML; titles are plain text.
    response.send(page(lang, item.title, item.html))
  })
}

const place = (prefix: string, { newsId }: NewsItem) => `/${prefix}/news/${encodeURIComponent(newsId)}`
const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
const page = (lang: string, title: string, body: string) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<link rel="alternate" type="application/rss+xml" title="RSS" href="/school/feeds/academy/${lang}.rss">
<script async fetchpriority="high" src="/school/widget/popup.js?site=academy"></script>
</head>
<body><h1>${escaped(title)}</h1>${body}</body>
</html>`

const server = app.listen(3000, () => console.log('http://127.0.0.1:3000'))
process.once('SIGTERM', async () => {
  await agent.close()
  server.close()
})
