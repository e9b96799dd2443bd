/** Turns of the event loop for everybody else: a folder of many files must not keep the agent's visitors waiting. */

export const yieldToOthers = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const PART = 500

/** One after the other, with a turn for the others now and then. */
export async function inParts<Item>(items: readonly Item[], each: (item: Item, index: number) => void) {
  for (const [index, item] of items.entries()) {
    if (index % PART === PART - 1) await yieldToOthers()
    each(item, index)
  }
}
