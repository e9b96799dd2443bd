/** `/media/{sha256}/{name}`: mirrored files, whole or in part, for ever, to any site, and harmless when opened as a page. */
import type { FileHandle } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isHeld } from '../../../shared/server/negotiation.ts'
import { noBody, refusal } from '../../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { MediaStore } from '../../store/media-store.ts'
import { contentDisposition, harmlessName, isNameFor } from './file-name.ts'
import type { MediaFolder } from './folder.ts'
import { rangeAsked } from './range.ts'

export interface MediaRouteParts {
  media: Pick<MediaStore, 'mediaFile'>
  folder: MediaFolder
}

/** Address and content belong together for good. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}
const NO_SUCH_FILE = 'There is no such file, or no news shows it any more'

export function mediaRoutes(server: TypedServer, { media, folder }: MediaRouteParts): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/media/:sha256/:name',
    schema: SCHEMA,
    async handler(request, reply) {
      const { sha256, name } = request.params
      const file = await media.mediaFile(sha256)
      if (!file || !isNameFor(file.type, name)) throw noSuchFile()
      const entityTag = `"${sha256}"`
      if (isHeld(request.headers['if-none-match'], entityTag)) {
        return reply.headers(HEADERS).header('etag', entityTag).code(304).send(null)
      }
      const opened = await folder.open(sha256)
      // Lost from the folder: the agent that leads fetches it again.
      if ((await opened?.stat())?.size !== file.size || !opened) {
        await opened?.close()
        throw noSuchFile()
      }
      reply.headers(HEADERS).header('etag', entityTag)
      // Anybody may have made up the address.
      reply.type(file.type).header('content-disposition', contentDisposition(harmlessName(name, file.type)))
      return await send(request, reply, opened, file.size)
    },
  })
}

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
    throw new HttpProblem(416, 'The file ends before this part', {
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
  summary: 'A picture, a document, a sound or a film that an entry shows',
  description: 'Addresses come with the news. What lies at one never changes.',
  params: Type.Object({
    sha256: Type.String({ description: 'Of the content, hexadecimal.' }),
    name: Type.String({ description: 'What the file is saved as; its ending must fit.' }),
  }),
  headers: Type.Object({
    Range: Type.Optional(Type.String({ description: 'As in `bytes=0-1023`; one range.' })),
  }),
  response: {
    200: noBody('The file'),
    206: noBody('The part of it that was asked for'),
    304: noBody('The file that you hold is this one'),
    404: refusal(NO_SUCH_FILE),
    416: refusal('The file ends before this part'),
  },
}
