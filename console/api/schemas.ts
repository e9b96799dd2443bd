/** Schemas that several parts of the console's API share. */
import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { EXACT } from '../../shared/contract/formats.ts'
import { ROLES } from '../../shared/contract/session.ts'
import { refusal } from '../../shared/server/openapi/responses.ts'

export const WholeNumber = Type.Integer(EXACT)
export const Count = Type.Integer({ minimum: 0 })
export const Instant = Type.String({ description: 'ISO 8601 in UTC.' })
export const BothLanguages = Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() })

export const Undo = Type.String({ description: 'Takes the change back: POST /undo.' })
export const Undoable = Type.Object({ undo: Undo }, { title: 'Undoable' })
export const CountedUndoable = Type.Object(
  { count: Type.Integer(), undo: Undo },
  { title: 'CountedUndoable' },
)

export const names = { firstName: Type.String(), lastName: Type.String(), chineseName: Type.String() }
export const person = {
  userId: WholeNumber,
  role: Type.Enum(ROLES),
  refNo: Type.String(),
  ...names,
  email: Type.String(),
  avatar: Type.Optional(Type.String({ description: 'Name of a picture in the media.' })),
  imageUrl: Type.String({ description: 'Path of the picture on this service.' }),
}
export const Person = Type.Object(person, { title: 'Person' })
export type Person = Static<typeof Person>
export const group = { unitId: WholeNumber, yearId: WholeNumber, groupName: Type.String() }

export const INVALID_PARAMETER = refusal('Invalid parameter')

/** For lists that are read a page at a time. */
export const limit = Type.Integer({ minimum: 1, maximum: 100, default: 50 })
/** @param read of a `next`; undefined: no list gave it */
export const after = (read: (next: string) => unknown) =>
  Type.Optional(
    Type.Refine(
      Type.String({ description: 'The `next` of the page before.' }),
      text => read(text) !== undefined,
      () => 'must be the `next` of a list',
    ),
  )

/** For lists whose records come and go by themselves. */
export const changesInMs = Type.Optional(
  Type.Integer({ description: 'When the next of all records begins or ends; absent: none does.' }),
)

/** @param moment epoch second */
export const changesIn = (moment: number | undefined, now: Temporal.Instant) =>
  moment !== undefined && { changesInMs: Math.ceil(moment * 1000 - now.epochMilliseconds) }
