import { expect, it } from 'vitest'
import { pathFault } from '../../../shared/files/path-fault.ts'

it.each([
  ['ENOENT', 'it does not exist (ENOENT)'],
  ['ENOTDIR', 'a part of the path is a file, not a folder (ENOTDIR)'],
  ['EEXIST', 'a part of the path is a file, not a folder (EEXIST)'],
  ['EISDIR', 'it is a folder (EISDIR)'],
  ['EACCES', 'this user is not allowed to use it (EACCES)'],
  ['EROFS', 'the disk is read-only (EROFS)'],
  ['EMFILE', 'EMFILE: open'],
])('%s is said in words, where there are any', (code, words) => {
  expect(pathFault(Object.assign(new Error(`${code}: open`), { code }))).toBe(words)
})
