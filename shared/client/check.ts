/** A schema check that is compiled on first use: a program uses few of its schemas, and starts faster this way. */
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Check } from './accept.ts'

export function checkOf<Schema extends TSchema>(schema: Schema): Check<Schema> {
  let compiled: { Check(value: unknown): boolean } | undefined
  return {
    Check(value): value is Static<Schema> {
      compiled ??= Compile(schema)
      return compiled.Check(value)
    },
    Type: () => schema,
  }
}
