/** A file that is written whole or not at all. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { expect, it } from 'vitest'
import { writeWhole } from '../../../shared/files/whole-file.ts'
import { scratch } from '../../support/scratch.ts'

it('that cannot be written to its end leaves the one that was there, and nothing half done', async () => {
  using place = scratch()
  const file = place.path('list.csv')
  writeFileSync(file, 'the good one')
  const broken = writeWhole(file, async unfinished => {
    await unfinished.writeFile('half of')
    throw new Error('disk full')
  })
  await expect(broken).rejects.toThrow('disk full')
  expect(readFileSync(file, 'utf8')).toBe('the good one')
  expect(readdirSync(place.folder)).toEqual(['list.csv'])
})

it('takes the place of the file behind a link, with its permissions', async () => {
  using place = scratch()
  const file = place.path('list.csv')
  writeFileSync(file, 'before')
  chmodSync(file, 0o640)
  symlinkSync(file, place.path('link'))
  await writeWhole(place.path('link'), unfinished => unfinished.writeFile('after'))
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['after', 0o640])
  expect(readdirSync(place.folder).toSorted()).toEqual(['link', 'list.csv'])
})

it('goes into a device as it comes, which stays one', async () => {
  await writeWhole('/dev/null', sink => sink.writeFile('nothing'))
  expect(existsSync('/dev/null') && statSync('/dev/null').isFile()).toBe(false)
})
