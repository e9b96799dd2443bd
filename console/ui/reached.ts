/** What failed because the service was not reached is told when it is reached again. */
const service = new EventTarget()

export const tellReachedAgain = (): void => void service.dispatchEvent(new Event('reached'))

/** @returns ends it */
export function onReachedAgain(tell: () => void): () => void {
  service.addEventListener('reached', tell)
  return () => service.removeEventListener('reached', tell)
}
