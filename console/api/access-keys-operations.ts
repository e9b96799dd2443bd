/** What the OpenAPI document says of the calls about access keys. */
import Type from 'typebox'
import { refusal } from '../../service/openapi.ts'
import { faulty, gone, group, Instant, json, slice, Undoable, WholeNumber } from './office-operations.ts'

export const KeyDraft = Type.Object({ label: Type.String() }, { title: 'KeyDraft' })
const CreatedKey = Type.Object(
  {
    keyId: WholeNumber,
    label: Type.String(),
    key: Type.String({ description: 'In the clear, for the only time.' }),
  },
  { title: 'CreatedKey' },
)

const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        keyId: WholeNumber,
        label: Type.String(),
        sample: Type.Boolean(),
        createdAt: Type.Union([Instant, Type.Null()]),
        lastUsedAt: Type.Union([Instant, Type.Null()]),
      }),
    ),
    most: Type.Integer(),
    appId: Type.String(),
    syncUrl: Type.String(),
    example: Type.Optional(Type.Object({ ...group, date: Type.String() })),
  },
  { title: 'KeyList' },
)

const keys = slice('Console: access keys')
const byKey = Type.Object({ keyId: Type.String() })
export const KEY_CALLS = {
  restore: keys.restore,
  list: keys.call('List access keys, never the keys themselves', { 200: json('The keys', KeyList) }),
  create: keys.call(
    'Create an access key',
    {
      201: json('The key, this one time', CreatedKey),
      409: refusal('There are two keys already'),
      ...faulty,
    },
    { body: KeyDraft },
  ),
  rename: keys.call(
    'Say what a key is for',
    { 204: { description: 'Changed' }, ...gone('key'), ...faulty },
    { path: byKey, body: KeyDraft },
  ),
  revoke: keys.call('Revoke a key', { 200: json('Revoked', Undoable), ...gone('key') }, { path: byKey }),
}
