/** Media in the console: files come in one by one, as they are, and go when nothing uses them. */
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type MediaFault, MediaRefused } from '../../service/media/refused.ts'
import type { Tag } from '../../service/openapi.ts'
import { epochSecond } from '../../shared/contract/wire-time.ts'
import { json, noBody, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { Medium, mediumOf } from './medium.ts'
import { resource } from './resource.ts'
import { after, BothLanguages, Count, INVALID_PARAMETER, limit } from './schemas.ts'

const MediaUses = Type.Array(
  Type.Object({
    kind: Type.Enum(['news', 'popup', 'person']),
    id: Type.String(),
    title: BothLanguages,
  }),
)
const MediumInUse = Type.Object({ ...Medium.properties, uses: MediaUses })
export type MediumInUse = Static<typeof MediumInUse>

const MediaList = Type.Object({
  media: Type.Array(Medium),
  count: Count,
  limits: Type.Object({ videoBytes: Count, fileBytes: Count }),
  next: Type.Optional(Type.String()),
})
export type MediaList = Static<typeof MediaList>

export async function mediaApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { clock, settings, uses } = context
  const { undo } = context.office
  const { media } = context.repositories
  const { videoBytes, fileBytes } = settings.mediaLimits

  await server.register(async (uploads: TypedServer) => {
    // A file is read as it comes; its type is what its content says.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const [method, operationId] of [
      ['POST', 'uploadMedium'],
      ['PUT', 'uploadMediumByPut'],
    ] as const)
      uploads.route({
        method,
        url: '/media',
        bodyLimit: Math.max(videoBytes, fileBytes),
        schema: { ...ADD, operationId },
        async handler(request, reply) {
          const medium = await addFile(request, request.query.name, context)
          reply.code(201).header('location', `/console/api/media/${encodeURIComponent(medium.name)}`)
          return medium
        },
      })
  })

  server.get('/media', { schema: LIST }, ({ query }) => {
    const { q, pictures, limit } = query
    const page = media.page({
      search: q.trim(),
      pictures: pictures === 'true',
      after: placeOf(query.after),
      limit: limit + 1,
    })
    const shown = page.slice(0, limit)
    const last = shown.at(-1)
    return {
      media: shown.map(mediumOf),
      count: media.count(),
      limits: { videoBytes, fileBytes },
      ...(last && page.length > shown.length && { next: `${last.addedAt}-${last.name}` }),
    }
  })

  server.get('/media/:name', { schema: READ }, ({ params }) => {
    const medium = media.get(params.name)
    if (!medium) throw noSuchMedium()
    return { ...mediumOf(medium), uses: uses(medium.name) }
  })

  // For editors, which know a picture by its name alone.
  server.get('/media/:name/file', { schema: FILE, config: { byCookie: true } }, ({ params }, reply) => {
    const medium = media.get(params.name)
    if (!medium) throw noSuchMedium()
    reply.redirect(mediumOf(medium).url, 302)
  })

  server.delete('/media/:name', { schema: DELETE }, ({ params: { name } }) => {
    if (!media.has(name)) throw noSuchMedium()
    const usedIn = uses(name)
    if (usedIn.length > 0)
      throw new HttpProblem(409, 'The medium is used; take it out where `uses` says, and delete it then', {
        uses: usedIn,
      })
    return { undo: undo.keep(() => media.remove(name, epochSecond(clock.now()))).undo }
  })
}

/** @throws {HttpProblem} with the code and facts of a refusal: pages say it in their own language */
async function addFile(
  request: FastifyRequest,
  name: string,
  { intake, settings }: ConsoleContext,
): Promise<Medium> {
  const { 'content-type': type, 'content-length': length } = request.headers
  const size = length === undefined ? undefined : Number(length)
  try {
    return mediumOf(await intake.add(request.raw, { name, type, size }))
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error
    discardRest(request, settings.mediaLimits.videoBytes)
    const { code, message, facts } = error
    const headers = code === 'MEDIA_BUSY' ? { 'retry-after': '5' } : {}
    throw new HttpProblem(STATUS[code], message, { headers, code, ...facts })
  }
}

/** The rest of a refused file is read and thrown away: a client that is still sending does not read an answer. */
function discardRest({ raw }: FastifyRequest, limit: number): void {
  let left = limit
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) raw.destroy()
  })
}

const STATUS: Record<MediaFault, number> = {
  MEDIA_EMPTY: 422,
  MEDIA_TYPE: 415,
  MEDIA_MISMATCH: 415,
  MEDIA_DAMAGED: 422,
  MEDIA_TOO_LARGE: 413,
  MEDIA_TOO_MANY_PIXELS: 422,
  MEDIA_TOO_NARROW: 422,
  MEDIA_TOO_MANY: 409,
  MEDIA_NO_ROOM: 507,
  MEDIA_BUSY: 503,
}

const NEXT = /^(\d{1,15})-(.+)$/

/** From the `next` of a page. */
function placeOf(next: string | undefined) {
  const [, addedAt, name] = NEXT.exec(next ?? '') ?? []
  return name === undefined ? undefined : { addedAt: Number(addedAt), name }
}

const noSuchMedium = () => new HttpProblem(404, 'There is no medium by this name')

const TAG: Tag = 'Console: media'
const tags = [TAG]
const params = Type.Object({ name: Type.String({ description: 'As the medium is called.' }) })
const NO_SUCH_MEDIUM = refusal('There is no medium by this name')
const calls = resource(TAG, 'medium', params)

const ADD = {
  tags,
  summary: 'Bring a file in',
  description:
    'The body is the file itself. Its type is what its content says; a name or a content-type that says otherwise is ' +
    'refused, except that `audio/mp3` and `audio/mpeg` are the sender’s choice. Pictures lose the place where they were ' +
    'taken and the device; AVIF, WebP and GIF become JPEG or PNG. HEIC is refused: save it as JPEG. What would be served as the same bytes is the same ' +
    'medium. ' +
    'Refusals have a `code`; `MEDIA_BUSY`, `MEDIA_NO_ROOM` and `MEDIA_TOO_MANY` can pass by themselves.',
  consumes: ['application/octet-stream'],
  querystring: Type.Object({
    name: Type.Refine(
      Type.String({ description: 'As the file is called.' }),
      name => name.trim() !== '' && name.length <= 300,
      () => 'must name the file, as in ?name=concert.jpg (up to 300 characters)',
    ),
  }),
  response: {
    201: json('The medium', Medium),
    400: refusal('The name is missing'),
    409: refusal('`MEDIA_TOO_MANY`: there are as many media as there may be'),
    413: refusal('`MEDIA_TOO_LARGE`'),
    415: refusal(
      '`MEDIA_TYPE`: the file is of no type that news can carry; `MEDIA_MISMATCH`: of another than it says. `found` names it',
    ),
    422: refusal('`MEDIA_EMPTY`, `MEDIA_DAMAGED`, or a picture: `MEDIA_TOO_MANY_PIXELS`, `MEDIA_TOO_NARROW`'),
    503: refusal('`MEDIA_BUSY`: too many files are coming in at once'),
    507: refusal('`MEDIA_NO_ROOM`: the disk is full'),
  },
}
const LIST = {
  tags,
  operationId: 'listMedia',
  summary: 'Media, newest first',
  querystring: Type.Object({
    q: Type.String({ default: '', description: 'Part of a name.' }),
    pictures: Type.Optional(Type.Enum(['true', 'false'])),
    limit,
    after: after(placeOf),
  }),
  response: { 200: json('A page of them', MediaList), 400: INVALID_PARAMETER },
}
const READ = calls.read(MediumInUse)
const FILE = {
  tags,
  operationId: 'getMediumFile',
  summary: 'Lead to the original of a medium',
  security: [{ consoleCookie: [] }, { consoleToken: [] }],
  params,
  response: {
    200: noBody('The file, once the redirect was followed'),
    302: noBody('Where it is'),
    404: NO_SUCH_MEDIUM,
  },
}
const DELETE = {
  ...calls.remove({ summary: 'Delete a medium that nothing uses' }),
  response: { ...calls.remove().response, 409: refusal('It is used; `uses` says where') },
}
