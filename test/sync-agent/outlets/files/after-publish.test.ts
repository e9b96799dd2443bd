/** The program that hears of changed files: of each at least once, in an order in which they can be uploaded. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellChanges } from '../../../../sync-agent/outlets/files/after-publish.ts'
import { buildWidget, dated, entries, namesIn, type School, school } from './support.ts'

let place: School
let command: string
beforeEach(async () => {
  place = await school()
  command = place.path('hear.sh')
  program('cat >> ../heard; pwd > ../ran-in')
  await place.copy(entries(2))
})
afterEach(async () => place[Symbol.asyncDispose]())

function program(script: string): void {
  writeFileSync(command, `#!/bin/sh\n${script}\n`)
  chmodSync(command, 0o700)
}
const publish = (options: Parameters<School['publish']>[0] = {}) =>
  place.publish({ afterPublish: command, formats: ['json', 'html', 'feeds'], ...options })
/** What it has read since the last call. */
function heard(): string[] {
  if (!existsSync(place.path('heard'))) return []
  const lines = readFileSync(place.path('heard'), 'utf8').trimEnd().split('\n')
  rmSync(place.path('heard'))
  return lines
}
const pathsOf = (lines: string[]) => lines.map(line => line.slice(1)).sort()

it('it hears of all files first, then of those that a change has written or removed, and of nothing when nothing changed', async () => {
  await publish()
  const first = heard()
  expect(first.every(line => line.startsWith('+'))).toBe(true)
  expect(first.length).toBeGreaterThan(10)
  for (const line of first) expect(existsSync(`${place.to}/${line.slice(1)}`)).toBe(true)
  expect(readFileSync(place.path('ran-in'), 'utf8').trim()).toBe(place.to)
  await publish()
  expect(heard()).toEqual([])

  await place.copy([dated(3)], ['n1'])
  const { written, removed } = await publish()
  const lines = heard()
  expect(lines.filter(line => line.startsWith('+'))).toHaveLength(written)
  expect(lines.filter(line => line.startsWith('-'))).toHaveLength(removed)
  const pages = lines.filter(line => line.includes('pages/academy/en-US/'))
  expect(pages).toEqual([
    ...['+pages/academy/en-US/entries/n2.html', '+pages/academy/en-US/entries/n3.html'],
    ...['+pages/academy/en-US/index.html', '-pages/academy/en-US/entries/n1.html'],
  ])
  expect(lines.findIndex(line => line.startsWith('+feeds/'))).toBeGreaterThan(lines.indexOf(pages[2] ?? ''))
})

it('the script of a tag comes after all that it loads', async () => {
  buildWidget(place.path('widget'), 'abc123')
  await publish({ formats: ['json', 'popups'], widgetDir: place.path('widget') })
  const lines = heard().filter(line => line.startsWith('+popups/'))
  expect(lines.slice(0, -1)).toEqual(
    expect.arrayContaining(['+popups/school-popup-abc123.js', '+popups/shared-abc123.js']),
  )
  expect(lines.at(-1)).toBe('+popups/academy.js')
})

it('what it did not take it hears again, with all that came since; how it failed is told', async () => {
  program('cat > /dev/null; echo "no such bucket" >&2; exit 3')
  const message = `the files are published, but ${command} ended with exit code 3: no such bucket; it is told of them again with the next publication`
  await expect(publish()).rejects.toMatchObject({ code: 'COMMAND_FAILED', message })
  await place.copy([], ['n1'])
  await expect(publish()).rejects.toMatchObject({ code: 'COMMAND_FAILED' })
  const noted = () => JSON.parse(readFileSync(`${place.to}/.schoolbell.json`, 'utf8')).publications
  expect(noted()).toMatchObject({ failuresInARow: 2, lastFailure: { message } })
  expect(noted()).not.toHaveProperty('lastDone')
  program('cat >> ../heard')
  await publish()
  expect(noted()).toMatchObject({ failuresInARow: 0, lastDone: expect.any(String) })
  const all = namesIn(place.to).length
  expect(all).toBeGreaterThan(1)
  expect(heard()).toContain('+pages/academy/en-US/index.html')
  await publish()
  expect(heard()).toEqual([])
})

it('a removal that it did not take is not lost', async () => {
  await publish()
  heard()
  program('exit 1')
  await place.copy([], ['n1'])
  await expect(publish()).rejects.toMatchObject({ code: 'COMMAND_FAILED' })
  program('cat >> ../heard')
  await publish()
  expect(heard()).toContain('-pages/academy/en-US/entries/n1.html')
})

it('what is published without it, it hears of later; another program hears of everything', async () => {
  await publish()
  heard()
  await place.copy([dated(3)])
  await publish({ afterPublish: undefined })
  expect(heard()).toEqual([])
  await publish()
  const later = heard()
  expect(later).toContain('+pages/academy/en-US/entries/n3.html')
  expect(later).not.toContain('+pages/academy/en-US/entries/n1.html')
  const other = place.path('other.sh')
  writeFileSync(other, '#!/bin/sh\ncat >> ../heard\n', { mode: 0o700 })
  await publish({ afterPublish: other })
  expect(pathsOf(heard())).toContain('pages/academy/en-US/entries/n1.html')
})

it.each([
  ['none.sh', /none\.sh cannot be run: it does not exist \(ENOENT\); it is told/],
  [
    'hear.sh; touch ../shell',
    /cannot be run: it does not exist \(ENOENT\); it takes no arguments: name a script that gives them;/,
  ],
])('%s is run without a shell', async (name, message) => {
  await expect(publish({ afterPublish: place.path(name) })).rejects.toThrow(message)
  expect(existsSync(place.path('shell'))).toBe(false)
})

it('an agent without free file descriptors does not run it, and goes on', async () => {
  const module = new URL('../../../../sync-agent/outlets/files/after-publish.ts', import.meta.url)
  const script = `
    import { openSync } from 'node:fs'
    import { tellChanges } from '${module}'
    try { for (;;) openSync('/dev/null') } catch {}
    const files = new Map([['pages/index.html', { source: 'x', size: 1, mtime: 1 }]])
    const after = { command: 'cat', folder: '/', signal: new AbortController().signal }
    await tellChanges({ files }, after).catch(error => console.log(error.message))`
  const limited = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, script]
  const { stdout, status } = spawnSync('sh', limited, { encoding: 'utf8' })
  expect(stdout).toMatch(/cat cannot be run: spawn cat EMFILE/)
  expect(status).toBe(0)
})

it('one that reads nothing of its input has heard it', async () => {
  program('exec 0<&-; exit 0')
  await publish()
  program('cat >> ../heard')
  await publish()
  expect(heard()).toEqual([])
})

describe('one that hangs', () => {
  const known = { files: new Map([['pages/index.html', { source: 'x', size: 1, mtime: 1 }]]) }
  const tell = (parts: { signal?: AbortSignal; longestMs?: number } = {}) =>
    tellChanges(known, {
      ...{ command, folder: place.path('store') },
      signal: new AbortController().signal,
      ...parts,
    })
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const started = () => Number(readFileSync(place.path('pid'), 'utf8'))
  beforeEach(() => program('sleep 600 & echo $! > ../pid; wait'))

  it('is ended after its time, with what it has started', async () => {
    await expect(tell({ longestMs: 500 })).rejects.toThrow(/was ended after 0 minutes/)
    await expect.poll(() => isAlive(started())).toBe(false)
  })

  it('has not taken what it was told, even if it says so when it is ended', async () => {
    program('trap "exit 0" TERM; sleep 600 & wait')
    await expect(tell({ longestMs: 500 })).rejects.toThrow(/was ended after 0 minutes/)
  })

  it('is not waited for in the background, when it holds the output of one that has ended', async () => {
    program('sleep 600 & echo $! > ../pid')
    await tell({ longestMs: 60_000 })
    process.kill(started())
  })

  it('ends when the publisher is closed', async () => {
    const closing = new AbortController()
    const told = tell({ signal: closing.signal })
    await expect.poll(() => existsSync(place.path('pid'))).toBe(true)
    closing.abort(new Error('closed'))
    await expect(told).rejects.toThrow('closed')
    await expect.poll(() => isAlive(started())).toBe(false)
  })
})
