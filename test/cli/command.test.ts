import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { run, start } from '../support/command.ts'
import { OWN_ADDRESS } from '../support/own-address.ts'
import { rawRequest } from '../support/raw-request.ts'
import { scratch } from '../support/scratch.ts'
import { body, startUpstream, success } from '../support/scripted-upstream.ts'

const NOTHING = success({ newsList: [], delNewsIds: [] })
const ONE_LINE = /^[^\n]+\n$/

describe('a call as a process', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const word of ['--version', 'version'])
      expect(await run([word])).toEqual({ code: 0, output: `${version}\n`, errors: '' })
  })

  it('prints the help of a command within others', async () => {
    const nested = await run(['help', 'sync', 'webhooks', 'add'])
    expect(nested).toEqual(await run(['sync', 'webhooks', 'add', '--help']))
    expect(nested.output).toMatch(/^Usage: schoolbell sync webhooks add /)
    expect(await run(['help', 'sync', 'stauts'])).toEqual({
      code: 2,
      output: '',
      errors: "schoolbell: unknown command 'stauts'\n(Did you mean status?)\n(See schoolbell sync --help)\n",
    })
  })

  it('lists all commands in groups, with examples at the top', async () => {
    const { output } = await run(['--help'])
    expect([...output.matchAll(/^(\w.*):$/gm)].map(([, heading]) => heading)).toEqual([
      ...['While it runs', 'Options', 'Try and develop', 'Run for a website'],
      ...['Look at what a service answers', 'Check a service', 'About this command'],
    ])
    expect(output).toContain(' sync --service-url http://127.0.0.1:4010/cms --port 4021\n')
  })

  it('has a shell complete its words', async () => {
    const { output } = await run(['completion', 'bash'])
    const completed = (...words: string[]) => {
      const script = `${output}COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _schoolbell; echo "\${COMPREPLY[*]}"`
      return execFileSync('bash', ['-c', script, 'bash', 'schoolbell', ...words], { encoding: 'utf8' }).trim()
    }
    expect(completed('sync', 'we')).toBe('webhooks')
    expect(completed('help', 'sync', 'ba')).toBe('backup')
    expect(completed('sync', '--db', 'news.db', 'webhooks', 're')).toBe('remove resume')
    expect(completed('sync', 'backup', '--db-')).toBe('--db-schema --db-password-file')
    expect(completed('sync', '--leas')).toBe('')
  })

  it('without a command ends with 2 and explains itself', async () => {
    const { code, errors } = await run([])
    expect(code).toBe(2)
    expect(errors).toMatch(/^Usage: .*schoolbell/)
  })

  it('of an unknown command ends with 2 and says what is wrong', async () => {
    expect(await run(['bell'])).toEqual({
      code: 2,
      output: '',
      errors: expect.stringMatching(
        /^schoolbell: unknown command 'bell'\n\(Did you mean help\?\)\n\(See schoolbell --help\)\n$/,
      ),
    })
  })
})

describe('who reads the output', () => {
  it('may close it, as head does', async () => {
    await using running = start(['sync', 'webhooks', '--help'])
    running.process.stdout?.destroy()
    expect(await running.ended).toEqual({ code: 0, signal: null })
    expect(running.errors()).toBe('')
  })

  it('may close what it says of a wrong call', async () => {
    await using running = start(['sync', '--site', 'college'])
    running.process.stderr?.destroy()
    expect(await running.ended).toEqual({ code: 2, signal: null })
  })
})

describe('the demo, as npm start runs it', () => {
  it('keeps its data below where one stands, alone, goes on from it, moves from a busy port, and stops cleanly', async () => {
    using place = scratch()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const time of ['first', 'second']) {
      await using demo = start(['demo', '--port-base', `${port}`], { cwd: place.folder })
      expect(await demo.nextLine(), time).toContain(`Port ${port} is busy; the site takes`)
      let line = ''
      while (!line.includes('Landing page')) line = await demo.nextLine()
      const page = await (await fetch(/http:\S+/.exec(line)?.[0] ?? '')).text()
      expect(page).toContain('<html lang="en-HK"')
      expect(page).toContain('Typhoon Signal No. 8')
      while (!line.includes('Console')) line = await demo.nextLine()
      expect((await fetch(/http:\S+/.exec(line)?.[0] ?? '')).status).toBe(200)
      while (!line.includes('Trip sign-up')) line = await demo.nextLine()
      const entrance = /http:\S+/.exec(line)?.[0] ?? ''
      expect(await (await fetch(entrance)).text()).toContain('Open this page from the school’s app')
      while (!line.includes('#sign-in=')) line = await demo.nextLine()
      while (!line.includes('open-extension')) line = await demo.nextLine()
      if (time === 'first') {
        const [command = ''] = /open-extension.*/.exec(line) ?? []
        const inFolder = command.split(' ').map(word => (word.startsWith('.') ? place.path(word) : word))
        const opened = await call([...inFolder, '--print'])
        expect(opened.output, opened.errors).toContain(`GET ${entrance}\n`)
        expect(opened.output).toContain('Hoi-ching Sheung')
      }
      while (!line.includes('Ctrl-C')) line = await demo.nextLine()
      if (time === 'second') {
        const folder = place.path('.schoolbell', 'demo')
        expect(await call(['demo', '--port-base', '0', '--data-dir', folder])).toEqual({
          code: 1,
          output: '',
          errors: `schoolbell: a demo runs on ${folder} already; stop it, or start this one with --ephemeral or another --data-dir\n`,
        })
      }
      expect(await demo.stop('SIGINT')).toEqual({ code: 0, signal: null })
    }
    expect(existsSync(place.path('.schoolbell', 'demo', 'service', 'service.db'))).toBe(true)
    other.close()
  })
})

it('a demo that keeps nothing is opened from another terminal all the same', async () => {
  await using demo = start(['demo', '--port-base', '0', '--ephemeral', '--host', OWN_ADDRESS])
  let line = ''
  while (!line.includes('open-extension')) line = await demo.nextLine()
  const [command = ''] = /open-extension.*/.exec(line) ?? []
  const opened = await call([...command.split(' '), '--print'])
  expect(opened.output, opened.errors).toContain('Hoi-ching Sheung')
  while (!line.includes('real phone')) line = await demo.nextLine()
  const link = new URL(/http:\S+/.exec(line)?.[0] ?? '')
  expect(link.hostname).toBe(OWN_ADDRESS)
  const { status, headers, body: shown } = await rawRequest(link.origin, link.pathname)
  expect(status, `${shown}`).toBe(303)
  const cookie = [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
  const trips = await rawRequest(link.origin, '/', { headers: { accept: 'text/html', cookie } })
  expect(trips.body.toString()).toContain('Hoi-ching Sheung')
  await demo.stop('SIGINT')
  expect(existsSync(command.split(' ').at(-1) ?? '')).toBe(false)
})

describe('work that cannot be done ends with 1 and one line', () => {
  it('a busy port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await using upstream = await startUpstream(NOTHING)
    using place = scratch()
    const calls = [
      ['service', '--ephemeral', '--port', `${port}`],
      ['sync', '--service-url', upstream.url, '--db', place.path('news.db'), '--port', `${port}`],
    ]
    for (const args of calls) {
      const { code, output, errors } = await call([...args, '--log-level', 'silent'])
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toMatch(ONE_LINE)
      expect(errors).toBe(
        `schoolbell: port ${port} on 127.0.0.1 is in use; stop what listens there or choose another port\n`,
      )
    }
    other.close()
  })

  it('a folder that cannot be made, a file that is no store', async () => {
    using place = scratch()
    writeFileSync(place.path('file'), 'Dear parents')
    const service = await call(['service', '--port', '0', '--data-dir', place.path('file', 'data')])
    const agent = await call([
      'sync',
      '--service-url',
      'http://127.0.0.1:9',
      '--port',
      '0',
      '--db',
      place.path('file'),
    ])
    for (const { code, output, errors } of [service, agent]) {
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toContain(place.path('file'))
    }
    expect(service.errors).toMatch(ONE_LINE)
    expect(agent.errors).toMatch(/^[^\n]+\nWhat to do: \S+fix\.md\n$/)
    expect(service.errors).toContain('a part of the path is a file, not a folder (EN')
    expect(readFileSync(place.path('file'), 'utf8')).toBe('Dear parents')
  })

  it('a seed file that is not there, or is no school', async () => {
    using place = scratch()
    writeFileSync(place.path('bad.json'), '{"school": 1}')
    const seeded = (file: string) => call(['service', '--port', '0', '--ephemeral', '--seed', file])
    expect(await seeded('nofile')).toEqual({
      code: 2,
      output: '',
      errors:
        'schoolbell: seed nofile: the file does not exist; give sample, empty, a JSON file or an exported state\n',
    })
    const bad = await seeded(place.path('bad.json'))
    expect(bad.code).toBe(2)
    expect(bad.errors).toMatch(ONE_LINE)
    expect(bad.errors).toContain(place.path('bad.json'))
  })

  it('the sample school to anybody but this machine', async () => {
    const everywhere = ['--host', '0.0.0.0', '--public-url', 'https://service.school.example']
    const { code, errors } = await call(['service', '--port', '0', '--ephemeral', ...everywhere])
    expect(code).toBe(2)
    expect(errors).toMatch(ONE_LINE)
    expect(errors).toBe(
      'schoolbell: the seed sample holds published sample keys or tokens and is served on loopback only, not on 0.0.0.0; use --seed empty or a seed of your own, in a new data folder\n',
    )
  })

  it('one pass over a service that is not there, or answers with a page', async () => {
    using place = scratch()
    await using upstream = await startUpstream(body('<html>Sign in</html>', 'text/html'))
    const once = ['sync', 'once', '--db', place.path('news.db'), '--log-level', 'silent', '--service-url']
    const page = await call([...once, upstream.url])
    await upstream.close()
    const gone = await call([...once, upstream.url])
    expect([page.code, gone.code]).toEqual([1, 1])
    expect(page.output).toContain('academy/en-US  failed: ')
    expect(page.output).toContain('is not JSON')
    expect(gone.output).toContain('cannot be reached')

    const error = [...once, upstream.url, '--log-level', 'error', '--lang', 'en-US']
    // Of a service that started this program and reads it through a pipe.
    const logged = await run(error, { env: { JOURNAL_STREAM: '1:2' } })
    expect(new Date(JSON.parse(logged.errors).time).toISOString()).toBe(JSON.parse(logged.errors).time)
    expect(logged.output).toBe('academy/en-US  failed: UNREACHABLE\n')
    expect(logged.errors.split('cannot be reached')).toHaveLength(2)
  })
})

it('service, agent and status print their address first, copy the news, and stop cleanly when told', async () => {
  using place = scratch()
  const db = place.path('news.db')
  const args = ['service', '--port', '0', '--data-dir', place.path('data')]
  await using service = start(args, { env: { SCHOOLBELL_EPHEMERAL: 'true' } })
  const base = await service.nextLine()
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

  const once = await call(['sync', 'once', '--service-url', `${base}/cms`, '--db', db])
  expect(once.code).toBe(0)
  expect(once.output).toMatch(/^academy\/en-US {2}[1-9]\d* new, 0 changed, \d+ deleted, 0 unchanged$/m)

  await using agent = start(['sync', '--service-url', `${base}/cms`, '--db', db, '--port', '0'])
  const address = await agent.nextLine()
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const news = await (await fetch(`${address}/v1/news`)).json()
  expect(news.items.length).toBeGreaterThan(0)

  const status = await call(['sync', 'status', '--db', db, '--json'])
  expect(JSON.parse(status.output)).toMatchObject({
    streams: [
      { siteId: 'academy', lang: 'en-US', failuresInARow: 0 },
      { siteId: 'academy', lang: 'zh-HK', failuresInARow: 0 },
    ],
  })
  const table = await call(['sync', 'status', '--db', db])
  expect(table.output).toContain('academy/zh-HK')

  expect(await service.stop('SIGINT')).toEqual({ code: 0, signal: null })
  // It serves what it has without its service.
  expect(await (await fetch(`${address}/v1/news`)).json()).toEqual(news)
  expect(await agent.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(existsSync(place.path('data')), 'the folder of an ephemeral service').toBe(false)
})
