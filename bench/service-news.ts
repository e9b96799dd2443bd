/** The news call for the last hour, with a small and a large store: both must take the same time. */

import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { createService } from '../console/index.ts'
import { COMMAND } from '../scripts/pack/places.ts'
import { newsRepository } from '../service/office/news.ts'
import { openStore } from '../service/store/store.ts'
import { printWireDateTime, wallClockAt } from '../shared/contract/wire-time.ts'
import { timed } from './http/timed.ts'
import { newsEntry } from './news.ts'
import { type Measured, type Place, rounded } from './suite.ts'

const ZONE = 'Asia/Hong_Kong'
const [FEW, MANY] = [1_000, 100_000]
const IN_THE_LAST_HOUR = 20
const MOST_TIMES = 1.2

export async function serviceNews({ folder, start }: Place): Promise<Measured> {
  const hourAgo = Temporal.Now.instant().subtract({ hours: 1 })
  const query = `siteId=academy&lang=en-US&lastSyncTime=${printWireDateTime(wallClockAt(hourAgo, ZONE))}`
  const serve = async (count: number) => {
    const dataDir = join(folder, `${count}`)
    await fill(dataDir, count)
    const args = ['--port', '0', '--log-level', 'silent', '--data-dir', dataDir]
    return `${await start(COMMAND, 'service', ...args)}/cms/api/v1/news/check?${query}`
  }
  const [few, many] = [await serve(FEW), await serve(MANY)]
  const times = await timed({ few: () => few, many: () => many })
  const found = rounded(times.many['median, ms'] / times.few['median, ms'])
  return {
    rows: { [`the last hour, ${FEW} stored`]: times.few, [`the last hour, ${MANY} stored`]: times.many },
    limits: [{ what: `median with ${MANY} stored to ${FEW} stored`, found, limit: MOST_TIMES }],
  }
}

/** Written to the store directly in one transaction: a hundred thousand durable ones would take minutes. */
async function fill(dataDir: string, count: number): Promise<void> {
  const service = await createService({ dataDir, seed: 'empty', port: 0 })
  await service.close()
  const { database, close } = openStore(dataDir)
  const shelf = newsRepository(database, { zone: 'Asia/Hong_Kong', now: () => 0 })
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const { newsId, newsTitle, newsContent, newsDateTime } = newsEntry(index, 1_000)
      const text = { newsTitle, newsContent }
      const age = index < IN_THE_LAST_HOUR ? 60 * index : 7_200 + 30 * index
      shelf.put(
        {
          newsId,
          sites: ['academy'],
          newsDateTime,
          texts: { 'en-US': text, 'zh-HK': { newsTitle: '', newsContent: '' } },
          attachments: [],
        },
        now - age,
      )
    }
  })()
  close()
}
