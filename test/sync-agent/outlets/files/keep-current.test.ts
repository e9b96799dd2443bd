/** A folder that an agent keeps as its store is. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import type { PublishFormat } from '../../../../sync-agent/options/publish.ts'
import { Publishing, type PublishingParts } from '../../../../sync-agent/outlets/files/keep-current.ts'
import { lockFolder } from '../../../../sync-agent/outlets/files/lock.ts'
import { lastSeq } from '../../../../sync-agent/store/change-marks.ts'
import { createWatch } from '../../../../sync-agent/store/watch.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { failure, startUpstream, success, type Upstream } from '../../../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, entry, handClock, logLines, metricValue, news, WARN } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'
import {
  buildWidget,
  dated,
  entries,
  everyFile,
  faultsIn,
  NOW,
  readJson,
  type School,
  school,
} from './support.ts'

let files: Scratch
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  upstream = await startUpstream(news())
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const SHORT = {
  ...{ gatherMs: 5, listenMs: 5, noticeMs: 5, refreshMs: 50, retryMs: 5, longestRetryMs: 10 },
  ...{ verifyMs: 0, lockedMs: 60_000 },
}
const MORNING_MS = Date.parse(NOW)
const SIGNAL = { msgTitle: 'Typhoon', msgBody: '<p>All out</p>', displayDate: '20260901070000' }

/** Popup messages and news, each by its own script. */
const serviceSays = (popups: Parameters<Upstream['answer']>[0], newsNow: Parameters<Upstream['answer']>[0]) =>
  upstream.answer((response, request) =>
    (request.url?.includes('/popupmsg/') ? popups : newsNow)(response, request),
  )

const isThere = (place: School, path: string) => existsSync(`${place.to}/${path}`)
const textOf = (place: School, path: string) =>
  isThere(place, path) ? readFileSync(`${place.to}/${path}`, 'utf8') : ''

/** The titles that the folder has; undefined: it does not say. */
const popupsIn = (to: string): string[] | undefined =>
  existsSync(`${to}/popups/academy/en-US.json`)
    ? readJson(to, 'popups/academy/en-US.json').content.map(({ msgTitle }: typeof SIGNAL) => msgTitle)
    : undefined

it('follows the store, deletions included, and ends with the agent', async () => {
  const to = files.path('public')
  serviceSays(success([]), news([entry('a'), entry('b')]))
  await using agent = await agentBefore(upstream, files.path('news.db'), { publish: { to } })
  await agent.syncOnce()
  agent.start()
  const ids = () =>
    existsSync(`${to}/news/academy/en-US/index.json`) &&
    readJson(to, 'news/academy/en-US/index.json').items.map(({ newsId }: { newsId: string }) => newsId)
  await expect.poll(ids).toEqual(['b', 'a'])
  serviceSays(success([]), news([entry('c')], ['a']))
  await agent.syncOnce()
  await expect.poll(ids).toEqual(['c', 'b'])
  await expect.poll(() => existsSync(`${to}/pages/academy/en-US/entries/a.html`)).toBe(false)
  expect(faultsIn(to, [ACADEMY])).toEqual([])
  await agent.close()
  // Its lock goes with it.
  expect(existsSync(`${to}/.schoolbell.lock`)).toBe(false)
})

it('has popup messages although no visitor asks the agent, and takes them back when the service is gone', async () => {
  const to = files.path('public')
  const clock = handClock(NOW)
  serviceSays(success([SIGNAL]), news([entry('a')]))
  await using agent = await agentBefore(upstream, files.path('news.db'), {
    ...{ clock, popupIntervalMs: 50, popupStaleMs: 60_000 },
    publish: { to, formats: ['popups'] },
  })
  await agent.syncOnce()
  agent.start()
  await expect.poll(() => popupsIn(to)).toEqual(['Typhoon'])
  const text = await (await fetch(`${await agent.listen()}/metrics`)).text()
  // The agent's own asking is no visitor's.
  expect(text).not.toMatch(/popup_answers_total\{.*\} [1-9]/)
  serviceSays(failure('D20000', 'down'), news([entry('a')]))
  const isDown = async () => (await agent.status()).popups?.[0]?.lastError?.code
  await expect.poll(isDown).toBe('D20000')
  clock.set('2026-09-02T00:01:01Z')
  await expect.poll(() => popupsIn(to)).toBe(undefined)
})

it('shows the popup messages that the relay has heard, in the file and in the script of a tag', async () => {
  await using place = await schoolOf(1)
  const envelope = (...content: object[]) =>
    JSON.stringify({ txID: 't', code: 'D00000', message: '', content })
  let heard: string | undefined = envelope(SIGNAL)
  const widgetDir = place.path('widget')
  buildWidget(widgetDir, 'aaaaaa')
  await using _publishing = startPublishing(place, { widgetDir, popups: async () => heard }, ['popups'])
  // What a page's tag loads from the folder.
  const script = () => readFileSync(`${place.to}/popups/academy.js`, 'utf8')
  await expect.poll(() => popupsIn(place.to)).toEqual(['Typhoon'])
  await expect.poll(script).toContain('Typhoon')
  heard = envelope(SIGNAL, { ...SIGNAL, msgTitle: 'Ferry' })
  await expect.poll(() => popupsIn(place.to)).toEqual(['Typhoon', 'Ferry'])
  await expect.poll(script).toContain('Ferry')
  heard = undefined
  await expect.poll(() => popupsIn(place.to)).toBe(undefined)
  // It does not say that there are none: the widget asks.
  await expect.poll(script).not.toContain('"en-US"')
})

it('a restart leaves the popup messages that stand, until the service says otherwise', async () => {
  const to = files.path('public')
  const path = `${to}/popups/academy/en-US.json`
  const options = { popupIntervalMs: 50, publish: { to } }
  serviceSays(success([SIGNAL]), news([entry('a')]))
  {
    await using agent = await agentBefore(upstream, files.path('news.db'), options)
    agent.start()
    await expect.poll(() => existsSync(path)).toBe(true)
  }
  const before = everyFile(to).get('popups/academy/en-US.json')
  // It is asked, and does not answer; the news goes on.
  const asked = Promise.withResolvers<ServerResponse>()
  serviceSays(asked.resolve, news([entry('b')]))
  await using agent = await agentBefore(upstream, files.path('news.db'), options)
  agent.start()
  const unanswered = await asked.promise
  await expect.poll(() => existsSync(`${to}/news/academy/en-US/entries/b.json`)).toBe(true)
  expect(everyFile(to).get('popups/academy/en-US.json')).toBe(before)
  const metrics = await (await fetch(`${await agent.listen()}/metrics`)).text()
  expect(/publications_total\{outcome="failed"\} (\d+)/.exec(metrics)?.[1] ?? '0').toBe('0')
  serviceSays(success([]), news([entry('b')]))
  unanswered.destroy()
  await expect.poll(() => readJson(path).content).toEqual([])
})

it('a folder that cannot be written does not stop the others, is reported once, and is updated later', async () => {
  await using place = await schoolOf(3)
  writeFileSync(place.to, 'a file in its place')
  const metrics = createMetrics([])
  await using publishing = startPublishing(place, { metrics })
  const failed = async () =>
    Number(/publications_total\{outcome="failed"\} (\d+)/.exec(await metrics.registry.metrics())?.[1] ?? 0)
  await expect.poll(failed).toBeGreaterThan(2)
  expect(publishing.problem()).toContain(place.to)
  expect(publishing.at(WARN)).toHaveLength(1)
  const failing = await publishing.status(MORNING_MS)
  expect(failing).toMatchObject({ seq: 0, behind: 3, lastFailure: { message: publishing.problem() } })
  expect(failing.failuresInARow).toBeGreaterThan(2)
  rmSync(place.to)
  await expect.poll(() => isThere(place, 'pages/index.html')).toBe(true)
  await expect.poll(() => publishing.problem()).toBe(undefined)
  expect(await publishing.status(MORNING_MS)).toMatchObject({ seq: 3, behind: 0, failuresInARow: 0 })
  expect(await metrics.registry.metrics()).toMatch(/published_timestamp_seconds [1-9]/)
})

it('what runs after a publication and fails is reported once with its words, and tried again', async () => {
  await using place = await schoolOf(1)
  const command = place.path('upload.sh')
  writeFileSync(command, '#!/bin/sh\necho "no bucket"; exit 1\n', { mode: 0o700 })
  await using publishing = startPublishing(place, { afterPublish: command })
  const failures = async () => (await publishing.status(MORNING_MS)).failuresInARow
  await expect.poll(failures).toBeGreaterThan(2)
  expect(isThere(place, 'pages/academy/en-US/entries/n1.html')).toBe(true)
  expect(publishing.problem()).toMatch(/^the files are published, but .* ended with exit code 1: no bucket;/)
  expect(publishing.at(WARN)).toMatchObject([{ msg: publishing.problem() }])
  writeFileSync(command, '#!/bin/sh\ncat > ../heard\n')
  await expect.poll(publishing.problem.bind(publishing)).toBe(undefined)
  expect(readFileSync(place.path('heard'), 'utf8')).toContain('+pages/academy/en-US/entries/n1.html\n')
  expect(await failures()).toBe(0)
})

it('readiness tells of it without failing for it', async () => {
  serviceSays(success([]), news([entry('a')]))
  await using agent = await agentBefore(upstream, files.path('news.db'), {
    publish: { to: files.path('public') },
  })
  rmSync(files.path('public'), { recursive: true })
  writeFileSync(files.path('public'), 'a file in its place')
  const address = await agent.listen()
  agent.start()
  const ready = async () => (await fetch(`${address}/freshz`)).json()
  await expect.poll(ready).toEqual({ status: 'fresh', note: expect.stringContaining(files.path('public')) })
})

it('looks through the folder now and then for what others have changed', async () => {
  await using place = await schoolOf(3)
  await using publishing = startPublishing(place)
  const style = () => textOf(place, 'pages/style.css')
  await expect.poll(style).toContain('--news-page')
  await expect.poll(() => isThere(place, 'pages/index.html')).toBe(true)
  writeFileSync(`${place.to}/pages/style.css`, 'broken')
  await place.copy([dated(4)])
  await expect.poll(style).toContain('--news-page')
  await expect.poll(() => publishing.at(WARN)[0]).toMatchObject({ files: ['pages/style.css'] })
})

it('publishes again what was removed, says that it was, and settles soon what another publisher has made of the folder', async () => {
  await using place = await schoolOf(3)
  const pauses = { ...SHORT, refreshMs: 1e9, verifyMs: 1e9 }
  await using publishing = startPublishing(place, { pauses })
  const publications = () => publishing.lines.filter(({ msg }) => msg === 'published to the folder').length
  await expect.poll(publications).toBe(1)
  rmSync(place.to, { recursive: true })
  await expect.poll(publications).toBe(2)
  expect(faultsIn(place.to, [ACADEMY])).toEqual([])
  expect(publishing.at(WARN).map(({ msg }) => msg)).toEqual([
    'the folder, or .schoolbell.json in it, was removed; it is published again',
  ])
  const hasTaken = async () => (await place.publish({ formats: ['json'] }).catch(() => undefined))?.removed
  await expect.poll(hasTaken).toBeGreaterThan(0)
  await expect.poll(() => isThere(place, 'pages/style.css')).toBe(true)
})

it('a manifest that is damaged is told as that alone, and the folder is behind until what it cannot replace is removed', async () => {
  await using place = await schoolOf(2)
  await using publishing = startPublishing(place, {}, ['json'])
  await expect.poll(() => isThere(place, 'news/academy/en-US/entries/n2.json')).toBe(true)
  const seq = async () => (await publishing.status(Date.now())).seq
  await expect.poll(seq).toBe(2)
  writeFileSync(`${place.to}/.schoolbell.json`, '{')
  await expect.poll(() => publishing.problem()).toContain('is damaged')
  expect(await seq()).toBe(2)
  writeFileSync(`${place.to}/news/academy/en-US/entries/n1.json`, 'of others')
  writeFileSync(`${place.to}/.schoolbell.json`, '')
  const REMEDY = /^1 file that this publisher did not write has the name of a published one: remove it/
  await expect.poll(() => publishing.problem()).toMatch(REMEDY)
  expect(await publishing.status(Date.now())).toMatchObject({
    lastFailure: { message: expect.stringMatching(REMEDY) },
  })
  expect((await publishing.status(Date.now())).failuresInARow).toBeGreaterThan(0)
  rmSync(`${place.to}/news/academy/en-US/entries/n1.json`)
  await place.copy([dated(3)])
  await expect.poll(() => publishing.problem()).toBe(undefined)
  expect(await publishing.status(Date.now())).toMatchObject({ failuresInARow: 0 })
  expect(publishing.at(WARN).map(({ msg }) => `${msg}`)).toEqual([
    expect.stringMatching(/^cannot publish: .*is damaged/),
    expect.stringMatching(REMEDY),
  ])
})

it('has the widget of its start, whatever an update does to the files meanwhile', async () => {
  await using place = await schoolOf(1)
  const widgetDir = place.path('widget')
  buildWidget(widgetDir, 'aaaaaa')
  await using publishing = startPublishing(place, { widgetDir }, ['json', 'popups'])
  await expect.poll(() => isThere(place, 'popups/academy.js')).toBe(true)
  await expect.poll(() => isThere(place, 'news/academy/en-US/index.json')).toBe(true)
  rmSync(widgetDir, { recursive: true })
  await place.copy([dated(2)])
  await expect.poll(() => isThere(place, 'news/academy/en-US/entries/n2.json')).toBe(true)
  buildWidget(widgetDir, 'bbbbbb')
  await place.copy([dated(3)])
  await expect.poll(() => isThere(place, 'news/academy/en-US/entries/n3.json')).toBe(true)
  await publishing.close()
  expect(isThere(place, 'popups/school-popup-aaaaaa.js')).toBe(true)
  expect(isThere(place, 'popups/school-popup-bbbbbb.js')).toBe(false)
  expect(textOf(place, 'popups/academy.js')).toContain('school-popup-aaaaaa.js')
  expect(publishing.at(WARN)).toEqual([])
})

it('leaves alone what another publisher has made of the folder in the same way', async () => {
  await using place = await schoolOf(3)
  const pauses = { ...SHORT, gatherMs: 1, refreshMs: 1e9, verifyMs: 1e9 }
  const metrics = createMetrics([])
  const publications = () => metricValue(metrics.publications)
  const watchful = () => {
    let looks = 0
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
      if (milliseconds === pauses.noticeMs) looks += 1
    }
    return { looks: () => looks, publishing: startPublishing(place, { metrics, pauses, sleep }) }
  }
  const first = watchful()
  await expect.poll(publications).toBe(1)
  const second = watchful()
  await expect.poll(publications).toBe(2)
  // Whoever wrongly woke at its first look after that has published again well before its tenth.
  const before = first.looks()
  await expect.poll(() => Math.min(first.looks() - before, second.looks())).toBeGreaterThan(10)
  expect(await publications()).toBe(2)
  await Promise.all([first.publishing.close(), second.publishing.close()])
})

it('puts back no popup message that another agent of the store knows to be withdrawn', async () => {
  await using place = await schoolOf(1)
  let said = '["typhoon"]'
  const pauses = { ...SHORT, listenMs: 1e9, refreshMs: 1e9 }
  const popups = async () => said
  await using _publishing = startPublishing(place, { pauses, popups }, ['json', 'popups'])
  const published = () => textOf(place, 'popups/academy/en-US.json')
  await expect.poll(published).toContain('typhoon')
  said = '[]'
  await place.copy([dated(2)])
  await expect.poll(published).not.toContain('typhoon')
})

it('says that the folder is not kept up to date when another publisher has it for long', async () => {
  await using place = await schoolOf(1)
  await place.publish()
  const metrics = createMetrics([])
  const hanging = await lockFolder(place.to, 0, new AbortController().signal)
  const patient = startPublishing(place, { metrics })
  await expect.poll(() => patient.problem()).toContain('another schoolbell is writing')
  await patient.close()
  expect([patient.at(WARN), await metricValue(metrics.publications)]).toEqual([[], 0])
  await using publishing = startPublishing(place, { metrics, pauses: { ...SHORT, lockedMs: 0 } })
  await expect.poll(() => publishing.at(WARN).length).toBe(1)
  expect(publishing.at(WARN)[0]?.msg).toMatch(
    /^cannot publish: another schoolbell is writing .*; if it hangs, end it$/,
  )
  expect(await metricValue(metrics.publications)).toBeGreaterThan(0)
  await hanging[Symbol.asyncDispose]()
  await expect.poll(() => publishing.problem()).toBe(undefined)
})

it('rests while the database is away, whatever wakes those who wait for a change', async () => {
  await using place = await schoolOf(1)
  const rests: number[] = []
  const sleep = (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      rests.push(milliseconds)
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  const store = watchedStore(place.store, () => Promise.reject(new Error('away')))
  const watch = { look: () => undefined, moved: async () => undefined }
  await using _publishing = startPublishing(place, { sleep, store, watch })
  await expect.poll(() => rests.length).toBeGreaterThan(0)
  await setImmediate()
  // Whoever was woken would go on to gather changes.
  expect(rests).toEqual([SHORT.retryMs])
})

it('says once that there are no feeds without a base address', async () => {
  await using place = await school()
  await using publishing = startPublishing(place, {}, ['json', 'html', 'popups', 'media'])
  await publishing.close()
  expect(publishing.lines.filter(({ msg }) => /no feeds .* base URL/.test(String(msg)))).toHaveLength(1)
})

async function schoolOf(count: number): Promise<School> {
  const place = await school()
  await place.copy(entries(count))
  return place
}

/** Keeps the folder until the end of a test. */
function startPublishing(
  place: School,
  parts: Partial<PublishingParts> = {},
  formats: readonly PublishFormat[] = ['json', 'html'],
) {
  const { logger, at, lines } = logLines()
  const publishing = new Publishing({
    ...{ logger, metrics: createMetrics([]) },
    ...{ store: place.store, watch: createWatch(() => lastSeq(place.store.reading)) },
    ...{ to: place.to, storePath: place.db, mediaDir: undefined, widgetDir: false, clock: handClock(NOW) },
    afterPublish: undefined,
    settings: {
      ...{ streams: [ACADEMY], zone: 'Asia/Hong_Kong', formats: new Set(formats) },
      ...{ baseUrl: undefined, stylesheet: undefined },
      feeds: {
        ...{ identity: 'x', zone: 'Asia/Hong_Kong', newsLink: undefined, homeLink: undefined },
        ...{ titles: {}, descriptions: {}, entries: 50 },
      },
    },
    ...{ popups: undefined, keptPopups: async () => undefined },
    pauses: SHORT,
    ...parts,
  })
  publishing.begin()
  return Object.assign(publishing, { at, lines, [Symbol.asyncDispose]: () => publishing.close() })
}
