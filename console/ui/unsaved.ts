/** Work on the screen that is not saved: before it is left, its user is asked. */
export interface Work {
  readonly isChanged: boolean
  /** It is saved by itself wherever one is in the console. */
  readonly goesOn?: boolean
}

const works = new Set<Work>()

export const beginWork = (work: Work): void => void works.add(work)
export const endWork = (work: Work): void => void works.delete(work)

/** @param isEnd the console itself is left, not only a page of it */
export const isUnsaved = (isEnd = false): boolean =>
  [...works].some(({ isChanged, goesOn }) => isChanged && (isEnd || !goesOn))
