/** The mirror's room on the disk, with a database whose writes take their time. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mediaFailures } from '../../../../sync-agent/store/media-queue.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import { scratch } from '../../../support/scratch.ts'
import { startUpstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase } from '../../database.ts'
import { agentBefore, entry, news } from '../../support.ts'
import { attachment, fileOf, PUBLIC_URL, type Shelf, serving } from './support.ts'

it('a file that is too large leaves room for those under way', async () => {
  using files = scratch()
  const shelf: Shelf = {}
  await using upstream = await startUpstream(serving(news(), shelf))
  const db = await freshDatabase(files)
  const list = Array.from({ length: 30 }, (_, index) => {
    const picture = fileOf('image/jpeg', 40_000, `${index}`)
    shelf[`/files/${index}.jpg`] = async response => {
      for (let at = 0; at < picture.length; at += 200) {
        response.write(picture.subarray(at, at + 200))
        await setImmediate()
      }
      response.end()
    }
    const huge = { ...attachment(`${upstream.url}/files/${index}.pdf`, Buffer.alloc(9)), fileSize: 9e15 }
    return entry(`n${index}`, {
      mobileScreenImageUrl: `${upstream.url}/files/${index}.jpg`,
      attachments: index % 3 === 0 ? [huge] : [],
    })
  })
  upstream.answer(serving(news(list), shelf))
  const media = { dir: files.path('media') }
  await using agent = await agentBefore(upstream, db, { publicUrl: PUBLIC_URL, media, random: () => 0 })
  await agent.syncOnce()
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 30, failed: 10 })
  await using all = new AsyncDisposableStack()
  const store = await openStore(db)
  all.defer(() => store.close())
  expect((await mediaFailures(store, 100)).filter(({ url }) => !url.endsWith('.pdf'))).toEqual([])
})
