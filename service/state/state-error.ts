/** A state cannot be taken, kept or put in the place of another: why, and where in the file. Nothing was changed. */
export type StateFault =
  | 'STATE_INVALID' // the file is no state, or a damaged one
  | 'STATE_NEWER' // a newer version of this program wrote it
  | 'STATE_TOO_LARGE' // more than is taken in
  | 'STATE_NOT_EMPTY' // there is a school already, and nobody said that it may be replaced
  | 'STATE_NO_ROOM' // on the disk
  | 'STATE_SAMPLE' // published keys would be served to a network
  | 'SNAPSHOT_UNKNOWN'
  | 'SNAPSHOT_LIMIT'

export class StateError extends Error {
  override name = 'StateError'
  readonly code: StateFault

  constructor(code: StateFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** @param place in the file, as in `school.db news` */
export const invalid = (place: string, reason: string, options?: ErrorOptions) =>
  new StateError('STATE_INVALID', place === '' ? reason : `${place}: ${reason}`, options)

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Names the file in what is wrong with it; a file that was sent has no name that anybody knows. */
export async function namingFile<Result>(file: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    throw new StateError(error.code, `${file}: ${error.message}`, { cause: error })
  }
}
