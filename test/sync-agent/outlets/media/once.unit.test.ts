/** No file is fetched twice in one pass, however slowly the store answers what is due. */
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { mediaFolder } from '../../../../sync-agent/outlets/media/folder.ts'
import { Mirror, type MirrorParts } from '../../../../sync-agent/outlets/media/mirror.ts'
import { apply } from '../../../../sync-agent/store/apply.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import { scratch } from '../../../support/scratch.ts'
import { cycleAt } from '../../cycle-at.ts'
import { freshDatabase } from '../../database.ts'
import { followMedia, lead } from '../../store/led-store.ts'
import { ACADEMY, handClock, ingested } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'
import { NOW } from '../files/support.ts'
import { fileOf } from './support.ts'

it('takes no notice of a file in an answer that was given before the file had come', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  const token = await lead(store)
  const pictures = ['one', 'two'].map(name =>
    ingested(name, { thumbnailUrl: `https://files.example/${name}.jpg` }),
  )
  const outcome = cycleAt(Temporal.Instant.from(NOW))
  await apply(store, token, ACADEMY, { listed: pictures, deleted: [] }, outcome)
  await followMedia(store, token, 0)

  const fetched: string[] = []
  let writesSince = 0
  let asked = 0
  let wasHeld = false
  const slow = watchedStore(
    {
      ...store,
      async write(work) {
        const result = await store.write(work)
        if (fetched.length > 0) writesSince += 1
        return result
      },
    },
    async sql => {
      // Whether anything is due, then what is, for each of the two that download: the second has its answer late.
      if (!/from "media_source" where exists/i.test(sql)) return
      asked += 1
      while (asked === 3 && writesSince === 0) {
        wasHeld = true
        await setImmediate()
      }
    },
  )
  const mirror = new Mirror({
    store: slow,
    folder: mediaFolder(files.path('media')),
    fetch: async (url: unknown) => {
      fetched.push(`${url}`)
      return new Response(new Uint8Array(fileOf('image/jpeg', 1_000, `${url}`)))
    },
    settings: {
      ...{ dir: files.path('media'), hosts: [], privateHosts: [], plainHttp: false, parallel: 2 },
      ...{ maxBytes: 1e6, totalBytes: 1e9, timeoutMs: 60_000, totalMs: 60_000, graceMs: 1e9 },
    },
    catchUp: async () => undefined,
    lease: { token: () => token, noteLoss: () => undefined },
    watch: { look: () => undefined, moved: async () => undefined },
    clock: handClock(NOW),
    random: () => 0,
    logger: pino({ level: 'silent' }),
    metrics: { mediaDownloads: { inc: () => undefined }, mediaBytes: { inc: () => undefined } },
  } as unknown as MirrorParts)
  expect(await mirror.fetchAll(token, new AbortController().signal)).toMatchObject({ copied: 2, failed: 0 })
  expect(wasHeld).toBe(true)
  expect(fetched.toSorted()).toEqual(['https://files.example/one.jpg', 'https://files.example/two.jpg'])
  await mirror.close()
  await store.close()
})
