/** Why nothing, or not everything, could be published; said in the words of the folder's owner. */

import { join } from 'node:path'
import { isDiskFull } from '../../../shared/disk-full.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { RECORD_NAME } from './paths.ts'

export type PublishFault =
  | 'FOLDER_UNUSABLE' // it cannot be made, read or written
  | 'FOLDER_TAKEN' // something else, or another school's news, is in it
  | 'FOLDER_LOCKED' // another publisher writes it now
  | 'FOLDER_FULL' // the disk is full
  | 'NOTHING_COPIED' // the store has no news of what is to be published
  | 'STYLE_UNUSABLE' // the host's style sheet cannot be read

/** What stood in the folder before still stands, whole. */
export class PublishError extends Error {
  override name = 'PublishError'
  readonly code: PublishFault

  constructor(code: PublishFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What the file system says, as one clear sentence; any other error as it is. */
export function folderFault(folder: string, error: unknown): unknown {
  if (error instanceof PublishError || !(error instanceof Error)) return error
  const code = codeOf(error)
  const fail = (fault: PublishFault, what: string) =>
    new PublishError(fault, `${folder} ${what}; run it again and it goes on`, { cause: error })
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damagedRecord(folder, error)
  if (isDiskFull(error)) return fail('FOLDER_FULL', 'cannot take more: the disk is full')
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code))
    return fail('FOLDER_UNUSABLE', `cannot be written (${error.message})`)
  return error
}

/** With two ways to begin anew. */
export function damagedRecord(folder: string, cause: unknown): PublishError {
  const path = join(folder, RECORD_NAME)
  return new PublishError(
    'FOLDER_UNUSABLE',
    `${path} is no record of what was published, or a damaged one: empty the folder, or name another; or empty that file alone, and files that are as they should be are taken over`,
    { cause },
  )
}

/** What was planned from is no longer so: the store has moved on, or the folder has. Another plan is to be made. */
export class PlanOutdatedError extends Error {
  override name = 'PlanOutdatedError'
}
