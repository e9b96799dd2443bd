/** `schoolbell sync wordpress` beside an agent that runs. */
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { run } from '../../support/command.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { startFakeWordPress } from '../../sync-agent/destinations/wordpress/fake-wordpress.ts'
import { agentBefore, entry, news } from '../../sync-agent/support.ts'

it('adds a site, which the running agent fills, says what editors did, and ends it', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news([entry('a'), entry('b')]))
  await using site = await startFakeWordPress()
  const [db, passwordFile] = [files.path('news.db'), files.path('password')]
  writeFileSync(passwordFile, site.password, { mode: 0o600 })
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  agent.start()
  const wordpress = (...args: string[]) => call(['sync', 'wordpress', ...args, '--db', db])
  const json = async (...args: string[]) => JSON.parse((await wordpress(...args, '--json')).output)
  expect(await wordpress('list')).toMatchObject({ code: 0, output: 'There are no WordPress sites.\n' })
  const settings = ['--user', 'editor', '--password-file', passwordFile, '--category', 'News']
  expect(
    await run(['sync', 'wordpress', 'add', site.url, ...settings, '--type', 'event', '--db', db]),
  ).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^schoolbell: the site has no type "event"/),
  })

  expect(
    (await wordpress('add', site.url, ...settings, '--requests-per-second', '100', '--paused')).output,
  ).toBe(
    `wordpress-1 is paused: schoolbell sync wordpress dry-run 1 says what would be written to ${site.url}, and resume 1 begins\n`,
  )
  expect((await wordpress('dry-run', '1')).output).toBe(
    '2 posts to make, 0 to update, 0 to put into the bin, 0 as they should be, 0 left alone\n',
  )
  expect((await wordpress('resume', '1')).output).toBe('wordpress-1 is active; 2 changes waiting\n')
  await expect.poll(() => site.posts.map(({ title }) => title)).toEqual(['Title of a', 'Title of b'])
  await expect.poll(() => json('show', '1')).toMatchObject({ follower: { behind: 0 } })
  expect((await call(['sync', 'followers', '--db', db])).output).toMatch(/^wordpress-1 /m)
  expect((await wordpress('list')).output).toMatch(/1 +active +0 +0 .* 2 +0 +http:/)

  Object.assign(site.posts[0] ?? {}, { title: 'Mine' })
  expect((await wordpress('dry-run', '1')).output).toMatch(
    /1 as they should be, 1 left alone\n[\s\S]*a +academy\/en-US +somebody edited it in WordPress/,
  )
  expect(await wordpress('take-back', '1', 'z')).toMatchObject({
    code: 1,
    errors:
      'schoolbell: none of these has a post; schoolbell sync wordpress dry-run 1 lists the entries whose posts somebody changed\n',
  })
  expect((await wordpress('copy', '1')).output).toBe('wordpress-1: 2 entries to be compared by the agent\n')
  await expect
    .poll(async () => (await wordpress('show', '1')).output)
    .toMatch(
      /Left alone; to overwrite: schoolbell sync wordpress take-back 1 <newsId>\n[\s\S]*somebody edited it/,
    )
  expect((await wordpress('take-back', '1', 'a')).output).toBe('1 post will follow again\n')
  await expect.poll(() => site.posts[0]?.title).toBe('Title of a')
  await expect.poll(() => json('show', '1')).toMatchObject({ follower: { behind: 0 } })

  expect((await wordpress('pause', '1')).output).toBe('wordpress-1 is paused\n')
  expect((await call(['sync', 'followers', '--db', db])).output).toContain(
    'wordpress-1 is paused; it goes on with schoolbell sync wordpress resume 1',
  )
  expect(await json('remove', '1', '--with-posts')).toEqual({ id: 1, removed: true, posts: 2 })
  expect(site.posts.map(({ status }) => status)).toEqual(['trash', 'trash'])
  expect(await wordpress('show', '1')).toMatchObject({
    code: 1,
    errors: 'schoolbell: there is no WordPress site 1; see schoolbell sync wordpress list\n',
  })
})
