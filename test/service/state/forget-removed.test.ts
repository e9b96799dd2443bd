/** Files of removed media go from the disk, and no file that anything still names. */
import { existsSync, readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { heldClock } from '../../support/held-clock.ts'
import { pdfFile, photograph } from '../../support/media-files.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let data: Scratch
beforeEach(() => {
  data = scratch()
})
afterEach(() => data[Symbol.dispose]())

const MORNING = '2026-11-20T01:00:00Z'
const NOON = '2026-11-20T04:00:00Z'
/** The service runs at this time, and ends. */
async function during<Result>(time: string, work: (school: SmallSchool) => Result | Promise<Result>) {
  await using school = await startSmallSchool({ dataDir: data.folder, clock: heldClock(time) })
  return await work(school)
}
const isThere = (path: string) => existsSync(data.path('media', path))
const addPicture = async ({ service }: SmallSchool, name: string, noise: number) =>
  service.media.add(await photograph('png', { noise }), { name })

it('an hour after the removal, when the service starts, with their folders', async () => {
  const [picture, unused, document] = await during(MORNING, async school => {
    const all = [await addPicture(school, 'a.png', 1), await addPicture(school, 'b.png', 2)] as const
    const { media } = school.service
    const [first, second] = [
      await media.add(pdfFile('1'), { name: '1.pdf' }),
      await media.add(pdfFile('2'), { name: '2.pdf' }),
    ]
    for (const { name } of [all[0], first]) expect(media.remove(name)).toBe(true)
    return [all[0], all[1], first, second]
  })
  const { path, thumbnailPath, screenPath } = picture
  // The removal can still be undone.
  await during('2026-11-20T01:59:00Z', () => undefined)
  expect([path, thumbnailPath, screenPath, document.path].map(isThere)).toEqual([true, true, true, true])
  await during(NOON, ({ service }) => {
    expect([path, thumbnailPath, screenPath, document.path].filter(isThere)).toEqual([])
    expect(readdirSync(data.path('media'))).not.toContain(path.split('/')[0])
    expect(service.media.restore(picture.name)).toBe(false)
    // Documents share their posters.
    expect([unused.path, unused.thumbnailPath, document.thumbnailPath].map(isThere)).toEqual([
      true,
      true,
      true,
    ])
  })
})

it('not when the removal was undone, or something names them', async () => {
  const [undone, named] = await during(MORNING, async school => {
    const undone = await addPicture(school, 'undone.png', 1)
    school.service.media.remove(undone.name)
    school.service.media.restore(undone.name)
    return [undone, school.service.media.get('gate')]
  })
  // As an undone change of an entry can leave it.
  const database = new Database(data.path('service.db'))
  database.prepare("UPDATE media SET removed_at = 1 WHERE name = 'gate'").run()
  database.close()
  await during(NOON, ({ service }) => {
    expect([undone, named].map(medium => medium && isThere(medium.path))).toEqual([true, true])
    expect(service.media.restore('gate')).toBe(true)
  })
})

it('not before the last snapshot that has them is gone', async () => {
  const [picture, snapshotId] = await during(MORNING, async school => {
    const picture = await addPicture(school, 'a.png', 1)
    const { snapshotId } = school.service.state.snapshots.take('With it')
    school.service.media.remove(picture.name)
    return [picture, snapshotId]
  })
  await during(NOON, ({ service }) => {
    const before = service.state.snapshots.apply(snapshotId)
    expect(service.media.get(picture.name)).toEqual(picture)
    expect(isThere(picture.path)).toBe(true)
    service.state.snapshots.apply(before.snapshotId)
    for (const { snapshotId } of service.state.snapshots.list()) service.state.snapshots.delete(snapshotId)
  })
  await during('2026-11-20T06:00:00Z', () => expect(isThere(picture.path)).toBe(false))
})
