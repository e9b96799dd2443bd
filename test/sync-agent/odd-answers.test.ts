/** An answer whose envelope or deletions are odd counts all the same, as long as its code and its content say what is meant. */
import { expect, it } from 'vitest'
import { json, type Upstream } from '../support/scripted-upstream.ts'
import { agentBefore, beforeEachTest, entry, news, servedIds } from './support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

it.each([{}, { message: 'successful return' }, { txID: 'tx-1' }, { txID: null, message: null }])(
  'an answer with D00000 and only %j beside it is copied',
  async beside => {
    upstream.answer(json({ ...beside, code: 'D00000', content: { newsList: [entry('a')], delNewsIds: [] } }))
    await using agent = await agentBefore(upstream, db)
    const [report] = await agent.syncOnce()
    expect(report).toMatchObject({ outcome: 'done', applied: { new: 1 } })
    expect(Object(report).txID).toBe(Object(beside).txID ?? undefined)
    expect(await servedIds(await agent.listen())).toEqual(['a'])
  },
)

it('a failure without txID and message is recorded with its code', async () => {
  upstream.answer(json({ code: 'D20003' }))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([
    { outcome: 'failed', failure: { code: 'D20003', message: expect.stringMatching(/: D20003$/) } },
  ])
})

it.each([[[1, '2']], [1], ['1,2']])('entries whose deletions come as %j are deleted', async delNewsIds => {
  upstream.answer(news([entry('1'), entry('3')]))
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  upstream.answer(news([], delNewsIds))
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  expect(await servedIds(await agent.listen())).toEqual(['3'])
})
