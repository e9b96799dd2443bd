/** The agent as a process whose clock is wrong, and is put right while it runs. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { start } from '../../support/command.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { entry, news, servedIds } from '../../sync-agent/support.ts'

let place: Scratch
let upstream: Upstream
beforeEach(async () => {
  place = scratch()
  upstream = await startUpstream(news())
})
afterEach(async () => {
  await upstream.close()
  place[Symbol.dispose]()
})

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../support/moving-clock.ts')).href
/** @param hours by which the clock is ahead, one after the other */
const env = (...hours: number[]) => ({
  SCHOOLBELL_DB: place.path('news.db'),
  SCHOOLBELL_LANG: 'en-US',
  SCHOOLBELL_LOG_LEVEL: 'warn',
  CLOCK_HOURS: hours.join(','),
  NODE_OPTIONS: `--import=${PRELOAD}`,
})
const service = () => ['--service-url', `${upstream.url}/cms`]

it.each([
  ['set back by eight hours', [8, 0], 'clock was set back by 8 h'],
  ['ahead by 180 days', [0, 180 * 24], ''],
])(
  'the news is copied on, and visitors are answered, after the clock was moved: %s',
  async (_how, hours, told) => {
    const times = ['--schedule', '* * * * * *']
    await using agent = start(['sync', ...service(), '--port', '0', ...times], { env: env(...hours) })
    const address = await agent.nextLine()
    const served = { message: 'the agent serves what is copied' }
    upstream.answer(news([entry('before')]))
    await expect.poll(() => servedIds(address), served).toEqual(['before'])
    agent.process.kill('SIGUSR2')
    // A cycle of the old time may be under way.
    for (const id of ['then', 'after']) {
      upstream.answer(news([entry(id)]))
      await expect.poll(() => servedIds(address), served).toEqual(expect.arrayContaining([id]))
    }
    await agent.logged(told)
  },
)
