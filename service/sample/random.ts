/** A random sequence that its seed text decides: the same school on every machine. Not for anything secret. */
import { mulberry32 } from '../../shared/mulberry32.ts'

export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** The text's FNV-1a hash is the start of mulberry32. */
export function seededRandom(seed: string): SeededRandom {
  const next = mulberry32(hash(seed))
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: items => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffle: items =>
      items
        .map(item => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
