/**
 * Publishes a store into a folder, once, as a process of its own that can be killed at any moment, or that dies by itself
 * with this share of its work done.
 */
import { Temporal } from 'temporal-polyfill'
import type { Stream } from '../../../../sync-agent/index.ts'

const [library = '', db = '', to = '', baseUrl = '', now = '', share = 'Infinity'] = process.argv.slice(2)
const { publishStore }: typeof import('../../../../sync-agent/index.ts') = await import(library)
const streams: Stream[] = [
  { siteId: 'academy', lang: 'en-US' },
  { siteId: 'academy', lang: 'zh-HK' },
]
const clock = { now: () => Temporal.Instant.from(now) }
process.stdout.write('begun\n')
await publishStore({
  ...{ db, to, baseUrl, streams, clock },
  onProgress({ done, total }) {
    if (done >= Number(share) * total) process.kill(process.pid, 'SIGKILL')
  },
})
