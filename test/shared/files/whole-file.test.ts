/** A file that is written whole or not at all. */
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { type FileHandle, readFile } from 'node:fs/promises'
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

it('may be new, and is closed afterwards', async () => {
  using place = scratch()
  const fill = async (unfinished: FileHandle) => {
    await unfinished.writeFile('new')
    return unfinished
  }
  const { fd } = await writeWhole(place.path('list.csv'), fill, 0o600)
  expect(fd).toBe(-1)
  expect(readFileSync(place.path('list.csv'), 'utf8')).toBe('new')
  expect(statSync(place.path('list.csv')).mode & 0o777).toBe(0o600)
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

it('goes into a pipe as it comes, which stays one', async () => {
  using place = scratch()
  const pipe = place.path('pipe')
  execFileSync('mkfifo', [pipe])
  const read = readFile(pipe, 'utf8')
  await writeWhole(pipe, sink => sink.writeFile('a line'))
  expect(await read).toBe('a line')
  expect(statSync(pipe).isFIFO()).toBe(true)
})

it('with permissions of its own has these, whatever those of the file before', async () => {
  using place = scratch()
  const file = place.path('key')
  writeFileSync(file, 'before', { mode: 0o644 })
  await writeWhole(file, unfinished => unfinished.writeFile('after'), 0o600)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('that cannot be looked at is not written', async () => {
  using place = scratch()
  writeFileSync(place.path('file'), '')
  const within = writeWhole(place.path('file', 'list.csv'), unfinished => unfinished.writeFile('x'))
  await expect(within).rejects.toThrow(expect.objectContaining({ code: 'ENOTDIR', syscall: 'stat' }))
})
