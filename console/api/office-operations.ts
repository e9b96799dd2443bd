/** What the calls of the school office have in common in the OpenAPI document. */
import Type, { type TObject, type TSchema } from 'typebox'
import { type Operation, recordRefusal, refusal, type Tag } from '../../service/openapi.ts'
import { ROLES } from '../../shared/contract/session.ts'

export const WholeNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})

export const Instant = Type.String({ description: 'ISO 8601 in UTC.' })
export const Undo = Type.String({ description: 'Takes the change back: POST …/restore.' })
export const Restore = Type.Object({ undo: Type.String() }, { title: 'Restore' })
export const Undoable = Type.Object({ undo: Undo }, { title: 'Undoable' })
export const Counted = Type.Object({ count: Type.Integer(), undo: Undo }, { title: 'CountedUndoable' })
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
export const group = { unitId: WholeNumber, yearId: WholeNumber, groupName: Type.String() }
export const json = (description: string, schema: TSchema) => ({
  description,
  type: 'application/json',
  schema,
})

export const gone = (what: string) => ({ 404: refusal(`There is no such ${what}`) })
export const faulty = { 422: recordRefusal() }
/** The calls of a slice share its heading and what their addresses hold. */
export function slice(tag: Tag) {
  const call = (
    summary: string,
    answers: Operation['answers'],
    more: Partial<Operation> = {},
  ): Operation => ({
    tag,
    summary,
    answers,
    ...more,
  })
  return {
    call,
    restore: call(
      'Take a change back',
      {
        204: { description: 'It is as it was' },
        404: refusal('The change has been taken back already, or is too old'),
        409: refusal('Somebody has changed it since'),
      },
      { body: Restore },
    ),
  }
}

export const byUser: TObject = Type.Object({ userId: Type.String() })
export const byId: TObject = Type.Object({ id: Type.String() })
