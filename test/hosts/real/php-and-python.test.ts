/** The guides' own programs in PHP and Python, run before a real agent and its database, and without it. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, news } from '../../sync-agent/support.ts'

const PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'docs', 'files', 'server-side')

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  if (spawnSync('php', ['-r', "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"]).status !== 0)
    throw new Error('These tests run PHP with SQLite, and there is none: apt-get install php-cli php-sqlite3')
  if (spawnSync('python3', ['-V']).status !== 0)
    throw new Error('These tests run Python, and there is none: apt-get install python3')
  files = scratch()
  const list = [
    entry('a', { newsTitle: 'Fish & <chips>' }),
    entry('b', { newsContent: '<p>校園 &amp; 海</p>' }),
  ]
  upstream = await startUpstream(news(list))
  agent = await agentBefore(upstream, files.path('news.db'), { streams: [ACADEMY, ACADEMY_ZH] })
  address = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})

/** A guide's program, written down for this machine. */
function programOf(name: string, filledIn: Record<string, string>): string {
  let here = readFileSync(join(PROGRAMS, name), 'utf8')
  for (const [documented, own] of Object.entries(filledIn)) {
    expect(here).toContain(documented)
    here = here.replaceAll(documented, own)
  }
  const file = files.path(name)
  writeFileSync(file, here)
  return file
}

async function run(program: string, ...args: string[]): Promise<string> {
  const child = spawn(program.endsWith('.php') ? 'php' : 'python3', [program, ...args])
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(complaints).toBe('')
  return output
}

const PAGE =
  '<h2>Title of b</h2><p>2026-09-01</p><p>校園 &amp; 海</p>\n' +
  '<h2>Fish &amp; &lt;chips&gt;</h2><p>2026-09-01</p><p>Body of a</p>\n'

it('PHP and Python read the database', async () => {
  const php = programOf('database.php', {
    '/var/lib/schoolbell/news.db': files.path('news.db'),
  })
  expect(await run(php)).toBe(PAGE.replaceAll('2026-09-01', '1.9.2026'))
  const python = programOf('database.py', {})
  expect(await run(python, files.path('news.db'))).toBe('2026-09-01 Title of b\n2026-09-01 Fish & <chips>\n')
})

// Promise: website/server-programs
it('PHP and Python ask the agent, and go on with what they had when it is gone', async () => {
  const filledIn = { 'http://127.0.0.1:4020': address }
  const php = programOf('news.php', filledIn)
  expect(await run(php)).toBe(PAGE)
  const python = programOf('news.py', filledIn)
  expect(await run(python)).toBe(PAGE)
  const twice = files.path('twice.py')
  // A page now, and another when the minute is over and the agent gone.
  writeFileSync(
    twice,
    `${readFileSync(python, 'utf8')}
ask_at = 0.0
ADDRESS = "http://127.0.0.1:1/"
print(len(school_news()))
`,
  )
  expect(await run(twice)).toBe(`${PAGE}2\n`)
  const kept = files.path('school-news.json')
  const ahead = Date.now() / 1000 + 8 * 3600
  utimesSync(kept, ahead, ahead)
  expect(await run(php)).toBe(PAGE)
  expect(statSync(kept).mtimeMs).toBeLessThan(ahead * 1000)
  await agent.close()
  utimesSync(kept, 0, 0)
  expect(await run(php)).toBe(PAGE)
})
