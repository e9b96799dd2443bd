/**
 * Publishes a store into a folder, once, as a process of its own that can be killed at any moment, or that dies by itself
 * with this share of its work done.
 */
import { publishStore } from '../../../../sync-agent/index.ts'
import { ACADEMY, ACADEMY_ZH, handClock } from '../../support.ts'

const [db = '', to = '', baseUrl = '', now = '', share = 'Infinity'] = process.argv.slice(2)
process.stdout.write('begun\n')
await publishStore({
  ...{ db, to, baseUrl, streams: [ACADEMY, ACADEMY_ZH], clock: handClock(now) },
  onProgress({ done, total }) {
    if (done >= Number(share) * total) process.kill(process.pid, 'SIGKILL')
  },
})
