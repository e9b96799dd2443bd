/** `/media/{sha256}/{name}`: mirrored files, also in ranges, cached forever, for any site, and safe when opened as a page. */
import type { FileHandle } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isHeld } from '../../../shared/server/negotiation.ts'
import { noBody, refusal } from '../../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import { mediaFileNamed } from '../../store/media-files.ts'
import type { AgentStore } from '../../store/store.ts'
import { contentDisposition } from './file-name.ts'
import type { MediaFolder } from './folder.ts'
import { rangeAsked } from './range.ts'

export interface MediaRouteParts {
  store: AgentStore
  folder: MediaFolder
}

/** The content of a URL never changes. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}
const NO_SUCH_FILE = 'There is no such file, or no entry uses it any more'

export function mediaRoutes(server: TypedServer, { store, folder }: MediaRouteParts): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/media/:sha256/:name',
    schema: SCHEMA,
    async handler(request, reply) {
      const { sha256, name } = request.params
      // With made-up names, a cache could be filled with copies of one file.
      const file = await mediaFileNamed(store, sha256, encodeURIComponent(name))
      if (!file) throw noSuchFile()
      const entityTag = `"${sha256}"`
      if (isHeld(request.headers['if-none-match'], entityTag)) {
        return notModified(reply.headers(HEADERS).header('etag', entityTag))
      }
      const opened = await folder.open(sha256)
      // Missing in the folder: the leading agent downloads it again.
      if ((await opened?.stat())?.size !== file.size || !opened) {
        await opened?.close()
        throw noSuchFile()
      }
      reply.headers(HEADERS).header('etag', entityTag)
      reply.type(file.type).header('content-disposition', contentDisposition(name))
      return await send(request, reply, opened, file.size)
    },
  })
}

/** `send(null)` would give the client's copy the type of JSON. */
const notModified = (reply: FastifyReply) => reply.code(304).send()

const noSuchFile = () => new HttpProblem(404, NO_SUCH_FILE)

async function send(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  opened: FileHandle,
  size: number,
): Promise<FastifyReply> {
  const range = method === 'GET' ? rangeAsked(headers, size, `${reply.getHeader('etag')}`) : undefined
  if (range === 'unsatisfiable') {
    await opened.close()
    reply.removeHeader('content-disposition')
    throw new HttpProblem(416, 'The file ends before this range', {
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  reply.header('content-length', last - first + 1)
  if (method === 'GET') return reply.send(opened.createReadStream({ start: first, end: last }))
  await opened.close()
  return reply.send()
}

const SCHEMA = {
  tags: ['Media'],
  operationId: 'getMediaFile',
  summary: 'A picture, document, sound or film of an entry',
  description: 'The URLs are in the entries. The content of a URL never changes.',
  params: Type.Object({
    sha256: Type.String({ description: 'Of the content, hexadecimal.' }),
    name: Type.String({ description: 'Name of the saved file, as in the entry.' }),
  }),
  headers: Type.Object({
    Range: Type.Optional(Type.String({ description: 'As in `bytes=0-1023`; one range.' })),
  }),
  response: {
    200: noBody('The file'),
    206: noBody('The requested range'),
    304: noBody('Your copy is current'),
    404: refusal(NO_SUCH_FILE),
    416: refusal('The file ends before this range'),
  },
}
