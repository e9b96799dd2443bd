/** The whole state in the console: taken out as a file, put back after a look at what it holds, kept, begun anew. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Seed } from '../../service/seed.ts'
import { SeedError } from '../../service/seeding/seed-error.ts'
import type { PreparedImport } from '../../service/state/state.ts'
import { StateError, type StateFault } from '../../service/state/state-error.ts'
import { checkOf } from '../../shared/client/check.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import * as calls from './state-operations.ts'

/** Of a file that comes in over HTTP; larger ones are for the command. */
export const MOST_UPLOADED = 1024 ** 3
/** How long a file that was looked at waits to be put in place. */
const WAITING_MS = 15 * 60_000
/** Of a seed that comes in over HTTP. */
const LONGEST_SEED = 16 * 1024 ** 2

const nameCheck = checkOf(calls.NewSnapshot)
// A seed's media are files of this machine, which are not to be read by whoever calls.
const { media: _media, ...withoutMedia } = Seed.properties
const resetCheck = checkOf(
  Type.Union([
    Type.Object({ to: Type.Enum(['sample', 'empty']) }, { additionalProperties: false }),
    Type.Object(
      // Of an object's own options `Partial` keeps none.
      { seed: Type.Partial(Type.Object(withoutMedia), { additionalProperties: false }) },
      { additionalProperties: false },
    ),
  ]),
)

export async function stateApi(server: FastifyInstance, { state, changes }: ConsoleContext): Promise<void> {
  const { handle } = state
  const { snapshots } = handle
  const waiting = waitingImports()
  server.addHook('onClose', waiting.discardAll)
  server.setErrorHandler(answerFault)

  server.get('/state', { config: { openapi: calls.LOOK } }, (_request, reply) =>
    reply.send({ holds: handle.holds(), snapshots: snapshots.list() }),
  )

  server.get(
    '/state/export',
    { config: { openapi: calls.EXPORT, byTicket: true } },
    async (_request, reply) => {
      const { manifest, stream } = await handle.openExport()
      const name = `schoolbell-${manifest.exportedAt.slice(0, 10)}.zip`
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(stream)
    },
  )

  await server.register(async uploads => {
    // It comes as it is and is read as it comes.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload))
    uploads.post('/state/import', { config: { openapi: calls.IMPORT } }, async (request, reply) => {
      await using piece = await state.piece()
      const file = join(piece.folder, 'upload.zip')
      await receive(request, file)
      const prepared = await handle.prepareImport(file)
      if ((request.query as Record<string, unknown>).apply === 'true') {
        await using ready = prepared
        return reply.send({ undo: await ready.apply(), manifest: ready.manifest })
      }
      return reply.code(201).send({ importId: waiting.add(prepared), manifest: prepared.manifest })
    })
  })
  server.post(
    '/state/import/:importId/apply',
    { config: { openapi: calls.APPLY_IMPORT } },
    async (request, reply) => {
      const prepared = waiting.take(parameter(request, 'importId'))
      if (!prepared) return noSuch(reply, 'file to put in place; send it again')
      await using ready = prepared
      return reply.send({ undo: await ready.apply(), manifest: ready.manifest })
    },
  )
  server.delete(
    '/state/import/:importId',
    { config: { openapi: calls.DISCARD_IMPORT } },
    async (request, reply) => {
      await waiting.take(parameter(request, 'importId'))?.[Symbol.asyncDispose]()
      return reply.code(204).send()
    },
  )

  server.post(
    '/state/reset',
    { bodyLimit: LONGEST_SEED, config: { openapi: calls.RESET } },
    async (request, reply) => {
      const body = bodyOf(resetCheck, request)
      return reply.send({ undo: await state.resetKeeping('to' in body ? body.to : body.seed) })
    },
  )

  server.post('/state/snapshots', { config: { openapi: calls.TAKE } }, (request, reply) => {
    const snapshot = snapshots.take(bodyOf(nameCheck, request).name)
    changes.changed('state')
    return reply.code(201).send(snapshot)
  })
  server.post('/state/snapshots/:snapshotId/apply', { config: { openapi: calls.APPLY } }, (request, reply) =>
    reply.send({ undo: snapshots.apply(snapshotIdOf(request)) }),
  )
  server.delete('/state/snapshots/:snapshotId', { config: { openapi: calls.DELETE } }, (request, reply) => {
    if (!snapshots.delete(snapshotIdOf(request))) return noSuch(reply, 'snapshot')
    changes.changed('state')
    return reply.code(204).send()
  })
  server.post(
    '/state/snapshots/:snapshotId/restore',
    { config: { openapi: calls.RESTORE } },
    (request, reply) => {
      const snapshotId = snapshotIdOf(request)
      if (!snapshots.restore(snapshotId)) return noSuch(reply, 'deleted snapshot')
      changes.changed('state')
      return reply.send(snapshots.list().find(each => each.snapshotId === snapshotId))
    },
  )

  /** A state that is at fault is the caller's; what else goes wrong, the console answers. */
  function answerFault(error: Error, _request: FastifyRequest, reply: FastifyReply): unknown {
    if (error instanceof StateError)
      return sendProblem(reply, {
        status: STATUS[error.code],
        title: TITLES[STATUS[error.code]],
        detail: error.message,
      })
    if (error instanceof SeedError)
      return sendProblem(reply, {
        status: 422,
        title: TITLES[422],
        detail: error.message,
        errors: [{ path: `/seed${error.path}`, reason: error.message }],
      })
    throw error
  }
}

const STATUS = {
  STATE_INVALID: 422,
  STATE_NEWER: 422,
  STATE_TOO_LARGE: 413,
  STATE_NO_ROOM: 507,
  STATE_NOT_EMPTY: 409,
  STATE_SAMPLE: 409,
  SNAPSHOT_UNKNOWN: 404,
  SNAPSHOT_LIMIT: 409,
} as const satisfies Record<StateFault, number>
const TITLES = {
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  507: 'Insufficient Storage',
} as const

/** @throws {StateError} it is larger than is taken in */
async function receive(request: FastifyRequest, file: string): Promise<void> {
  const tooLarge = () =>
    new StateError(
      'STATE_TOO_LARGE',
      `more than ${MOST_UPLOADED} bytes; use schoolbell service import for it`,
    )
  if (Number(request.headers['content-length'] ?? 0) > MOST_UPLOADED) throw tooLarge()
  let bytes = 0
  const bounded = new Transform({
    transform(chunk, _encoding, next) {
      bytes += chunk.length
      next(bytes > MOST_UPLOADED ? tooLarge() : null, chunk)
    },
  })
  await pipeline(request.raw, bounded, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

/** Files that were looked at: the newest alone, for a while. */
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

const parameter = ({ params }: FastifyRequest, name: string) =>
  String((params as Record<string, unknown>)[name])

/** An id that is none names none. */
function snapshotIdOf(request: FastifyRequest): number {
  const text = parameter(request, 'snapshotId')
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

const noSuch = (reply: FastifyReply, what: string) =>
  sendProblem(reply, { status: 404, title: TITLES[404], detail: `There is no such ${what}` })
