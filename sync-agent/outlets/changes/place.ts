/** A place in the change log: `after` of a question, `next` of a page, the id of an event. */
import Type from 'typebox'

/** Behind the change with this number. */
export interface ChangePlace {
  seq: number
  /** The writer's mark of this number; undefined: the follower did not send it. */
  mark: string | undefined
}

const PLACE = /^(?:now|(?<seq>\d{1,15})(?:-(?<mark>[0-9a-f]{1,32}))?)$/

/** A place as a parameter. */
export const placeText = (options: { description: string; default?: string }) =>
  Type.Refine(
    Type.String(options),
    text => PLACE.test(text),
    () => 'must be the number of a change, a "next" as this address gave it, or "now"',
  )

/** @param text as `placeText` accepts it */
export function readChangePlace(text: string): ChangePlace | 'now' {
  const { seq, mark } = PLACE.exec(text)?.groups ?? {}
  return seq === undefined ? 'now' : { seq: Number(seq), mark }
}

/** A position as text, which followers send back unchanged. */
export const printChangePlace = ({ seq, mark }: ChangePlace): string => (seq === 0 ? '0' : `${seq}-${mark}`)
