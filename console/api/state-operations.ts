/** The whole state's calls as the OpenAPI document tells of them. */
import Type from 'typebox'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'

const Rows = Type.Record(Type.String(), Type.Integer(), { description: 'Rows by table.' })
const Snapshot = Type.Object(
  {
    snapshotId: Type.Integer(),
    name: Type.String(),
    kind: Type.Enum(['kept', 'before'], {
      description: '`before`: taken by itself before the state was replaced.',
    }),
    takenAt: Type.String({ description: 'ISO 8601 in UTC.' }),
    holds: Rows,
  },
  { title: 'Snapshot' },
)
const Manifest = Type.Object(
  {
    format: Type.Literal('schoolbell-state'),
    version: Type.Integer(),
    schema: Type.Integer({ description: 'Of the store that it was taken from.' }),
    exportedAt: Type.String({ description: 'ISO 8601 in UTC.' }),
    school: Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() }),
    tables: Rows,
    media: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  },
  { title: 'StateManifest', description: 'What an exported state holds.' },
)
export const NewSnapshot = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }) },
  { title: 'NewSnapshot' },
)
const Undo = Type.Object({ undo: Snapshot })

const json = (description: string, schema: Type.TSchema) => ({
  description,
  type: 'application/json',
  schema,
})
const tag = 'Console: data'
const byId = Type.Object({ snapshotId: Type.Integer() })
const byImport = Type.Object({ importId: Type.String() })
const noSnapshot = refusal('There is no such snapshot')
const samples = refusal('It holds published sample keys or tokens, and others than this machine can call')

export const LOOK: Operation = {
  tag,
  summary: 'How much there is, and the snapshots',
  answers: {
    200: json('Newest snapshot first', Type.Object({ holds: Rows, snapshots: Type.Array(Snapshot) })),
    401: refusal('Nobody is signed in'),
  },
}

export const EXPORT: Operation = {
  tag,
  summary: 'Everything, media included, as one file',
  description: 'Keys and tokens stand in it as hashes.',
  answers: { 200: { description: 'The file', type: 'application/zip' }, 401: refusal('Nobody is signed in') },
}

export const IMPORT: Operation = {
  tag,
  summary: 'Send an exported file in, to be looked at or to be put in place at once',
  query: Type.Object({
    apply: Type.Optional(Type.Literal('true', { description: 'Put it in place at once.' })),
  }),
  bodyType: 'application/zip',
  answers: {
    200: json('It is in place', Type.Object({ undo: Snapshot, manifest: Manifest })),
    201: json(
      'It was checked and waits a quarter of an hour',
      Type.Object({ importId: Type.String(), manifest: Manifest }),
    ),
    409: samples,
    413: refusal('It is too large, or would be when unpacked'),
    422: refusal('It is no state, a damaged one, or one of a newer version; `detail` says where'),
  },
}

export const APPLY_IMPORT: Operation = {
  tag,
  summary: 'Put a file that was checked in the place of everything',
  path: byImport,
  answers: {
    200: json('It is in place', Type.Object({ undo: Snapshot, manifest: Manifest })),
    404: refusal('It waits no more'),
    409: samples,
  },
}

export const DISCARD_IMPORT: Operation = {
  tag,
  summary: 'Throw a file that was checked away',
  path: byImport,
  answers: { 204: { description: 'It is gone' }, 401: refusal('Nobody is signed in') },
}

export const RESET: Operation = {
  tag,
  summary: 'Begin anew: with the sample school, an empty one, or a seed',
  body: Type.Union([
    Type.Object({ to: Type.Enum(['sample', 'empty']) }),
    Type.Object({
      seed: Type.Unknown({
        description: 'A `Seed` or a part of one, over an empty school; without media, which are uploaded.',
      }),
    }),
  ]),
  answers: {
    200: json('`undo` is what was until now', Undo),
    409: samples,
    422: recordRefusal('The seed cannot be planted; nothing was changed'),
  },
}

export const TAKE: Operation = {
  tag,
  summary: 'Keep the state as it is now under a name',
  body: NewSnapshot,
  answers: {
    201: json('It is kept', Snapshot),
    409: refusal('As many are kept as may be'),
    422: recordRefusal(),
  },
}

export const APPLY: Operation = {
  tag,
  summary: 'Go back to a snapshot',
  path: byId,
  answers: { 200: json('`undo` is what was until now', Undo), 404: noSnapshot, 409: samples },
}

export const DELETE: Operation = {
  tag,
  summary: 'Delete a snapshot',
  path: byId,
  answers: { 204: { description: 'It is gone' }, 404: noSnapshot },
}

export const RESTORE: Operation = {
  tag,
  summary: 'Bring a deleted snapshot back, within an hour',
  path: byId,
  answers: { 200: json('It is there again', Snapshot), 404: noSnapshot },
}
