/** The folder in which a service makes what it puts in place: kept while it runs, swept away when it was killed. */
import { existsSync, globSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { workFolder } from '../../../service/state/work-folder.ts'
import { scratch } from '../../support/scratch.ts'
import { startSmallSchool } from '../../support/small-school.ts'

const age = (folder: string) => {
  const old = new Date(Date.now() - 3 * 24 * 3_600_000)
  for (const path of [join(folder, 'in-use'), folder]) if (existsSync(path)) utimesSync(path, old, old)
}

it('of a service that runs for days stays when another begins to work on the same data', () => {
  using place = scratch()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const first = workFolder(place.folder)
    const { folder } = first
    writeFileSync(join(folder, 'sample.db'), '')
    age(folder)
    vi.advanceTimersByTime(10 * 60_000)
    const second = workFolder(place.folder)
    expect(second.folder).not.toBe(folder)
    expect(existsSync(join(folder, 'sample.db'))).toBe(true)
    first.close()
    expect(existsSync(second.folder)).toBe(true)
    second.close()
    expect(globSync('.work-*', { cwd: place.folder })).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('of one that was killed is swept away by the next', () => {
  using place = scratch()
  const killed = workFolder(place.folder).folder
  age(killed)
  const next = workFolder(place.folder)
  expect(existsSync(next.folder)).toBe(true)
  expect(existsSync(killed)).toBe(false)
  next.close()
})

it('that was taken away is made again: export, import and reset go on', async () => {
  using place = scratch()
  await using school = await startSmallSchool({ dataDir: place.path('data') })
  const { state } = school.service
  const file = place.path('state.zip')
  const takeAway = () => {
    const [folder = ''] = globSync('data/.work-*', { cwd: place.folder })
    expect(folder).not.toBe('')
    rmSync(place.path(folder), { recursive: true })
  }
  await state.reset('sample')
  takeAway()
  await state.reset('sample')
  await state.reset('empty')
  takeAway()
  await state.export(file)
  takeAway()
  await state.import(file)
})
