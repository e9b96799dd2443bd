/** Snapshots that are kept and gone back to, and a school that begins anew. */
import { existsSync, globSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { StateError, startService } from '../../../console/index.ts'
import { createStateFile } from '../../../service/state/state-file.ts'
import { heldClock } from '../../support/held-clock.ts'
import { scratch } from '../../support/scratch.ts'
import { entry, NOW, startSmallSchool } from '../../support/small-school.ts'
import { everything, newsOf } from './everything.ts'

describe('a snapshot', () => {
  // Promise: integrate/snapshots
  it('is gone back to, which can be undone; it can be deleted and brought back', async () => {
    await using school = await startSmallSchool()
    const { news, popups } = school.service
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('Before the trip')
    const first = await everything(school)
    news.remove('N-1')
    popups.withdraw(popups.list()[0]?.popupId ?? 0)
    const changed = await everything(school)
    expect(changed).not.toEqual(first)

    const undo = snapshots.apply(snapshotId)
    expect(await everything(school)).toEqual(first)
    expect(undo).toMatchObject({ kind: 'before', name: 'Before going back to Before the trip' })
    snapshots.apply(undo.snapshotId)
    expect(await everything(school)).toEqual(changed)

    const kept = () => snapshots.list().filter(({ kind }) => kind === 'kept')
    expect([snapshots.delete(snapshotId), snapshots.delete(snapshotId), kept()]).toEqual([true, false, []])
    expect(() => snapshots.apply(snapshotId)).toThrow(StateError)
    expect([snapshots.restore(snapshotId), snapshots.restore(snapshotId)]).toEqual([true, false])
    expect(kept()).toMatchObject([{ snapshotId, name: 'Before the trip', holds: { news: 5 } }])
  })

  it('outlives the service; every open statement, and another service on the same folder, go on with it', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    const first = await startSmallSchool({ dataDir })
    const { snapshotId } = first.service.state.snapshots.take('First')
    const before = await everything(first)
    await first.service.state.reset('empty')
    await first[Symbol.asyncDispose]()

    await using second = await startSmallSchool({ dataDir })
    await using third = await startSmallSchool({ dataDir })
    for (const school of [second, third]) expect((await newsOf(school)).newsList).toEqual([])
    second.service.state.snapshots.apply(snapshotId)
    for (const school of [second, third]) expect(await everything(school)).toEqual(before)
    second.service.news.put(entry('N-9', ['academy'], '20261120080000', 'Ninth', '第九'))
    expect((await newsOf(second)).newsList[0]).toMatchObject({ newsId: 'N-9' })
  })

  it('of a first version is brought up to date when it is gone back to', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('First version')
    const [name = ''] = readdirSync(place.path('data', 'snapshots'))
    const file = place.path('data', 'snapshots', name)
    rmSync(file)
    const old = createStateFile(file, 1)
    old.exec("INSERT INTO school VALUES (1, 'Old', '舊', 'old', 0, '')")
    old.close()
    snapshots.apply(snapshotId)
    expect(school.service.app.id).toBe('old')
  })

  it('is one of at most fifty that people keep; those taken by themselves make room, as what a killed process left', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const { snapshots } = school.service.state
    const files = () => readdirSync(place.path('data', 'snapshots'))
    snapshots.take('1')
    for (const [name, hours] of [
      ['left.db', 2],
      ['under-way.db', 0],
    ] as const) {
      const path = place.path('data', 'snapshots', name)
      writeFileSync(path, '')
      const at = new Date(Date.now() - hours * 3_600_000)
      utimesSync(path, at, at)
    }
    for (let number = 2; number <= 50; number += 1) snapshots.take(`${number}`)
    expect(files()).toContain('under-way.db')
    expect(files()).not.toContain('left.db')
    expect(() => snapshots.take('one more')).toThrow('50 snapshots are kept at most')
    const oldest = snapshots.list().at(-1)?.snapshotId ?? 0
    for (let time = 0; time < 12; time += 1) snapshots.apply(oldest)
    expect(snapshots.list().filter(({ kind }) => kind === 'before')).toHaveLength(10)
    expect(files()).toHaveLength(61)
  })
})

describe('a snapshot that is being used', () => {
  it('stays, as the oldest of ten that were taken by themselves too, also when one goes back and forth', async () => {
    await using school = await startSmallSchool()
    const { snapshots } = school.service.state
    const first = await everything(school)
    const oldest = snapshots.apply(snapshots.take('First').snapshotId)
    school.service.news.remove('N-1')
    const changed = await everything(school)
    const { snapshotId } = snapshots.take('Changed')
    for (let time = 0; time < 9; time += 1) snapshots.apply(snapshotId)
    for (let time = 0; time < 2; time += 1) {
      const undo = snapshots.apply(oldest.snapshotId)
      expect(await everything(school)).toEqual(first)
      snapshots.apply(undo.snapshotId)
      expect(await everything(school)).toEqual(changed)
    }
    expect(snapshots.list().filter(({ kind }) => kind === 'before')).toHaveLength(10)
  })

  it('stays while the clock is set back: what protects a state is not tidied away as the oldest', async () => {
    await using school = await startSmallSchool()
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('First')
    for (let time = 0; time < 10; time += 1) snapshots.apply(snapshotId)
    school.clock.set('2026-11-19T17:30:00Z')
    school.service.news.remove('N-1')
    const changed = await everything(school)
    const undo = snapshots.apply(snapshotId)
    expect(snapshots.list()[0]).toEqual(undo)
    snapshots.apply(undo.snapshotId)
    expect(await everything(school)).toEqual(changed)
  })

  it('keeps the journal of a process that was killed while it brought it up to date', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const { snapshots } = school.service.state
    snapshots.take('First')
    const [name = ''] = readdirSync(place.path('data', 'snapshots'))
    const journal = place.path('data', 'snapshots', `${name}-journal`)
    writeFileSync(journal, '')
    utimesSync(journal, 0, 0)
    snapshots.take('Second')
    expect(existsSync(journal)).toBe(true)
  })

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ])('puts nothing in the place of the school when its file %s', async (_, damage) => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const before = await everything(school)
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('First')
    const [name = ''] = readdirSync(place.path('data', 'snapshots'))
    damage(place.path('data', 'snapshots', name))
    expect(() => snapshots.apply(snapshotId)).toThrow('nothing was changed')
    expect(await everything(school)).toEqual(before)
  })

  it('does not leave its number to another', async () => {
    await using school = await startSmallSchool()
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('First')
    snapshots.delete(snapshotId)
    school.clock.set('2026-11-20T03:30:00Z')
    expect(snapshots.take('Second').snapshotId).toBeGreaterThan(snapshotId)
    expect(snapshots.take('Third').snapshotId).toBeGreaterThan(snapshotId + 1)
  })
})

describe('a reset', () => {
  it('to the sample gives what a new service has, however often', async () => {
    await using service = await startService({ clock: heldClock(NOW) })
    const popups = async () => {
      const url = `${service.serviceUrl}/api/v1/popupmsg/check?siteId=academy`
      return (await (await fetch(url)).json()).content
    }
    const first = await popups()
    for (let time = 0; time < 2; time += 1) {
      for (const { popupId } of service.popups.list()) service.popups.withdraw(popupId)
      expect(await popups()).toEqual([])
      await service.state.reset('sample')
      expect(await popups()).toEqual(first)
    }
  })

  it('to the sample is dated by the service’s clock: on another day, and set back within a day', async () => {
    // Begun on another day: the template of then would be used on the same day.
    await using service = await startService({ clock: heldClock('2026-11-18T01:30:00Z') })
    const newestAt = async (time: string) => {
      service.clock.set(time)
      await service.state.reset('sample')
      return (await newsOf({ addresses: service })).newsList[0].newsDateTime
    }
    expect(await newestAt('2026-11-20T18:00:00+08:00')).toMatch(/^2026112017/)
    expect(Number(await newestAt('2026-11-20T06:00:00+08:00'))).toBeLessThan(20261120060000)
  })

  it('to the sample is made ready by a service that goes on with what was there, and leaves nothing behind', async () => {
    using place = scratch()
    const [dataDir, clock] = [place.path('data'), heldClock(NOW)]
    await (await startService({ dataDir, clock })).close()
    const templates = () => globSync('data/.work-*/sample-*.db', { cwd: place.folder })
    expect(templates()).toEqual([])
    {
      await using service = await startService({ dataDir, clock })
      await expect.poll(templates, { message: 'the sample is made ready' }).toHaveLength(1)
      const [before, popup] = [service.popups.list(), service.popups.list()[0]]
      service.popups.withdraw(popup?.popupId ?? 0)
      await Promise.all([service.state.reset('sample'), service.state.reset('sample')])
      expect(service.popups.list()).toHaveLength(before.length)
      expect(templates()).toHaveLength(1)
    }
    expect(globSync('data/.work-*', { cwd: place.folder })).toEqual([])
  })

  it('to a part of a seed has that over an empty school; to a seed that cannot be leaves what was', async () => {
    await using school = await startSmallSchool()
    const { state, popups } = school.service
    const before = await everything(school)
    const wrong = [entry('a,b', ['academy'], '20261101090000', 'x', 'x')]
    await expect(state.reset({ news: wrong })).rejects.toThrow('seed given: /news/0/newsId')
    await expect(state.reset('/nowhere/at/all.json')).rejects.toThrow(
      'seed /nowhere/at/all.json: the file does not exist; give sample, empty, a JSON file or an exported state',
    )
    expect(await everything(school)).toEqual(before)

    await state.reset({ news: [entry('N-1', ['academy'], '20261101090000', 'Only', '唯一')] })
    expect((await newsOf(school)).newsList).toMatchObject([{ newsTitle: 'Only' }])
    expect(popups.list()).toEqual([])
  })
})
