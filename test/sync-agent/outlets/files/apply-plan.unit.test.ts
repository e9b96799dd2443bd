/** How a folder is brought to a plan, step by step. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ApplyPlanParts, applyPlan, newTally } from '../../../../sync-agent/outlets/files/apply-plan.ts'
import { type Folder, openFolder } from '../../../../sync-agent/outlets/files/folder.ts'
import type { Stage } from '../../../../sync-agent/outlets/files/planned-file.ts'
import { openRecord } from '../../../../sync-agent/outlets/files/record.ts'
import { ACADEMY } from '../../support.ts'
import { entries, everyFile, faultsIn, type School, school } from './support.ts'

let place: School
beforeEach(async () => {
  place = await school()
})
afterEach(async () => place[Symbol.asyncDispose]())

/** The folder as it is published, brought to another plan. */
async function carry(
  stages: readonly Stage[],
  differing: (folder: Folder) => Partial<Folder>,
  tally = newTally(),
) {
  const real = await openFolder(place.to, place.db)
  using record = openRecord(place.to)
  const parts: ApplyPlanParts = {
    ...{ folder: { ...real, ...differing(real) }, record, rows: await record.files() },
    ...{ compress: false, verify: false, keeps: () => false },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  }
  return await applyPlan(stages, tally, parts)
}

const text = (path: string, source: string) =>
  ({ path, source, content: { kind: 'text', make: async () => source } }) as const
const allPaths = () => [...everyFile(place.to).keys()]
const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

it('what points to other files goes before them', async () => {
  await place.copy(entries(60))
  await place.publish()
  const faults = new Set<string>()
  const gone: string[] = []
  await carry([], real => ({
    async remove(path) {
      const removal = await real.remove(path)
      gone.push(path)
      if (gone.length % 31 === 0 || gone.length < 15) {
        for (const fault of faultsIn(place.to, [ACADEMY])) faults.add(fault)
      }
      return removal
    },
  }))
  expect([...faults]).toEqual([])
  expect(everyFile(place.to).size).toBe(0)
  const pages = gone.filter(path => /^pages.*page-\d+\.html$/.test(path))
  expect(pages.map(path => Number(/\d+/.exec(path)))).toEqual([2, 1])
  expect(gone.indexOf('pages/style.css')).toBeGreaterThan(gone.indexOf('pages/academy/en-US/entries/n1.html'))
})

it('what is new comes before what will point to it, after a run that broke off as well', async () => {
  await place.copy(entries(1))
  await place.publish()
  const [standing, added] = ['pages/academy/en-US/entries/n1.html', 'pages/academy/en-US/entries/n2.html']
  const plan = [{ files: [text(standing, 'new'), text(added, 'new')] }]
  const powerCut = new Error('power cut')
  await expect(carry(plan, () => ({ show: () => Promise.reject(powerCut) }))).rejects.toBe(powerCut)
  const shown: string[] = []
  await carry(plan, real => ({
    async show(path) {
      shown.push(path)
      await real.show(path)
    },
  }))
  expect(shown).toEqual([added, standing])
})

it('on a full disk what is withdrawn vanishes first, and what room there is then is used file by file', async () => {
  await place.copy(entries(5))
  await place.publish({ formats: ['json', 'html'] })
  const withdrawn = allPaths().filter(path => path.includes('/n3.'))
  expect(withdrawn).toHaveLength(2)
  const stays = allPaths().filter(path => !withdrawn.includes(path))
  const plan = [{ files: stays.map(path => text(path, `new ${path}`)) }]
  let tally = newTally()
  const attempt = (room: number) => {
    let taken = 0
    return carry(
      plan,
      real => ({
        async prepare(path, bytes) {
          taken += 1
          if (taken > room) throw FULL
          return await real.prepare(path, bytes)
        },
        async show(path) {
          await real.show(path)
          taken -= 1
        },
      }),
      tally,
    )
  }
  for (const error of [{ name: 'PlanOutdatedError', cause: FULL }, FULL]) {
    await expect(attempt(0)).rejects.toMatchObject(error)
    expect(allPaths().sort()).toEqual(stays.sort())
  }
  tally = newTally()
  await expect(attempt(1)).rejects.toMatchObject({ name: 'PlanOutdatedError', cause: FULL })
  expect(await attempt(1)).toMatchObject({ written: stays.length, removed: 0 })
})

it('on a full disk popup messages that are no longer shown vanish, and a script goes before it tells of the past', async () => {
  await place.copy(entries(1))
  await place.publish({ formats: ['json', 'html'] })
  const popups = (source: string) => [
    text('popups/school-popup-aaaaaa.js', 'x'),
    text('popups/academy.js', source),
  ]
  const messages = text('popups/academy/en-US.json', 'typhoon')
  const news = allPaths().map(path => text(path, 'news'))
  await carry([{ files: [...popups('typhoon'), messages] }, { files: news }], () => ({}))
  const noRoom = { prepare: () => Promise.reject(FULL) }
  const calm = [{ files: popups('calm') }, { files: news }]
  await expect(carry(calm, () => noRoom)).rejects.toMatchObject({ name: 'PlanOutdatedError', cause: FULL })
  expect(allPaths().sort()).toEqual([...news.map(({ path }) => path), 'popups/school-popup-aaaaaa.js'].sort())
  await carry(calm, () => ({}))
  expect(readFileSync(`${place.to}/popups/academy.js`, 'utf8')).toBe('calm')
})
