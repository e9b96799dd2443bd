/** The whole state in the console: taken out as a file, put back after a check, kept in snapshots, reset. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { Seed } from '../../service/seed.ts'
import { SeedError } from '../../service/seeding/read-seed.ts'
import type { PreparedImport } from '../../service/state/import-state.ts'
import { StateError, type StateFault } from '../../service/state/state-error.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { json, noBody, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { BothLanguages, Undo, Undoable } from './schemas.ts'

/** Of a file that comes in over HTTP; larger ones are for the command. */
const MAX_UPLOAD = 1024 ** 3
/** How long a file that was checked waits to be put in place. */
const WAITING_MS = 15 * 60_000
/** Of a seed that comes in over HTTP. */
const LONGEST_SEED = 16 * 1024 ** 2

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
    schema: Type.Integer({ description: 'Of the store that it was taken from.' }),
    exportedAt: Type.String({ description: 'ISO 8601 in UTC.' }),
    school: BothLanguages,
    tables: Rows,
    media: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  },
  { title: 'StateManifest', description: 'What an exported state holds.' },
)
const StateShown = Type.Object({ holds: Rows, snapshots: Type.Array(Snapshot) })
export type StateShown = Static<typeof StateShown>
const CheckedImport = Type.Object({ importId: Type.String(), manifest: Manifest })
export type CheckedImport = Static<typeof CheckedImport>

// A seed's media are files of this machine, which a caller must not read.
const { media: _media, ...withoutMedia } = Seed.properties
const Reset = Type.Union([
  Type.Object({ to: Type.Enum(['sample', 'empty']) }, { additionalProperties: false }),
  Type.Object(
    // `Partial` keeps none of an object's own options.
    { seed: Type.Partial(Type.Object(withoutMedia), { additionalProperties: false }) },
    { additionalProperties: false },
  ),
])

export async function stateApi(server: TypedServer, { state, office, zone }: ConsoleContext): Promise<void> {
  const { handle } = state
  const { snapshots } = handle
  const { undo } = office
  const undoableBy = (before: Static<typeof Snapshot>) => {
    const goBack = () => {
      snapshots.apply(before.snapshotId)
      return true
    }
    return { before, undo: undo.offer(goBack) }
  }
  const waiting = waitingImports()
  server.addHook('onClose', waiting.discardAll)
  server.setErrorHandler(throwAsProblem)

  server.get('/state', { schema: READ }, () => ({
    holds: handle.holds(),
    snapshots: snapshots.list(),
  }))

  server.get('/state/export', { schema: EXPORT, config: { byTicket: true } }, async (_request, reply) => {
    const { manifest, stream } = await handle.openExport()
    // The school's day: before eight in the morning it is not that of UTC.
    const day = wallClockAt(Temporal.Instant.from(manifest.exportedAt), zone).toPlainDate()
    const name = `schoolbell-${day}.zip`
    reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`)
    return stream
  })

  await server.register(async (uploads: TypedServer) => {
    // The file is read as it comes.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload))
    uploads.post('/state/import', { schema: IMPORT }, async (request, reply) => {
      await using own = await state.newFolder()
      const file = join(own.folder, 'upload.zip')
      await receive(request, file)
      const prepared = await handle.prepareImport(file)
      if (request.query.apply === 'true') {
        await using ready = prepared
        return { ...undoableBy(await ready.apply()), manifest: ready.manifest }
      }
      reply.code(201)
      return { importId: waiting.add(prepared), manifest: prepared.manifest }
    })
  })

  server.post('/state/import/:importId/apply', { schema: APPLY_IMPORT }, async ({ params }) => {
    const prepared = waiting.take(params.importId)
    if (!prepared) throw noSuch('file to put in place; send it again')
    await using ready = prepared
    return { ...undoableBy(await ready.apply()), manifest: ready.manifest }
  })

  server.delete('/state/import/:importId', { schema: DISCARD_IMPORT }, async ({ params }, reply) => {
    await waiting.take(params.importId)?.[Symbol.asyncDispose]()
    reply.code(204)
    return null
  })

  server.post('/state/reset', { bodyLimit: LONGEST_SEED, schema: RESET }, async ({ body }) =>
    undoableBy(await state.resetKeeping('to' in body ? body.to : body.seed)),
  )

  server.post('/state/snapshots', { schema: TAKE }, ({ body }, reply) => {
    const snapshot = snapshots.take(body.name)
    reply.code(201)
    return snapshot
  })

  server.post('/state/snapshots/:snapshotId/apply', { schema: APPLY }, ({ params }) =>
    undoableBy(snapshots.apply(params.snapshotId)),
  )

  server.delete('/state/snapshots/:snapshotId', { schema: DELETE }, ({ params: { snapshotId } }) => {
    const { result: isDone, undo: id } = undo.keep(() => snapshots.delete(snapshotId), {
      takeBack: () => snapshots.restore(snapshotId),
    })
    if (!isDone) throw noSuch('snapshot')
    return { undo: id }
  })
}

/** For Fastify's `setErrorHandler`: the console answers what is thrown here. */
export function throwAsProblem(error: unknown): never {
  if (error instanceof StateError) throw new HttpProblem(STATUS[error.code], error.message)
  if (error instanceof SeedError)
    throw new HttpProblem(422, error.message, {
      errors: [{ path: `/seed${error.path}`, reason: error.message }],
    })
  throw error
}

const STATUS: Record<StateFault, number> = {
  STATE_INVALID: 422,
  STATE_NEWER: 422,
  STATE_TOO_LARGE: 413,
  STATE_NO_ROOM: 507,
  STATE_NOT_EMPTY: 409,
  STATE_SAMPLE: 409,
  SNAPSHOT_UNKNOWN: 404,
  SNAPSHOT_LIMIT: 409,
}

/** @throws {StateError} it is too large */
async function receive(request: FastifyRequest, file: string): Promise<void> {
  const tooLarge = () =>
    new StateError('STATE_TOO_LARGE', `more than ${MAX_UPLOAD} bytes; use schoolbell service import for it`)
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD) throw tooLarge()
  let bytes = 0
  const bounded = new Transform({
    transform(chunk, _encoding, next) {
      bytes += chunk.length
      next(bytes > MAX_UPLOAD ? tooLarge() : null, chunk)
    },
  })
  await pipeline(request.raw, bounded, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

/** Files that were checked: only the newest, for a while. */
function waitingImports() {
  let waiting: { importId: string; prepared: PreparedImport; timer: NodeJS.Timeout } | undefined
  const discardAll = async () => {
    const old = waiting
    waiting = undefined
    clearTimeout(old?.timer)
    await old?.prepared[Symbol.asyncDispose]()
  }
  return {
    discardAll,
    add(prepared: PreparedImport): string {
      void discardAll()
      const importId = randomUUID()
      waiting = { importId, prepared, timer: setTimeout(discardAll, WAITING_MS).unref() }
      return importId
    },
    take(importId: string): PreparedImport | undefined {
      if (waiting?.importId !== importId) return undefined
      const { prepared, timer } = waiting
      clearTimeout(timer)
      waiting = undefined
      return prepared
    },
  }
}

const noSuch = (what: string) => new HttpProblem(404, `There is no such ${what}`)

const tags: Tag[] = ['Console: data']
const byImport = Type.Object({ importId: Type.String() })
const bySnapshot = Type.Object({ snapshotId: Type.Integer({ minimum: 0 }) })
const NO_SUCH_SNAPSHOT = refusal('There is no such snapshot')
const SAMPLES = refusal('It holds published sample keys or tokens, and others than this machine can call')
const SIGNED_OUT = refusal('Nobody is signed in')
const replaced = { before: Snapshot, undo: Undo }
const IN_PLACE = json('It is in place', Type.Object({ ...replaced, manifest: Manifest }))
const REPLACED = json('`before` is what was until now', Type.Object(replaced))

const READ = {
  tags,
  operationId: 'getState',
  summary: 'How much there is, and the snapshots',
  response: { 200: json('Newest snapshot first', StateShown), 401: SIGNED_OUT },
}
const EXPORT = {
  tags,
  operationId: 'exportState',
  summary: 'Everything, media included, as one file',
  description: 'It holds keys and tokens as hashes.',
  response: {
    200: { description: 'The file', content: { 'application/zip': { schema: Type.Any() } } },
    401: SIGNED_OUT,
  },
}
const IMPORT = {
  tags,
  operationId: 'importState',
  summary: 'Send an exported file in, to be checked or to be put in place at once',
  consumes: ['application/zip'],
  querystring: Type.Object({
    apply: Type.Optional(Type.Enum(['true'], { description: 'Put it in place at once.' })),
  }),
  response: {
    200: IN_PLACE,
    201: json('It was checked and waits a quarter of an hour', CheckedImport),
    409: SAMPLES,
    413: refusal('It is too large, or would be when unpacked'),
    422: refusal('It is no state, a damaged one, or one of a newer version; `detail` says where'),
  },
}
const APPLY_IMPORT = {
  tags,
  operationId: 'applyImport',
  summary: 'Put a file that was checked in the place of everything',
  params: byImport,
  response: { 200: IN_PLACE, 404: refusal('It waits no more'), 409: SAMPLES },
}
const DISCARD_IMPORT = {
  tags,
  operationId: 'discardImport',
  summary: 'Discard a file that was checked',
  params: byImport,
  response: { 204: noBody('It is gone'), 401: SIGNED_OUT },
}
const RESET = {
  tags,
  operationId: 'resetState',
  summary: 'Reset to the sample school, an empty one, or a seed',
  description: 'A `Seed` or a part of one goes over an empty school; media are uploaded afterwards.',
  body: Reset,
  response: {
    200: REPLACED,
    409: SAMPLES,
    422: recordRefusal('The seed is invalid; nothing was changed'),
  },
}
const TAKE = {
  tags,
  operationId: 'createSnapshot',
  summary: 'Keep the state as it is now under a name',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, { title: 'NewSnapshot' }),
  response: {
    201: json('It is kept', Snapshot),
    409: refusal('As many are kept as may be'),
    422: recordRefusal(),
  },
}
const APPLY = {
  tags,
  operationId: 'applySnapshot',
  summary: 'Go back to a snapshot',
  params: bySnapshot,
  response: { 200: REPLACED, 404: NO_SUCH_SNAPSHOT, 409: SAMPLES },
}
const DELETE = {
  tags,
  operationId: 'deleteSnapshot',
  summary: 'Delete a snapshot',
  params: bySnapshot,
  response: { 200: json('It is gone', Undoable), 404: NO_SUCH_SNAPSHOT },
}
