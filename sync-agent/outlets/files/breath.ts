/** A turn of the event loop for everybody else: a folder of many files must not keep the agent's visitors waiting. */
export const breath = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
