/** Media in the console: files come in one by one, as they are, and go when nothing uses them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { epochSecond } from '../../service/content/since.ts'
import type { ListedMedia, MediaPageQuestion, StoredMedia } from '../../service/media/media.ts'
import { type MediaFault, MediaRefused } from '../../service/media/refused.ts'
import type { MediaUse } from '../../service/media/uses.ts'
import { type Problem, sendProblem } from '../../shared/server/problem.ts'
import type { ConsoleContext } from '../context.ts'
import * as calls from './media-operations.ts'

/** A medium as pages of the console show it; addresses are those of this origin. */
export interface MediaRecord extends Omit<StoredMedia, 'path' | 'thumbnailPath' | 'screenPath'> {
  url: string
  thumbnailUrl: string
  mobileScreenImageUrl: string
}

export function mediaRecord({
  path,
  thumbnailPath,
  screenPath,
  ...facts
}: StoredMedia | ListedMedia): MediaRecord {
  return {
    ...facts,
    url: addressOf(path),
    thumbnailUrl: addressOf(thumbnailPath),
    mobileScreenImageUrl: addressOf(screenPath),
  }
}

const addressOf = (path: string) => `/media/${path.split('/').map(encodeURIComponent).join('/')}`

const MOST_AT_ONCE = 100
/** Of a name in the address. */
const LONGEST_NAME = 300

export async function mediaApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { clock, repositories, settings, uses, changes } = context
  const { media } = repositories
  const { mediaLimits } = settings

  await server.register(async uploads => {
    // A file comes as it is and is read as it comes; its type is what its content says.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const options = {
      bodyLimit: Math.max(mediaLimits.videoBytes, mediaLimits.fileBytes),
      config: { openapi: calls.ADD },
    }
    uploads.post('/media', options, (request, reply) => takeIn(request, reply, context))
    uploads.put('/media', options, (request, reply) => takeIn(request, reply, context))
  })

  server.get('/media', { config: { openapi: calls.LIST } }, (request, reply) => {
    const question = readQuestion(request.query as Record<string, unknown>)
    if (typeof question === 'string')
      return sendProblem(reply, { status: 400, title: 'Bad Request', detail: question })
    const page = media.page({ ...question, limit: question.limit + 1 })
    const shown = page.slice(0, question.limit)
    const last = shown.at(-1)
    return reply.send({
      media: shown.map(mediaRecord),
      count: media.count(),
      limits: { videoBytes: mediaLimits.videoBytes, fileBytes: mediaLimits.fileBytes },
      ...(last && page.length > shown.length && { next: `${last.addedAt}-${last.name}` }),
    })
  })

  server.get('/media/:name', { config: { openapi: calls.GET } }, (request, reply) => {
    const medium = media.get(nameOf(request))
    if (!medium) return noSuchMedium(reply)
    return reply.send({ ...mediaRecord(medium), uses: uses(medium.name) })
  })

  // For editors, which know a picture by its name alone.
  server.get('/media/:name/file', { config: { openapi: calls.FILE, byCookie: true } }, (request, reply) => {
    const medium = media.get(nameOf(request))
    return medium ? reply.redirect(mediaRecord(medium).url, 302) : noSuchMedium(reply)
  })

  server.delete('/media/:name', { config: { openapi: calls.REMOVE } }, (request, reply) => {
    const name = nameOf(request)
    if (!media.has(name)) return noSuchMedium(reply)
    const usedIn = uses(name)
    if (usedIn.length > 0) return sendInUse(reply, usedIn)
    media.remove(name, epochSecond(clock.now()))
    changes.changed('media')
    return reply.code(204).send()
  })

  server.post('/media/:name/restore', { config: { openapi: calls.RESTORE } }, (request, reply) => {
    const name = nameOf(request)
    if (!media.restore(name)) return noSuchMedium(reply)
    changes.changed('media')
    const medium = media.get(name)
    return medium ? reply.send(mediaRecord(medium)) : noSuchMedium(reply)
  })
}

async function takeIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { intake, changes, settings }: ConsoleContext,
): Promise<FastifyReply> {
  const { name } = request.query as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME) {
    const detail = `Name the file in the address, as in ?name=concert.jpg (up to ${LONGEST_NAME} characters)`
    return sendProblem(reply, { status: 400, title: 'Bad Request', detail })
  }
  const { 'content-type': type, 'content-length': length } = request.headers
  const size = length === undefined ? undefined : Number(length)
  try {
    const medium = await intake.add(request.raw, { name, type, size })
    changes.changed('media')
    return reply
      .code(201)
      .header('location', `/console/api/media/${encodeURIComponent(medium.name)}`)
      .send(mediaRecord(medium))
  } catch (error) {
    if (error instanceof MediaRefused) {
      letIn(request, settings.mediaLimits.videoBytes)
      return sendRefusal(reply, error)
    }
    // Whoever breaks off waits for no answer.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack()
    throw error
  }
}

/** The rest of what is refused is let in and forgotten: whoever is still sending does not read an answer. */
function letIn({ raw }: FastifyRequest, most: number): void {
  let left = most
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) raw.destroy()
  })
}

const STATUS: Record<MediaFault, [status: number, title: string]> = {
  MEDIA_EMPTY: [422, 'Unprocessable Content'],
  MEDIA_TYPE: [415, 'Unsupported Media Type'],
  MEDIA_MISMATCH: [415, 'Unsupported Media Type'],
  MEDIA_DAMAGED: [422, 'Unprocessable Content'],
  MEDIA_TRAILING: [422, 'Unprocessable Content'],
  MEDIA_TOO_LARGE: [413, 'Content Too Large'],
  MEDIA_TOO_MANY_PIXELS: [422, 'Unprocessable Content'],
  MEDIA_TOO_MANY: [409, 'Conflict'],
  MEDIA_NO_ROOM: [507, 'Insufficient Storage'],
  MEDIA_BUSY: [503, 'Service Unavailable'],
}

/** With its code and facts: pages say it in their own language. */
function sendRefusal(reply: FastifyReply, { code, message, facts }: MediaRefused): FastifyReply {
  const [status, title] = STATUS[code]
  if (status === 503) reply.header('retry-after', '5')
  const problem: Problem & Record<string, unknown> = { status, title, detail: message, code, ...facts }
  return sendProblem(reply, problem)
}

function sendInUse(reply: FastifyReply, uses: MediaUse[]): FastifyReply {
  const detail = 'The medium is used; take it out where `uses` says, and delete it then'
  const problem: Problem & Record<string, unknown> = { status: 409, title: 'Conflict', detail, uses }
  return sendProblem(reply, problem)
}

/** @returns what is wrong with it, where it is a text */
function readQuestion(query: Record<string, unknown>): MediaPageQuestion | string {
  const { q = '', pictures, after, limit = '50' } = query
  if (typeof q !== 'string') return 'q must be given once'
  if (!(Number(limit) >= 1 && Number(limit) <= MOST_AT_ONCE)) return `limit must be 1 to ${MOST_AT_ONCE}`
  const question = { search: q.trim(), pictures: pictures === 'true', limit: Math.floor(Number(limit)) }
  if (after === undefined) return question
  const place = /^(\d{1,15})-(.+)$/.exec(String(after))
  if (!place) return 'after must be the `next` of a list'
  return { ...question, after: { addedAt: Number(place[1]), name: place[2] ?? '' } }
}

const nameOf = (request: FastifyRequest) => (request.params as { name: string }).name

const noSuchMedium = (reply: FastifyReply) =>
  sendProblem(reply, { status: 404, title: 'Not Found', detail: 'There is no medium by this name' })
