/** Stamps: a change names the one of the record that it is based on, so that nobody overwrites another's change unseen. */
import { createHash } from 'node:crypto'
import Type from 'typebox'

export const stamp = Type.String({
  description: 'Of what the change is based on; it differs with everything that the change can change.',
})

export const stampOf = (changeable: unknown): string =>
  createHash('sha256').update(JSON.stringify(changeable)).digest('base64url').slice(0, 22)
