/** Stamps: a change names the one of the record that it is based on, so that nobody overwrites another's change unseen. */
import { createHash } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import { problem } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'

export const stamp = Type.String({
  description: 'Of what the change is based on; it differs with everything that the change can change.',
})

export const stampOf = (changeable: unknown): string =>
  createHash('sha256').update(JSON.stringify(changeable)).digest('base64url').slice(0, 22)

/** @throws {HttpProblem} the record is another one than the change is based on */
export function refuseStale(stamp: string | undefined, current: { stamp: string } | undefined): void {
  if (stamp === current?.stamp) return
  throw new HttpProblem(409, 'It was changed after it was read; `current` is how it is now', { current })
}

/** For a change that names the stamp of an older record. */
export const changedSince = <Record extends TSchema>(record: Record) =>
  problem(
    'It has been changed since: `current` is how it is now, and nothing was changed',
    Type.Object({
      type: Type.String(),
      status: Type.Literal(409),
      title: Type.String(),
      detail: Type.String(),
      current: record,
    }),
  )
