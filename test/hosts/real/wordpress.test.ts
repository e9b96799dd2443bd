/** The WordPress plugin's shortcodes, run by PHP against a real agent; WordPress itself is a file of stand-ins. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { json, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, news } from '../../sync-agent/support.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PLUGIN = join(ROOT, 'wordpress', 'schoolbell-news', 'schoolbell-news.php')
const STAND_INS = join(import.meta.dirname, 'wordpress-stand-ins.php')
const ODD = '<b>"R&D"</b> ../運動?'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
let transients: string
let visits = 0
beforeAll(async () => {
  // WordPress itself does without mbstring, our stand-ins for it do not.
  if (spawnSync('php', ['-r', "exit(extension_loaded('mbstring') ? 0 : 1);"]).status !== 0)
    throw new Error(
      'These tests run PHP with mbstring, and there is none: apt-get install php-cli php-mbstring',
    )
  files = scratch()
  upstream = await startUpstream((response, request) => {
    const isChinese = request.url?.includes('lang=zh-HK')
    const url = 'https://files.example/%E4%BF%A1.pdf'
    const letter = { fileType: 'application/pdf', fileSize: 2048, url } as const
    const list = [
      entry('a', { newsDate: '20260901', newsDateTime: '20260901080000' }),
      entry(ODD, {
        newsTitle: ODD,
        attachments: [{ ...letter, thumbnailUrl: '', mobileScreenImageUrl: '' }],
      }),
    ]
    news(isChinese ? [entry('z', { newsTitle: '停課', newsDate: '20261120' })] : list)(response, request)
  })
  agent = await agentBefore(upstream, files.path('news.db'), { streams: [ACADEMY, ACADEMY_ZH] })
  address = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})
beforeEach(() => {
  visits += 1
  transients = files.path(`transients-${visits}.json`)
})

interface Visit {
  get?: Record<string, string>
  shortcodes?: { name: string; attributes?: Record<string, string> }[]
  constants?: Record<string, string>
  language?: string
}

interface Page {
  head: string
  body: string
  sanitised: string[]
}

async function visit({ constants = {}, ...differing }: Visit = {}): Promise<Page> {
  const whole = {
    ...{ plugin: PLUGIN, transients, language: 'en-US', get: {}, shortcodes: [{ name: 'schoolbell_news' }] },
    constants: { SCHOOLBELL_AGENT: address, ...constants },
    ...differing,
  }
  const php = spawn('php', [STAND_INS])
  php.stdin.end(JSON.stringify(whole))
  const [output, complaints] = await Promise.all([text(php.stdout), text(php.stderr)])
  if (!output.startsWith('{')) throw new Error(output + complaints)
  return JSON.parse(output)
}

/** As if so many seconds had gone by. */
function later(seconds: number): void {
  const kept: Record<string, { until: number; value: number | { ask_at: number; good_until: number } }> =
    JSON.parse(readFileSync(transients, 'utf8'))
  for (const one of Object.values(kept)) {
    one.until -= seconds
    if (typeof one.value === 'number') continue
    one.value.ask_at -= seconds
    one.value.good_until -= seconds
  }
  writeFileSync(transients, JSON.stringify(kept))
}

it('lists the newest entries, titles escaped, each with a link to itself, its day and its first words', async () => {
  const { body } = await visit()
  expect(body).toContain('<div class="schoolbell-news" lang="en-US">')
  expect(body).toContain('&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; ../運動?</a>')
  expect(body).toContain('<a href="https://school.example/news/?school_news=a">Title of a</a>')
  expect(body).toContain('<time datetime="2026-09-01">1 September 2026</time>')
  expect(body).toContain('<p class="schoolbell-excerpt">Body of a</p>')
  expect(body.match(/<li>/g)).toHaveLength(2)
  expect(body).not.toContain('<nav')
})

it('an entry’s link leads to the whole of it, whatever its identifier', async () => {
  const link = /school_news=([^"]+)">&lt;b/.exec((await visit()).body)?.[1] ?? ''
  const page = await visit({ get: { school_news: decodeURIComponent(link) } })
  expect(page.body).toContain('<h2 class="schoolbell-title">&lt;b&gt;')
  expect(page.sanitised).toEqual([`<p>Body of ${ODD}</p>`.replace('&', '&amp;')])
  expect(page.body).toContain('<a href="https://files.example/%E4%BF%A1.pdf">信.pdf</a>')
  expect(page.body).toContain('2048 B')
  expect((await visit({ get: { school_news: 'nothing' } })).body).toContain('This entry has been removed.')
})

it('speaks the page’s language, or the one it is told', async () => {
  const { body } = await visit({ language: 'zh-HK' })
  expect(body).toContain('lang="zh-HK"')
  expect(body).toContain('<time datetime="2026-11-20">2026年11月20日</time>')
  expect(body).toContain('>停課</a>')
  const told = await visit({ shortcodes: [{ name: 'schoolbell_news', attributes: { lang: 'zh-HK' } }] })
  expect(told.body).toBe(body)
  expect((await visit({ language: 'zh-HK', get: { school_news: 'nothing' } })).body).toContain(
    '此消息已被移除。',
  )
})

it('puts the popup’s tag where a shortcode or a constant says', async () => {
  const shortcodes = [{ name: 'schoolbell_popup', attributes: { site: 'pre-school', lang: 'zh-HK' } }]
  const { body, head } = await visit({ shortcodes, constants: { SCHOOLBELL_POPUP_ON: 'front' } })
  expect(body).toBe(
    '<script async fetchpriority="high" src="/school/widget/popup.js?site=pre-school" data-lang="zh-HK"></script>',
  )
  expect(head).toContain('src="/school/widget/popup.js?site=academy" data-lang="en-US"></script>')
  expect((await visit()).head).toBe('')
})

it('asks again at once after the clock was set back by eight hours', async () => {
  const agentAnswer = await (await fetch(`${address}/v1/news?siteId=academy&lang=en-US&limit=5`)).json()
  await using agent = await startUpstream(json(agentAnswer))
  const page = () => visit({ constants: { SCHOOLBELL_AGENT: agent.url } })
  await page()
  later(-8 * 3600)
  await page()
  expect(agent.requests).toHaveLength(2)
})

// Promise: website/wp-day
it('asks once a minute, shows old news for a day while the agent fails, and asks a failing one every 20 s', async () => {
  const agentAnswer = await (await fetch(`${address}/v1/news?siteId=academy&lang=en-US&limit=5`)).json()
  await using failing = await startUpstream(json(agentAnswer))
  const page = () => visit({ constants: { SCHOOLBELL_AGENT: failing.url } })
  const first = await page()
  expect(first.body).toContain('Title of a')
  expect(await page()).toEqual(first)
  expect(failing.requests.map(({ url }) => url)).toEqual(['/v1/news?siteId=academy&lang=en-US&limit=5'])
  later(61)
  failing.answer(json({}, 503))
  expect(await page()).toEqual(first)
  expect(await page()).toEqual(first)
  expect(failing.requests).toHaveLength(2)
  later(21)
  expect(await page()).toEqual(first)
  expect(failing.requests).toHaveLength(3)
  later(86_400)
  expect((await page()).body).toContain('cannot be shown at the moment')
  expect((await page()).body).toContain('cannot be shown at the moment')
  expect(failing.requests).toHaveLength(4)
  later(21)
  failing.answer(json(agentAnswer))
  expect(await page()).toEqual(first)
})

it('stores nothing for addresses that anybody can make up', async () => {
  await visit()
  const before = readFileSync(transients, 'utf8')
  for (const id of ['x', '..', '\u0000', '\u00ff', "'; DROP TABLE news", 'x'.repeat(501)]) {
    await visit({ get: { school_news: id } })
    await visit({ get: { school_news_after: id } })
  }
  expect(JSON.parse(readFileSync(transients, 'utf8'))).toEqual(JSON.parse(before))
})

it('shows what is good of an entry whose other fields are not', async () => {
  const odd = { newsId: 'odd', title: ['x'], html: '<p>Words</p>', date: '2026-99-01', publishedAt: 5 }
  const items = [null, 'text', { newsId: 7 }, { ...odd, coverUrl: 'javascript:x', attachments: { url: 1 } }]
  await using wrong = await startUpstream(json({ items, next: {} }))
  const constants = { SCHOOLBELL_AGENT: wrong.url }
  const { body } = await visit({ constants })
  expect(body.match(/<li>/g)).toHaveLength(1)
  expect(body).toContain('>Words</a>')
  const page = await visit({ constants, get: { school_news: 'odd' } })
  expect(page.body).toContain('<p>Words</p>')
  expect(page.body).not.toMatch(/<img|<time|javascript/)
})
