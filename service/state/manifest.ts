/** The first file of an archive: what it is, how old, and how much there is in it. */
import Type, { type Static } from 'typebox'
import { fault } from '../../shared/client/accept.ts'
import { checkOf } from '../../shared/client/check.ts'
import { DeepJson, parseJson } from '../../shared/text/parse-json.ts'
import { invalid, StateError } from './state-error.ts'
import { CURRENT_SCHEMA } from './state-file.ts'

export const MANIFEST = 'schoolbell.json'
export const tableFile = (table: string) => `tables/${table}.jsonl`
export const MEDIA_FOLDER = 'media/'

/** Of the archive's own form: names of files, form of lines. The tables have a number of their own, `schema`. */
const FORMAT_VERSION = 1

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const Manifest = Type.Object({
  format: Type.Literal('schoolbell-state'),
  version: Type.Integer({ minimum: 1 }),
  /** Of the service's store when the archive was written. */
  schema: Type.Integer({ minimum: 1 }),
  /** ISO 8601 in UTC. */
  exportedAt: Type.String(),
  school: Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() }),
  /** Rows by table. */
  tables: Type.Record(Type.String(), Count),
  media: Type.Object({ files: Count, bytes: Count }),
})
export type Manifest = Static<typeof Manifest>

const check = checkOf(Manifest)

export function createManifest(holds: Omit<Manifest, 'format' | 'version' | 'schema'>): Manifest {
  return { format: 'schoolbell-state', version: FORMAT_VERSION, schema: CURRENT_SCHEMA, ...holds }
}

/** @throws {StateError} */
export function readManifest(text: string): Manifest {
  let manifest: unknown
  try {
    manifest = parseJson(text)
  } catch (error) {
    throw invalid(MANIFEST, error instanceof DeepJson ? error.message : 'is not JSON', { cause: error })
  }
  if (!check.Check(manifest)) {
    const { path, reason } = fault(Manifest, manifest)
    throw invalid(MANIFEST, `${path} ${reason}`)
  }
  if (manifest.version > FORMAT_VERSION || manifest.schema > CURRENT_SCHEMA)
    throw new StateError(
      'STATE_NEWER',
      `the file was written by a newer schoolbell (form ${manifest.version}, schema ${manifest.schema}); ` +
        `this one knows ${FORMAT_VERSION} and ${CURRENT_SCHEMA}: use the newer one`,
    )
  return manifest
}
