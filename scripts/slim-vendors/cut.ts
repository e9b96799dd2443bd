/** One piece of a library that is left out, found by its own words. */
export interface Cut {
  /** Why the dialog can never reach it, or has no need of it. */
  why: string
  from: string
  /** Where it ends, itself included; without it, `from` is the whole piece. */
  to?: string
  /** What stands there then; without it, nothing. */
  put?: string
}

/** Pieces that go for one reason. */
export const because = (why: string, ...pieces: (string | Omit<Cut, 'why'>)[]): Cut[] =>
  pieces.map(piece => ({ why, ...(typeof piece === 'string' ? { from: piece } : piece) }))

/** @throws the piece is found nowhere or twice, as after a new version */
export function without(code: string, { why, from, to = '', put = '' }: Cut, file: string): string {
  const [before = '', ...places] = code.split(from)
  const [after = ''] = places
  const end = after.indexOf(to)
  if (places.length !== 1 || end === -1)
    throw new Error(
      `${file} is not as it was: ${places.length} places, not one, have ${JSON.stringify(from)} (${why}). ` +
        'After an update, read the cuts of scripts/slim-vendors against it again.',
    )
  return before + put + after.slice(end + to.length)
}
