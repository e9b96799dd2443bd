/** What WordPress answers, as far as it is used. */
import Type, { type Static, type TSchema } from 'typebox'
import { checkOf } from '../../../shared/client/check.ts'

const Raw = Type.Object({ raw: Type.String() })

/** With `context=edit`. */
export const RemotePost = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  slug: Type.String(),
  link: Type.String(),
  date_gmt: Type.Union([Type.String(), Type.Null()]),
  title: Raw,
  content: Raw,
  // Pages have no excerpt and no picture unless a theme says so, posts no parent.
  excerpt: Type.Optional(Raw),
  featured_media: Type.Optional(Type.Integer()),
  parent: Type.Optional(Type.Integer()),
})
export type RemotePost = Static<typeof RemotePost>

export const RemoteMedia = Type.Object({ id: Type.Integer(), slug: Type.String(), source_url: Type.String() })
export const Index = Type.Object({
  name: Type.String(),
  namespaces: Type.Array(Type.String()),
  /** The site's own address. */
  home: Type.Optional(Type.String()),
  // Absent, or a list, where there is none.
  authentication: Type.Optional(Type.Unknown()),
})
export const Me = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  capabilities: Type.Record(Type.String(), Type.Unknown()),
})
export const PostType = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  rest_base: Type.String(),
  taxonomies: Type.Array(Type.String()),
  capabilities: Type.Record(Type.String(), Type.String()),
})
export const Term = Type.Object({ id: Type.Integer(), name: Type.String() })
export const User = Type.Object({ id: Type.Integer(), slug: Type.String(), name: Type.String() })
/** An error of its own. */
export const Failure = Type.Object({
  code: Type.Union([Type.String(), Type.Integer()]),
  message: Type.String(),
  data: Type.Optional(Type.Unknown()),
})

const checks = new WeakMap<TSchema, ReturnType<typeof checkOf>>()

/** Whether an answer has this shape. */
export function isA<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  const check = checks.get(schema) ?? checkOf(schema)
  checks.set(schema, check)
  return check.Check(value)
}
