/** A message names a command so that it can be copied: as the reader's own machine starts it. */
import { Command } from 'commander'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calledAs, callOf, demoCall, type Start, sameStoreCallOf, syncCallOf } from '../../cli/called-as.ts'
import { addDatabaseOptions } from '../../cli/sync/database.ts'
import { call } from '../support/call.ts'

const GLOBAL: Start = { file: '/x/dist/a.js', entry: '/usr/local/bin/schoolbell', lifecycleEvent: undefined }

describe('the words that start the command', () => {
  it.each<[where: string, start: Partial<Start>, words: string, sync: string, demo: string]>([
    ['installed for the whole machine', {}, 'schoolbell', 'schoolbell-sync', 'schoolbell demo'],
    [
      ...(['installed in a project', { entry: '/srv/site/node_modules/.bin/schoolbell' }] as const),
      ...(['npx schoolbell', 'npx schoolbell-sync', 'npx schoolbell demo'] as const),
    ],
    [
      ...(['there on Windows', { entry: 'C:\\site\\node_modules\\.bin\\schoolbell' }] as const),
      ...(['npx schoolbell', 'npx schoolbell-sync', 'npx schoolbell demo'] as const),
    ],
    [
      ...(['started by npx or an npm script', { lifecycleEvent: 'npx' }] as const),
      ...(['npx schoolbell', 'npx schoolbell-sync', 'npx schoolbell demo'] as const),
    ],
    [
      ...(['in a clone', { file: '/x/cli/called-as.ts', lifecycleEvent: 'start' }] as const),
      ...(['npm run -s schoolbell --', 'npm run -s schoolbell -- sync', 'npm start'] as const),
    ],
  ])('%s', (_where, changed, words, sync, demo) => {
    const start = { ...GLOBAL, ...changed }
    expect(calledAs('schoolbell', start)).toBe(words)
    expect(calledAs('schoolbell-sync', start)).toBe(sync)
    expect(demoCall(start)).toBe(demo)
  })

  it('go on with the names of sub-commands, in both programs', () => {
    const program = new Command('schoolbell')
    const list = program.command('sync').command('webhooks').command('list')
    expect(callOf(list)).toBe(`${calledAs('schoolbell')} sync webhooks list`)
    expect(syncCallOf(list)).toBe(`${calledAs('schoolbell')} sync`)
    const alone = new Command('schoolbell-sync').command('webhooks').command('list')
    expect(syncCallOf(alone)).toBe(calledAs('schoolbell-sync'))
  })

  it.each([
    [['--db', '/srv/news.db'], '--db /srv/news.db'],
    [
      ['--webhook-key', 'C:\\school bell\\key', '--db=C:\\news.db'],
      '--db C:\\news.db --webhook-key "C:\\school bell\\key"',
    ],
    [
      ['--db', 'postgres://bell@db.example/school', '--db-schema', 'web', '--zone', 'UTC'],
      '--db "postgres://bell@db.example/school?schema=web"',
    ],
    [['--zone', 'UTC'], ''],
  ])('name the same store as %j', async (options, same) => {
    expect(await callAfter(options)).toBe(`${calledAs('schoolbell-sync')} ${same}`.trim())
  })

  it('name the store of the environment only where more was typed of it', async () => {
    vi.stubEnv('SCHOOLBELL_DB', 'postgres://bell@db.example/school')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await callAfter([])).toBe(calledAs('schoolbell-sync'))
    expect(await callAfter(['--db-schema', 'web'])).toBe(
      `${calledAs('schoolbell-sync')} --db "postgres://bell@db.example/school?schema=web"`,
    )
  })

  async function callAfter(options: string[]): Promise<string | undefined> {
    let list: Command | undefined
    const sync = addDatabaseOptions(new Command('schoolbell-sync').option('--zone <zone>'))
      .option('--webhook-key <file>')
      .addCommand(new Command('list').action((_, command) => (list = command)))
    await sync.parseAsync(['list', ...options], { from: 'user' })
    return list && sameStoreCallOf(list)
  }
})

describe('help', () => {
  it.each([
    [['popups'], 'npm run -s schoolbell -- popups --service-url http'],
    [['news'], 'npm run -s schoolbell -- news --service-url http'],
    [['attendance'], 'SCHOOLBELL_ACCESS_KEY=sample-access-key npm run -s schoolbell -- attendance \\\n'],
    [['session', 'resolve'], 'npm run -s schoolbell -- session resolve \\\n'],
  ])('of %j has an example for a clone, where this runs', async (words, example) => {
    const { output } = await call([...words, '--help'])
    expect(output).toContain('While `npm start` runs:\n  ')
    expect(output).toContain(example)
    expect(output).toContain(`Usage: npm run -s schoolbell -- ${words.join(' ')} [options]`)
  })
})
