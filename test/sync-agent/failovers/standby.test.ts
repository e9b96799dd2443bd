/** A standby that is behind takes the place of the database: what only the old one had is copied again, and nobody mistakes it. */
import { expect, it } from 'vitest'
import { startOwnServer } from '../../support/postgres/own-server.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { agentBefore, entry, getJson, news } from '../support.ts'

it('the agent writes nothing into a standby, and numbers anew what follows once it is promoted', async () => {
  await using database = await startOwnServer()
  await using upstream = await startUpstream(news([entry('a'), entry('b')]))
  await using agent = await agentBefore(upstream, database.db, { leaseMs: 400 })
  const address = await agent.listen()
  const copied = async () => (await agent.syncOnce().catch(() => []))[0]?.outcome === 'done'
  await expect.poll(copied).toBe(true)
  await database.keepStandby()
  const edited = (newsTitle: string) => news(['a', 'b'].map(newsId => entry(newsId, { newsTitle })))
  upstream.answer(edited('Lost with the old server'))
  await expect.poll(copied).toBe(true)
  const place = ((await getJson(`${address}/v1/changes`)) as { next: string }).next
  const page = await fetch(`${address}/v1/news`)
  const tag = page.headers.get('etag') ?? ''
  expect(await page.text()).toContain('Lost with the old server')

  await database.fallBack()
  const isStandby = {
    code: 'STORE_UNREACHABLE',
    message: expect.stringContaining('is a standby; name the server that takes writes'),
  }
  // Thrown, if the lease was to be taken first. Until the agent's next look, the lost connection is what it knows.
  const refused = () => agent.syncOnce().catch(failure => [{ failure }])
  await expect.poll(refused).toMatchObject([{ failure: isStandby }])
  expect((await fetch(`${address}/v1/news`)).status).toBe(503)
  await database.execute('SELECT pg_promote()')

  upstream.answer(edited('Edited again'))
  await expect.poll(copied).toBe(true)
  const [store] = await database.execute('SELECT seq FROM store')
  expect(place).toMatch(new RegExp(`^${store?.seq}-`))
  // The same number is another change: who followed the old server starts again.
  expect((await fetch(`${address}/v1/changes?after=${place}`)).status).toBe(410)
  const again = await fetch(`${address}/v1/news`, { headers: { 'if-none-match': tag } })
  expect(await again.text()).toContain('Edited again')
})
