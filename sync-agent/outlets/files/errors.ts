/** Why nothing, or not everything, was published. */

import { join } from 'node:path'
import { codeOf, isDiskFull } from '../../../shared/error-code.ts'
import { writeFault } from '../../../shared/files/path-fault.ts'
import { MANIFEST_NAME } from './paths.ts'

export type PublishFault =
  | 'FOLDER_UNUSABLE' // it cannot be created, read or written
  | 'FOLDER_TAKEN' // it has files of others, or another school's news
  | 'FOLDER_LOCKED' // another publisher writes it now
  | 'FOLDER_FULL' // the disk is full
  | 'NOTHING_COPIED' // the store has no news to publish
  | 'STYLE_UNUSABLE' // the host's style sheet cannot be read
  | 'WIDGET_UNUSABLE' // the widget's files are missing, or of two builds
  | 'COMMAND_FAILED' // the files are published, but the program that hears of them failed

/** The folder's earlier content is complete. */
export class PublishError extends Error {
  override name = 'PublishError'
  readonly code: PublishFault

  constructor(code: PublishFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A file system error as one clear sentence; other errors unchanged. */
export function folderFault(folder: string, error: unknown): unknown {
  if (error instanceof PublishError || !(error instanceof Error)) return error
  const code = codeOf(error)
  const fail = (fault: PublishFault, what: string) =>
    new PublishError(fault, `${folder} cannot be written: ${what}`, { cause: error })
  if (isDiskFull(error)) return fail('FOLDER_FULL', 'the disk is full; the next publication continues')
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return fail('FOLDER_UNUSABLE', writeFault(folder, error))
  return error
}

/** As the next publication will find it. */
export const fullFolder = (folder: string) =>
  folderFault(folder, Object.assign(new Error(), { code: 'ENOSPC' }))

/** With two ways to start again. */
export function damagedManifest(folder: string, cause?: unknown): PublishError {
  const path = join(folder, MANIFEST_NAME)
  return new PublishError(
    'FOLDER_UNUSABLE',
    `${path} is damaged, or not a manifest of published files: empty the folder, or name another one; or empty only this file: correct files are then taken over, and the others named, to be removed`,
    { cause },
  )
}

/** The store or the folder has changed since the plan was made: a new plan is needed. */
export class PlanOutdatedError extends Error {
  override name = 'PlanOutdatedError'
}
