/** Lets the event loop continue between files: a large folder must not delay the agent's visitors. */

export const yieldToOthers = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const PART = 500

/** One after the other, with pauses for the event loop. */
export async function inParts<Item>(items: readonly Item[], each: (item: Item, index: number) => void) {
  for (const [index, item] of items.entries()) {
    if (index % PART === PART - 1) await yieldToOthers()
    each(item, index)
  }
}
