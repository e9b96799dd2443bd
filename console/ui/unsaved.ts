/** Work on the screen that is not saved: before it is left, its user is asked. */
export interface Work {
  readonly isChanged: boolean
}

const works = new Set<Work>()

export const beginWork = (work: Work): void => void works.add(work)
export const endWork = (work: Work): void => void works.delete(work)

export const isUnsaved = (): boolean => [...works].some(({ isChanged }) => isChanged)
