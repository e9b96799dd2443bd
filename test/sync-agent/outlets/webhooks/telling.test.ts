/** Receivers are told of changes: verified by the Standard Webhooks library, over real sockets. */
import { expect, it } from 'vitest'
import { entry, news } from '../../support.ts'
import { setStage, startReceiver, verified } from './support.ts'

it('a published, a changed and a deleted entry reach a receiver that trusts nothing unsigned', async () => {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  await using agent = await stage.agent()
  await agent.syncOnce()
  const { secret } = await stage.admin.add({ url: receiver.url })
  agent.start()

  stage.upstream.answer(news([entry('a')]))
  await agent.syncOnce()
  await receiver.until(1)
  stage.upstream.answer(news([entry('a', { newsTitle: 'Another' })]))
  await agent.syncOnce()
  await receiver.until(2)
  stage.upstream.answer(news([], ['a']))
  await agent.syncOnce()
  await receiver.until(3)

  expect(receiver.received.map(received => verified(secret, received))).toMatchObject([
    { type: 'news.published', data: { newsId: 'a', title: 'Title of a', html: '<p>Body of a</p>', seq: 1 } },
    { type: 'news.changed', data: { newsId: 'a', title: 'Another', seq: 2 } },
    { type: 'news.deleted', data: { siteId: 'academy', lang: 'en-US', newsId: 'a', seq: 3 } },
  ])
})
