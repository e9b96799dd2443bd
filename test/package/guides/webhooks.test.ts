/** The guide's own receiver, run, and what the guide says of commands. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addSyncOptions } from '../../../cli/sync/options.ts'
import { webhooksCommand } from '../../../cli/sync/webhooks.ts'
import { ROOT } from '../../../scripts/pack/places.ts'
import { WEBHOOK_EVENTS } from '../../../sync-agent/index.ts'
import { type Running, start } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { programOf } from '../../support/guides.ts'
import { installedFolder } from '../../support/installed.ts'
import { type Stage, setStage } from '../../sync-agent/outlets/webhooks/support.ts'
import { entry, news } from '../../sync-agent/support.ts'

const guide = readFileSync(join(ROOT, 'docs', 'operate/webhooks.md'), 'utf8')
const program = programOf('operate/webhooks.md', 'receiver')
/** As npm init -y writes it: what runs in such a folder must not count on the package's type. */
const AS_NPM_INIT = '{ "name": "site", "version": "1.0.0", "type": "commonjs" }'

it('the receiver holds what the agent tells it, and nothing that anybody else does', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  await using stage = await setStage({ host: `127.0.0.1:${port}` })
  await using agent = await stage.agent()
  await agent.syncOnce()
  const { secret } = await stage.admin.add({ url })
  const folder = siteFolder(stage)
  await using _receiver = await startProgram(folder, 'receiver.mts', program, { port, secret })
  const body = JSON.stringify({
    type: 'news.published',
    data: { siteId: 'academy', lang: 'en-US', newsId: 'x', seq: 9 },
  })
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401)

  agent.start()
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await agent.syncOnce()
  stage.upstream.answer(news([entry('b', { newsTitle: 'Another' })], ['a']))
  await agent.syncOnce()
  await expect
    .poll(() => held(folder), { message: 'what the receiver holds' })
    .toEqual([{ id: 'b', title: 'Another' }])
})

/** As `npm init -y` and `npm install standardwebhooks` leave it. */
function siteFolder({ files }: Stage): string {
  const folder = files.path('site')
  mkdirSync(folder)
  symlinkSync(join(installedFolder(), 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), AS_NPM_INIT)
  return folder
}

/** @returns once it listens */
async function startProgram(
  folder: string,
  name: string,
  text: string,
  { port, secret }: { port: number; secret: string },
): Promise<Running> {
  writeFileSync(join(folder, name), text.replace('8080', `${port}`))
  const running = start([], { main: join(folder, name), cwd: folder, env: { WEBHOOK_SECRET: secret } })
  expect(await running.nextLine()).toBe('listening')
  return running
}

/** What the receiver's own database holds. */
function held(folder: string): unknown[] {
  using site = new DisposableStack()
  const database = site.adopt(new Database(join(folder, 'received.db'), { readonly: true }), open =>
    open.close(),
  )
  return database.prepare('SELECT id, title FROM news WHERE title IS NOT NULL').all()
}

it('the guide says how to start the receiver, and names the variable that the agent and the commands read', () => {
  const variable = addSyncOptions(new Command()).options.find(
    ({ long }) => long === '--webhook-allow-host',
  )?.envVar
  expect(guide).toContain('WEBHOOK_SECRET=whsec_… node receiver.mts')
  expect(guide).toContain(`export ${variable}=127.0.0.1:8080`)
})

it('the guide names every command and event', () => {
  const group = webhooksCommand()
  const commands = group
    .createHelp()
    .visibleCommands(group)
    .map(command => command.name())
  const parts = commands.filter(name => name !== 'help')
  for (const name of parts) expect(guide).toMatch(new RegExp(`webhooks ${name} |\`${name}[ \`]`))
  for (const event of WEBHOOK_EVENTS) expect(guide).toContain(`\`${event}\``)
})
