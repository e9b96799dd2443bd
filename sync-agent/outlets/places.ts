/** Files and folders of the options, looked at before the agent starts: a wrong path shows at once, not with its first use. */
import { accessSync, constants, readFileSync } from 'node:fs'
import { codeOf } from '../../shared/error-code.ts'
import { makeFolder, missingParent } from '../../shared/files/make-folder.ts'
import { pathFault, writeFault } from '../../shared/files/path-fault.ts'
import { AgentOptionError, type CheckedOptions } from '../options/options.ts'
import { argumentsFault } from './files/after-publish.ts'
import { PublishError } from './files/errors.ts'
import { openFolder } from './files/folder.ts'

/** A disk that is full or read-only for now is no wrong path: the agent starts, and serves the news that it has. */
const PASSING = ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE']

/** @throws {AgentOptionError} */
export async function refuseWrongPlaces({
  publish,
  media,
  db,
}: Pick<CheckedOptions, 'publish' | 'media' | 'db'>): Promise<void> {
  if (publish?.stylesheet !== undefined) {
    const { stylesheet } = publish
    lookAt(
      () => readFileSync(stylesheet),
      fault => new AgentOptionError('publish', `stylesheet: ${stylesheet} cannot be read: ${fault}`),
    )
  }
  if (publish?.afterPublish?.includes('/')) {
    const { afterPublish } = publish
    lookAt(
      () => accessSync(afterPublish, constants.X_OK),
      fault =>
        new AgentOptionError(
          'publish',
          `afterPublish: ${afterPublish} cannot be run: ${fault}${argumentsFault(afterPublish)}`,
        ),
    )
  }
  if (publish) {
    await openFolder(publish.to, db).catch(error => {
      if (!(error instanceof PublishError)) throw error
      if (!PASSING.includes(codeOf(error.cause)))
        throw new AgentOptionError('publish', `to: ${error.message}`)
    })
    refuseUnwritable(publish.to, reason => new AgentOptionError('publish', `to: ${reason}`))
  }
  if (media) {
    const { dir } = media
    const refuse = (fault: string) => new AgentOptionError('media', `dir: ${dir} cannot be used: ${fault}`)
    lookAt(
      () => {
        const fault = missingParent(dir)
        if (fault) throw refuse(fault)
        makeFolder(dir)
      },
      refuse,
      dir,
    )
    refuseUnwritable(dir, reason => new AgentOptionError('media', `dir: ${reason}`))
  }
}

function refuseUnwritable(folder: string, refuse: (reason: string) => Error): void {
  lookAt(
    () => accessSync(folder, constants.W_OK | constants.X_OK),
    fault => refuse(`${folder} cannot be written: ${fault}`),
    folder,
  )
}

/** @param toWrite the folder, where its remedy is to be named */
function lookAt(look: () => unknown, refuse: (fault: string) => Error, toWrite?: string): void {
  try {
    look()
  } catch (error) {
    if (!PASSING.includes(codeOf(error)))
      throw refuse(toWrite === undefined ? pathFault(error) : writeFault(toWrite, error))
  }
}
