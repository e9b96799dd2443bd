/** What a file system says, in the words of the folder's owner. */
import { expect, it } from 'vitest'
import { folderFault } from '../../../../sync-agent/outlets/files/errors.ts'

const saying = (code: string) => Object.assign(new Error(`${code}: something`), { code })

it.each([
  ['ENOSPC', 'FOLDER_FULL', /\/srv\/www cannot be written: the disk is full; the next publication continues/],
  ['EDQUOT', 'FOLDER_FULL', /disk is full/],
  [
    'EACCES',
    'FOLDER_UNUSABLE',
    /\/srv\/www cannot be written: this user is not allowed to use it \(EACCES\); give this user write access to \/srv[^;]*$/,
  ],
  [
    'EROFS',
    'FOLDER_UNUSABLE',
    /cannot be written: the disk is read-only \(EROFS\); make it writable, under systemd with ReadWritePaths=[^;]*$/,
  ],
])('%s', (code, fault, message) => {
  expect(folderFault('/srv/www', saying(code))).toMatchObject({
    code: fault,
    message: expect.stringMatching(message),
  })
})

it('what it does not know stays what it was', () => {
  const odd = saying('EIO')
  expect(folderFault('/srv/www', odd)).toBe(odd)
})
