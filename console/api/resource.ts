/** One kind of record in the API: what its calls take, answer and refuse, the same for every kind. */
import type { TObject, TSchema } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { Undoable } from './schemas.ts'
import { changedSince } from './stamp.ts'

interface Said {
  summary?: string
  description?: string
}

/**
 * @param name as people call it, as in `popup message`; the calls are named by it: `getPopupMessage`
 * @param params of its address
 */
export function resource<Params extends TObject>(tag: Tag, name: string, params: Params) {
  const tags = [tag]
  const title = name.replaceAll(/(?:^| )\w/g, start => start.trim().toUpperCase())
  const missing = refusal(`There is no such ${name}`)
  const one = <Record extends TSchema>(record: Record) => json(`The ${name}`, record)
  return {
    read: <Record extends TSchema>(record: Record, said: Said = {}) => ({
      tags,
      operationId: `get${title}`,
      summary: `Read a ${name}`,
      ...said,
      params,
      response: { 200: one(record), 404: missing },
    }),
    create: <Draft extends TSchema, Record extends TSchema>(
      draft: Draft,
      record: Record,
      said: Said = {},
    ) => ({
      tags,
      operationId: `create${title}`,
      summary: `Enter a ${name}`,
      ...said,
      body: draft,
      response: { 201: one(record), 422: recordRefusal() },
    }),
    /** @param record as it is shown when it was changed since it was read */
    change: <Draft extends TSchema, Answer extends TSchema>(
      draft: Draft,
      answer: Answer,
      record: TSchema,
      said: Said & { operationId?: string } = {},
    ) => ({
      tags,
      operationId: `update${title}`,
      summary: `Change a ${name}`,
      ...said,
      params,
      body: draft,
      response: { 200: one(answer), 404: missing, 409: changedSince(record), 422: recordRefusal() },
    }),
    remove: (said: Said = {}) => ({
      tags,
      operationId: `delete${title}`,
      summary: `Delete a ${name}`,
      ...said,
      params,
      response: { 200: json('It is deleted', Undoable), 404: missing },
    }),
    /** Of a deleted one. */
    restore: <Record extends TSchema>(record: Record) => ({
      tags,
      operationId: `restore${title}`,
      summary: `Bring a deleted ${name} back as it was`,
      params,
      response: { 200: one(record), 404: missing },
    }),
  }
}
