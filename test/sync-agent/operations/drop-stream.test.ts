/** A language that is taken out of the options: told at the start, and dropped by a command. */
import { expect, it } from 'vitest'
import { checkStatus, dropStream } from '../../../sync-agent/index.ts'
import { call } from '../../support/call.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  beforeEachTest,
  entry,
  getJson,
  handClock,
  logLines,
  news,
  type Scene,
  servedIds,
  WARN,
} from '../support.ts'

let scene: Scene
beforeEachTest(made => {
  scene = made
})

const clock = handClock('2026-09-01T00:00:00Z')
async function copyBoth() {
  const { upstream, db } = scene
  upstream.answer(news([entry('a'), { ...entry('b'), newsTitle: 7 }]))
  await using agent = await agentBefore(upstream, db, { streams: [ACADEMY, ACADEMY_ZH], clock })
  await agent.syncOnce()
}

it('an agent says once what its store has and it does not copy, with the command that drops it', async () => {
  const { upstream, db } = scene
  await copyBoth()
  const log = logLines()
  await using agent = await agentBefore(upstream, db, { logger: log.logger })
  agent.start()
  // Beside what its first cycle says, whenever that ends.
  const told = () => log.at(WARN).flatMap(({ msg }) => (/in the store/.test(`${msg}`) ? [msg] : []))
  await expect
    .poll(told, { message: 'it is told' })
    .toEqual([
      expect.stringMatching(/^academy\/zh-HK is in the store.* schoolbell sync drop academy\/zh-HK$/),
    ])
})

it('a dropped stream is deleted for followers, and unknown to the status', async () => {
  const { upstream, db } = scene
  await copyBoth()
  const signal = AbortSignal.timeout(60_000)
  const report = await dropStream({ db, name: 'academy/zh-HK', clock }, signal)
  expect(report).toEqual({ ...ACADEMY_ZH, deleted: 1 })
  await using agent = await agentBefore(upstream, db, { clock })
  const address = await agent.listen()
  expect(await servedIds(address)).toEqual(['a'])
  expect(await getJson(`${address}/v1/changes`)).toMatchObject({
    changes: [{ kind: 'upsert' }, { kind: 'deletion', lang: 'zh-HK', newsId: 'a' }],
  })
  expect(await agent.quarantine.list()).toMatchObject([ACADEMY])
})

it('a dropped stream that is named again is copied anew', async () => {
  const { upstream, db } = scene
  await copyBoth()
  await dropStream({ db, name: 'academy/zh-HK', clock }, AbortSignal.timeout(60_000))
  await copyBoth()
  await using agent = await agentBefore(upstream, db, { streams: [ACADEMY_ZH], clock })
  expect(await servedIds(await agent.listen())).toEqual(['a'])
})

it('status --check is well again after sync drop, which names what it does not know', async () => {
  const { upstream, db } = scene
  await copyBoth()
  const drop = (name: string) => call(['sync', 'drop', name], { SCHOOLBELL_DB: db })
  expect((await drop('academy/fr')).errors).toContain('which has academy/en-US, academy/zh-HK')
  expect(await drop('academy/zh-HK')).toMatchObject({
    code: 0,
    output: 'academy/zh-HK  1 entry deleted; the store has forgotten it\n',
  })
  await using agent = await agentBefore(upstream, db, { clock })
  expect(checkStatus(await agent.status()).well).toBe(true)
  const { output } = await call(['sync', 'status', '--json'], { SCHOOLBELL_DB: db })
  expect(JSON.parse(output).streams).toMatchObject([ACADEMY])
})

it('a stream that an agent still copies is not dropped: it would be copied anew', async () => {
  const { upstream, db } = scene
  const day = handClock('2026-09-01T00:00:00Z')
  upstream.answer(news([entry('a')]))
  const drop = () => dropStream({ db, name: 'academy/zh-HK', clock: day }, AbortSignal.timeout(60_000))
  {
    await using agent = await agentBefore(upstream, db, { streams: [ACADEMY, ACADEMY_ZH], clock: day })
    for (let cycle = 0; cycle < 3; cycle++) {
      day.set(`${day.now().add({ minutes: 10 })}`)
      await agent.syncOnce()
    }
    day.set(`${day.now().add({ minutes: 14 })}`)
    await expect(drop()).rejects.toMatchObject({
      code: 'STREAM_COPIED',
      message: expect.stringMatching(
        /^the agent \S+ copied academy\/zh-HK 14 min ago: stop it first, or start it without/,
      ),
    })
    // As when it was started without this stream.
    day.set(`${day.now().add({ minutes: 2 })}`)
    expect(await drop()).toMatchObject({ deleted: 1 })
  }
  {
    await using agent = await agentBefore(upstream, db, { streams: [ACADEMY_ZH], clock: day })
    await agent.syncOnce()
  }
  expect(await drop()).toMatchObject({ deleted: 1 })
})
