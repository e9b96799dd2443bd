/** @schoolbell/sync-agent, as it stands beside a web server. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from '../../console/index.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { run } from '../support/command.ts'
import { type Host, hostWithAll, NODE_TYPES } from '../support/host.ts'
import { broughtBy } from '../support/installed.ts'

let host: Host
let service: StartedService
beforeAll(async () => {
  host = hostWithAll()
  service = await startService()
})
afterAll(async () => {
  host[Symbol.dispose]()
  await service.close()
})

const main = () => host.installed('@schoolbell', 'sync-agent', 'dist', 'bin', 'schoolbell-sync.js')

it('comes without the service, the console, pictures and samples', () => {
  const brought = [...broughtBy('@schoolbell/sync-agent')].map(path => path.slice('node_modules/'.length))
  expect(brought).toContain('better-sqlite3')
  expect(brought.filter(name => /^(schoolbell|@schoolbell\/service|sharp|@img\/.*)$/.test(name))).toEqual([])
  for (const name of brought)
    expect(globSync('**/*.{pdf,mp4,webm,mov,mp3}', { cwd: host.installed(name) })).toEqual([])
})

it('brings what its guides copy: the systemd units, the configuration of nginx', () => {
  const brought = globSync('files/**/*', { cwd: join(ROOT, 'docs'), withFileTypes: true })
  const files = brought.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) {
    const copy = host.installed('@schoolbell', 'sync-agent', file.slice(ROOT.length + 1))
    expect({ copy, there: existsSync(copy) }).toEqual({ copy, there: true })
  }
})

describe('its command', () => {
  it('copies the news', async () => {
    const args = ['once', '--service-url', service.serviceUrl, '--db', 'news.db']
    const sync = await run(args, { main: main(), cwd: host.folder })
    expect(sync).toMatchObject({ code: 0, output: expect.stringMatching(/[1-9]\d* new/) })
  })

  it('has the options and the help of `schoolbell sync`', async () => {
    const { output } = await run(['status', '--help'], { main: main() })
    expect(output).toContain('Usage: schoolbell-sync status')
    expect(output).toContain('--db')
    expect(output).not.toContain('--service-url')
  })

  it('names itself when something is wrong', async () => {
    expect(await run(['status', '--db', 'missing.db'], { main: main(), cwd: host.folder })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^schoolbell-sync: missing\.db does not exist/),
    })
    expect(await run(['stauts'], { main: main(), cwd: host.folder })).toMatchObject({
      code: 2,
      errors: expect.stringMatching(
        /^schoolbell-sync: unknown command 'stauts'\n.*status\?\)\n\(See schoolbell-sync --help\)\n$/,
      ),
    })
  })
})

describe('the library', () => {
  const program = () => `import { createSyncAgent, type SyncAgent } from '@schoolbell/sync-agent'
const agent: SyncAgent = await createSyncAgent({
  serviceUrl: '${service.serviceUrl}', port: 0, streams: [{ siteId: 'academy', lang: 'en-US' }], db: './imported.db',
})
const [report] = await agent.syncOnce()
const { status } = await fetch(await agent.listen() + '/widget/popup.js')
console.log(report?.outcome, status)
await agent.close()
`
  it('has types that a strict program accepts', () => {
    expect(host.faultsOf({ 'program.ts': program() }, NODE_TYPES)).toBe('')
  })

  it('copies the news and serves the files of the widget', async () => {
    expect(await host.output('program.ts', program())).toBe('done 200\n')
  })
})
