/** `schoolbell sync sql` beside an agent that runs. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { run } from '../../support/command.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { execute } from '../../sync-agent/database.ts'
import { agentBefore, entry, news } from '../../sync-agent/support.ts'

it('makes a table, which the running agent fills, says how far it is, and ends it', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news([entry('a'), entry('b')]))
  const [db, site] = [files.path('news.db'), files.path('site.db')]
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  agent.start()
  const sql = (...args: string[]) => call(['sync', 'sql', ...args, '--db', db])
  const json = async (...args: string[]) => JSON.parse((await sql(...args, '--json')).output)
  expect(await sql('list')).toMatchObject({ code: 0, output: 'There are no tables.\n' })
  const address = `sqlite:${site}`
  const missing = await run(['sync', 'sql', 'add', address, '--table', 'school_news', '--db', db])
  expect(missing).toMatchObject({
    code: 1,
    errors: `schoolbell: the file ${site} cannot be used: it does not exist; make it first\n`,
  })

  new Database(site).exec('CREATE TABLE page (id INTEGER)').close()
  expect(await sql('add', address, '--table', 'school_news')).toMatchObject({
    code: 0,
    output:
      'sql-1: the table school_news is made; the agent copies all news into it. To see how far it is: schoolbell sync followers\n',
  })
  const rows = () => execute(site, 'SELECT news_id FROM school_news ORDER BY 1')
  await expect.poll(rows).toEqual([{ news_id: 'a' }, { news_id: 'b' }])
  await expect.poll(() => json('show', '1')).toMatchObject({ follower: { behind: 0 } })
  expect((await call(['sync', 'followers', '--db', db])).output).toMatch(/^sql-1 /m)
  expect((await sql('list')).output).toMatch(/1 +active +0 +0 .* school_news +sqlite:/)

  expect((await sql('pause', '1')).output).toBe('sql-1 is paused\n')
  expect((await call(['sync', 'followers', '--db', db])).output).toContain(
    'sql-1 is paused; it goes on with schoolbell sync sql resume 1',
  )
  expect((await sql('resume', '1')).output).toBe('sql-1 is active; 0 changes waiting\n')
  expect((await sql('copy', '1')).output).toBe('sql-1: 2 changes to be copied by the agent\n')
  expect(await json('remove', '1', '--with-rows')).toEqual({ id: 1, removed: true, rows: 2 })
  expect(await rows()).toEqual([])
  expect(await sql('show', '1')).toMatchObject({
    code: 1,
    errors: 'schoolbell: there is no table 1; see schoolbell sync sql list\n',
  })
})
