import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { pathFault, writeFault } from '../../../shared/files/path-fault.ts'

const fault = (code: string) => Object.assign(new Error(`${code}: open`), { code })

it.each([
  ['ENOENT', 'it does not exist (ENOENT)'],
  ['ENOTDIR', 'a part of the path is a file, not a folder (ENOTDIR)'],
  ['EEXIST', 'a part of the path is a file, not a folder (EEXIST)'],
  ['EISDIR', 'it is a folder (EISDIR)'],
  ['EACCES', 'this user is not allowed to use it (EACCES)'],
  ['EROFS', 'the disk is read-only (EROFS)'],
  ['EMFILE', 'EMFILE: open'],
])('%s is said in words, where there are any', (code, words) => {
  expect(pathFault(fault(code))).toBe(words)
})

it('what is no error is said as it is', () => {
  expect(pathFault('full')).toBe('full')
})

it('what may not be written is said with who may change that', () => {
  const here = import.meta.filename
  const missing = join(here, '..', 'missing')
  const allow = (path: string) => `; give this user write access to ${path}`
  expect(writeFault(here, fault('EACCES'))).toBe(`${pathFault(fault('EACCES'))}${allow(here)}`)
  expect(writeFault(missing, fault('EPERM'))).toBe(`${pathFault(fault('EPERM'))}${allow(dirname(here))}`)
  expect(writeFault(join(missing, 'deep', 'down'), fault('EACCES'))).toMatch(allow(dirname(here)))
  for (const code of ['ENOSPC', 'SQLITE_FULL'])
    expect(writeFault(here, fault(code))).toBe(`the disk is full (${code}); make room`)
  expect(writeFault(here, fault('EROFS'))).toBe(
    'the disk is read-only (EROFS); make it writable, under systemd with ReadWritePaths=',
  )
  expect(writeFault(here, fault('EISDIR'))).toBe('it is a folder (EISDIR)')
})
