/** How a folder is brought to a plan, step by step. */
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type CarryOutParts,
  carryOut,
  newTally,
  type Stage,
} from '../../../../sync-agent/outlets/files/carry-out.ts'
import { type Folder, openFolder } from '../../../../sync-agent/outlets/files/folder.ts'
import { openLedger } from '../../../../sync-agent/outlets/files/ledger.ts'
import { ACADEMY } from '../../support.ts'
import { entries, everyFile, faultsIn, type School, school } from './support.ts'

let place: School
beforeEach(async () => {
  place = await school()
})
afterEach(async () => place[Symbol.asyncDispose]())

/** The folder as it is published, brought to another plan. */
async function carry(stages: readonly Stage[], differing: (folder: Folder) => Partial<Folder>) {
  const real = await openFolder(place.to, place.db)
  using ledger = openLedger(place.to)
  const parts: CarryOutParts = {
    ...{ folder: { ...real, ...differing(real) }, ledger, rows: await ledger.files() },
    ...{ compress: false, verify: false, signal: new AbortController().signal, onProgress: () => undefined },
  }
  return await carryOut(stages, newTally(), parts)
}

it('what points to other files goes before them', async () => {
  await place.copy(entries(250))
  await place.publish({ compress: true })
  const faults = new Set<string>()
  const gone: string[] = []
  await carry([], real => ({
    async remove(path) {
      const removal = await real.remove(path)
      gone.push(path)
      if (gone.length % 7 === 0 || gone.length < 60) {
        for (const fault of faultsIn(place.to, [ACADEMY])) faults.add(fault)
      }
      return removal
    },
  }))
  expect([...faults]).toEqual([])
  expect(everyFile(place.to).size).toBe(0)
  const pages = gone.filter(path => /^pages.*page-\d+\.html$/.test(path))
  expect(pages.map(path => Number(/\d+/.exec(path)))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(gone.indexOf('pages/style.css')).toBeGreaterThan(gone.indexOf('pages/academy/en-US/entries/n1.html'))
})

it('on a full disk what is withdrawn vanishes first, and what it leaves is taken for the lists', async () => {
  await place.copy(entries(5))
  await place.publish()
  const withdrawn = [...everyFile(place.to).keys()].filter(path => path.includes('/n3.'))
  expect(withdrawn).toHaveLength(2)
  const text = (path: string, source: string) => ({
    ...({ path, source, content: { kind: 'text', make: async () => source } } as const),
  })
  const stays = [...everyFile(place.to).keys()].filter(path => !withdrawn.includes(path))
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const plan = [{ files: stays.map(path => text(path, `new ${path}`)) }]
  const attempt = () => carry(plan, () => ({ prepare: () => Promise.reject(full) }))
  await expect(attempt()).rejects.toMatchObject({ name: 'PlanOutdatedError', cause: full })
  expect(withdrawn.filter(path => existsSync(`${place.to}/${path}`))).toEqual([])
  // Nothing more can be made room with.
  await expect(attempt()).rejects.toBe(full)
  expect([...everyFile(place.to).keys()].sort()).toEqual(stays.sort())
  expect(await carry(plan, () => ({}))).toMatchObject({ written: stays.length, removed: 0 })
})
