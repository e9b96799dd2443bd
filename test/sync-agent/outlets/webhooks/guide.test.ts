/** The guide's own receiver, compiled and run, and what the guide says of commands. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { webhooksCommand } from '../../../../cli/sync/webhooks.ts'
import { WEBHOOK_EVENTS } from '../../../../sync-agent/index.ts'
import { start } from '../../../support/command.ts'
import { freePort } from '../../../support/free-port.ts'
import { scratch } from '../../../support/scratch.ts'
import { until } from '../../../support/until.ts'
import { entry, news } from '../../support.ts'
import { setStage } from './support.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const guide = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8')
const [, program = ''] = /^```ts receiver\n(.*?)^```/ms.exec(guide) ?? []

it('the receiver is accepted by a strict compiler', () => {
  using files = scratch()
  expect(program).not.toBe('')
  symlinkSync(join(ROOT, 'node_modules'), files.path('node_modules'))
  writeFileSync(files.path('package.json'), '{ "type": "module" }')
  writeFileSync(files.path('receiver.ts'), program)
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules', '@types')] }
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
  writeFileSync(files.path('tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), {
    cwd: files.folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

it('the receiver holds what the agent tells it, and nothing that anybody else does', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  await using stage = await setStage({ host: `127.0.0.1:${port}` })
  await using agent = await stage.agent()
  await agent.syncOnce()
  const { secret } = await stage.desk.add({ url })
  const folder = stage.files.path('site')
  mkdirSync(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'receiver.ts'), program.replace('8080', `${port}`))
  await using receiver = start([], {
    ...{ main: join(folder, 'receiver.ts'), cwd: folder },
    env: { WEBHOOK_SECRET: secret },
  })
  expect(await receiver.nextLine()).toBe('listening')
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
  using site = new DisposableStack()
  const database = site.adopt(new Database(join(folder, 'site.db'), { readonly: true }), open => open.close())
  const held = () => database.prepare('SELECT id, title FROM news WHERE title IS NOT NULL').all()
  await until(() => JSON.stringify(held()) === '[{"id":"b","title":"Another"}]')
})

it('the guide names every command, option and event', () => {
  const table = guide.slice(guide.indexOf('| `schoolbell sync webhooks'), guide.indexOf('## Messages'))
  const named = (pattern: RegExp) => new Set([...table.matchAll(pattern)].map(([, name]) => name))
  const commands = webhooksCommand().commands
  expect(named(/`([a-z]+)(?= |`)/g)).toEqual(
    new Set(['schoolbell', 'ping', ...commands.map(command => command.name())]),
  )
  const options = commands.flatMap(command => command.options.map(({ long }) => long))
  // --db, --site and --lang are those of every command of the agent.
  expect(named(/(--[a-z][a-z-]*)/g)).toEqual(new Set([...options, '--site', '--lang']))
  for (const event of WEBHOOK_EVENTS) expect(guide).toContain(`\`${event}\``)
})
