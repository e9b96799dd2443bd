/** The result of a suite: a table, and its figures with limits. */
export interface Measured {
  rows: Record<string, object>
  limits: Limit[]
}

export interface Limit {
  what: string
  found: number
  /** Largest allowed value. */
  limit: number
}

/** NaN counts as above the limit. */
export const isBroken = ({ found, limit }: Limit): boolean => !(found <= limit)
