/** A secret in a file is read only where nobody else can read it. */
import { chmodSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPrivate } from '../../../shared/files/private-file.ts'
import { scratch } from '../../support/scratch.ts'

it.each([0o600, 0o640, 0o400])('with the permissions %o it is read', mode => {
  using place = scratch()
  const file = place.path('password')
  writeFileSync(file, 'secret')
  chmodSync(file, mode)
  expect(readPrivate(file)).toBe('secret')
})

it.each([0o644, 0o604, 0o602, 0o601])('with the permissions %o it is refused', mode => {
  using place = scratch()
  const file = place.path('password')
  writeFileSync(file, 'secret')
  chmodSync(file, mode)
  expect(() => readPrivate(file)).toThrow('every user of this machine can read it; run chmod o= on it')
})
