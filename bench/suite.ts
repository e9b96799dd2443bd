/** What a suite gives back: a table, and the limits that it holds against what it found. */
export interface Measured {
  rows: Record<string, object>
  limits: Limit[]
}

export interface Limit {
  what: string
  found: number
  /** The greatest that is allowed. */
  limit: number
}

/** A figure that is no number has broken its limit, too. */
export const isBroken = ({ found, limit }: Limit): boolean => !(found <= limit)
