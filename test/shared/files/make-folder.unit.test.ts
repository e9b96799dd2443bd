/** A folder with its parents; an error in a moment where none can be made. */
import { statSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeFolder, missingParent } from '../../../shared/files/make-folder.ts'
import { scratch } from '../../support/scratch.ts'

it('is made with its parents, and the first new one is named', () => {
  using place = scratch()
  expect(makeFolder(place.path('a', 'b', 'c'))).toBe(place.path('a'))
  expect(makeFolder(place.path('a', 'b', 'd'))).toBe(place.path('a', 'b', 'd'))
  expect(makeFolder(place.path('a', 'b'))).toBeUndefined()
  expect(statSync(place.path('a', 'b', 'c')).isDirectory()).toBe(true)
  symlinkSync(place.path('a'), place.path('link'))
  expect(makeFolder(place.path('link'))).toBeUndefined()
})

it('a file in the way is an error', () => {
  using place = scratch()
  writeFileSync(place.path('file'), '')
  expect(() => makeFolder(place.path('file'))).toThrow('EEXIST')
  expect(() => makeFolder(place.path('file', 'below'))).toThrow('ENOTDIR')
  symlinkSync(place.path('nowhere'), place.path('broken'))
  expect(() => makeFolder(place.path('broken'))).toThrow('EEXIST')
})

it.runIf(process.platform === 'linux')('where the system makes none, it does not try forever', () => {
  expect(() => makeFolder('/proc/schoolbell/data')).toThrow(
    expect.objectContaining({
      message: 'no folder can be made in /proc',
      cause: expect.objectContaining({ code: 'ENOENT' }),
    }),
  )
})

it('of a path that an operator wrote, the parent has to be there', () => {
  using place = scratch()
  expect(missingParent(place.path('new'))).toBeUndefined()
  expect(missingParent(place.path('typo', 'new'))).toBe(
    `the folder ${place.path('typo')} does not exist; correct the path, or make the folder first`,
  )
})
