import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { holdFolder } from '../../demo/one-demo.ts'
import { scratch } from '../support/scratch.ts'

it('a demo on a file says that this is no folder, and which option names another', () => {
  using place = scratch()
  mkdirSync(place.folder, { recursive: true })
  writeFileSync(place.path('file'), '')
  expect(() => holdFolder(place.path('file', 'data'))).toThrow(
    `${place.path('file', 'data')} cannot be used for the demo's data: a part of the path is a file, not a folder (ENOTDIR); give another --data-dir`,
  )
})
