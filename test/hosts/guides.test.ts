/** What the guides for hosts tell people to type: every address, option, file and call in them is there. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import initCommand from '../../cli/init.ts'
import syncCommand from '../../cli/sync.ts'
import type { SyncAgent } from '../../sync-agent/index.ts'
import type { OpenApiDocument } from '../../sync-agent/outlets/http/openapi.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { agentBefore, entry, getJson, news } from '../sync-agent/support.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const DOCS = join(ROOT, 'docs')
const read = (...path: string[]) => readFileSync(join(DOCS, ...path), 'utf8')
const HOST_GUIDES = [
  ...['choose', 'nginx', 'apache', 'static-folder', 'shared-hosting', 'wordpress', 'node', 'server-side'].map(
    page => `website/${page}.md`,
  ),
  ...['containers', 'several-agents'].map(page => `operate/${page}.md`),
]
const PLUGIN = globSync(join(ROOT, 'wordpress', 'schoolbell-news', '*.php'))
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')
const matches = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]
/** The entry that the guide of the HTTP API asks for. */
const [SHOWN = ''] = matches(read('operate', 'http-api.md'), /\/v1\/news\/([\w-]+)'/g)
/** Of wp-config.php, in the guide. */
const CONSTANTS = matches(read('website', 'wordpress.md'), /define\( '(SCHOOLBELL_\w+)'/g)

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
/** Where the agent listens, and its public address. */
let direct: string
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([entry(SHOWN)]))
  agent = await agentBefore(upstream, files.path('news.db'), {
    publicUrl: 'https://school.example/school/',
    streams: (['en-US', 'zh-HK'] as const).map(lang => ({ siteId: 'academy', lang })),
    popupIntervalMs: 15_000,
    media: { dir: files.path('media') },
  })
  direct = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})

describe('nginx', () => {
  it('names only addresses that the agent has', async () => {
    const named = matches(read('files', 'nginx', 'schoolbell.conf'), /location (?:[=^~]+ )?(\/\S+) \{/g)
    expect(named.length).toBeGreaterThan(3)
    const { paths } = (await getJson(`${direct}/openapi.json`)) as OpenApiDocument
    for (const path of named) {
      const own = path.replace(/^\/school/, '')
      const isThere = own === '/' || Object.keys(paths).some(known => known.startsWith(own))
      expect({ own, isThere }).toEqual({ own, isThere: true })
    }
  })

  it('is told the agent’s port, to keep closed what the agent’s guide wants inside, and how long to wait', () => {
    const port = syncCommand().options.find(({ long }) => long === '--port')?.defaultValue
    expect(read('files', 'nginx', 'schoolbell-cache.conf')).toContain(`server 127.0.0.1:${port};`)
    const conf = read('files', 'nginx', 'schoolbell.conf')
    const closed = matches(conf, /location = \/school(\S+) \{ return 404; \}/g)
    expect(read('operate/watch.md')).toContain('keep `/readyz`, `/freshz` and `/metrics` private')
    expect(new Set(closed)).toEqual(new Set(['/readyz', '/freshz', '/metrics']))
    // For news and popup messages, changes, media.
    const waits = conf
      .split(/ location (?=\/)/)
      .map(lines => matches(lines, /^ +proxy_read_timeout (.*);$/gm))
    expect(waits.slice(0, 3)).toEqual([['3s'], ['33s'], ['60s']])
  })
})

describe('the static folder', () => {
  it('names only what is published, what is copied there, and what nginx answers itself', () => {
    const published = matches(read('operate/published-files.md'), /^\| `([a-z]+)\//gm)
    expect(published).toContain('popups')
    const named = matches(read('files', 'nginx', 'static.conf'), /news-files\/\(?([a-z-]+)/g)
    expect(named.length).toBeGreaterThan(3)
    expect([...published, 'media', 'widget', 'cms', 'no-messages']).toEqual(expect.arrayContaining(named))
  })
})

describe('WordPress', () => {
  it('asks for what the agent has, by parameters that it knows', async () => {
    const { paths } = (await getJson(`${direct}/openapi.json`)) as OpenApiDocument
    expect(PLUGIN).toContain("'/v1/news?'")
    const known = paths['/v1/news']?.get.parameters?.map(({ name }) => name)
    const sent = matches(PLUGIN, /'(siteId|lang|limit|newsId|[a-z]+Id)'\s*=>/g)
    expect(sent.length).toBeGreaterThan(3)
    expect(known).toEqual(expect.arrayContaining(sent))
    const [script] = matches(PLUGIN, /schoolbell_setting\( 'path' \) \. '(\/\S+\?site=)'/g)
    expect((await fetch(`${direct}/school${script}academy`)).status).toBe(200)
  })

  it('has a constant for each setting, and the guide names them all', () => {
    const [defaults = ''] = matches(PLUGIN, /const SCHOOLBELL_DEFAULTS = array\((.*?)\n\);/gs)
    const settings = matches(defaults, /'(\w+)' +=>/g)
    expect(settings.length).toBeGreaterThan(4)
    expect(CONSTANTS).toEqual(settings.map(name => `SCHOOLBELL_${name.toUpperCase()}`))
  })
})

describe('all guides for hosts', () => {
  it('name options and environment variables of the agent and of init alone', () => {
    const all = [...allOptions(syncCommand()), ...initCommand().options].filter(({ hidden }) => !hidden)
    const guides = HOST_GUIDES.map(guide => read(guide))
      .join('\n')
      // With options of their own.
      .replaceAll(/^ *(docker|kubectl) (.*\\\n)*.*$/gm, '')
    const variables = matches(guides, /\b(SCHOOLBELL_[A-Z_]+)/g).filter(name => !CONSTANTS.includes(name))
    expect(variables.length).toBeGreaterThan(2)
    expect(all.map(({ envVar }) => envVar)).toEqual(expect.arrayContaining(variables))
    // Of npm, systemctl and useradd.
    const others = ['--global', '--now', '--system']
    const flags = matches(guides, /(--[a-z][a-z-]+)/g).filter(flag => !others.includes(flag))
    expect(flags.length).toBeGreaterThan(1)
    expect(all.map(({ long }) => long)).toEqual(expect.arrayContaining(flags))
  })

  it('copy files that are there', () => {
    const copied = HOST_GUIDES.flatMap(guide =>
      matches(read(guide), /(?:^cp (?:-r )?|\/docs\/)(?=\w)([^\s"]+)/gm),
    )
    expect(copied.length).toBeGreaterThan(2)
    for (const file of copied) {
      const exists = [ROOT, DOCS].some(folder => existsSync(join(folder, file)))
      expect({ file, exists }).toEqual({ file, exists: true })
    }
  })
})

const allOptions = (command: Command): Command['options'] => [
  ...command.options,
  ...command.commands.flatMap(allOptions),
]

it('every link between the guides leads somewhere', () => {
  const guides = ['../README.md', ...globSync('**/*.md', { cwd: DOCS })]
  const broken = guides.flatMap(guide =>
    matches(read(guide), /\]\(([^)\s]+)\)/g)
      .filter(link => !/^(https?:|#)/.test(link))
      .filter(link => !existsSync(join(DOCS, dirname(guide), link.split('#')[0] ?? '')))
      .map(link => `${guide}: ${link}`),
  )
  expect(broken).toEqual([])
})

describe('calls by curl', () => {
  const calls = ['operate/http-api.md', 'operate/watch.md', ...HOST_GUIDES].flatMap(guide =>
    matches(read(guide), /^ *(curl .*)$/gm).map(line => ({ guide, line })),
  )

  it.each(calls)('$guide: $line', async ({ line }) => {
    const [, status = '200'] = /# (\d{3})$/.exec(line) ?? []
    const { url, headers, hasTag } = readCurl(line.replace(/ +# .*/, ''))
    if (hasTag) headers['if-none-match'] = `${(await fetch(url)).headers.get('etag')}`
    const response = await fetch(url, { headers })
    expect(response.status).toBe(Number(status))
    await response.body?.cancel()
  })

  it('ask for an entry that the demo has', () => {
    expect(readFileSync(join(ROOT, 'service', 'sample', 'news.json'), 'utf8')).toContain(
      `"newsId": "${SHOWN}"`,
    )
  })
})

const ALONE = ['-G', '-i', '-I', '-s', '--compressed']
const WITH_VALUE = ['-H', '-o', '--data-urlencode', '--etag-save', '--etag-compare']

/** As much of curl as the guides use. @throws for more */
function readCurl(line: string): { url: URL; headers: Record<string, string>; hasTag: boolean } {
  const [, ...words] = (line.match(/'[^']*'|\S+/g) ?? []).map(word => word.replaceAll("'", ''))
  const fields: string[] = []
  const headers: Record<string, string> = {}
  let address = ''
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    const [name = '', value = ''] = word.split(': ')
    if (before === '--data-urlencode') fields.push(word)
    else if (before === '-H') headers[name] = value
    else if (/^https?:/.test(word)) address = word
    else if (![...ALONE, ...WITH_VALUE].includes(word) && !WITH_VALUE.includes(`${before}`))
      throw new Error(`curl's ${word} is not known here`)
  }
  const url = new URL(
    address.replace(
      /^(http:\/\/127\.0\.0\.1:4020|http:\/\/localhost:8080|https:\/\/school\.example)/,
      direct,
    ),
  )
  for (const field of fields) url.searchParams.append(field.split('=')[0] ?? '', field.split('=')[1] ?? '')
  return { url, headers, hasTag: words.includes('--etag-compare') }
}
