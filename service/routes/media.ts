/** Serves media files: whole or in ranges, for ever, to any site, and harmless if opened as a page. */
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import { noBody, refusal, text } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { NEUTRAL_AVATAR_PATH } from '../media/links.ts'

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const NEUTRAL_AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
<rect width="200" height="200" fill="#d9dee3"/><g fill="#8793a0"><circle cx="100" cy="78" r="38"/>
<path d="M28 200a72 72 0 0 1 144 0z"/></g></svg>
`

export async function mediaRoutes(
  server: TypedServer,
  { store, repositories }: ServiceContext,
): Promise<void> {
  // The static route is made by its plugin, which takes no schema.
  server.addHook('onRoute', route => {
    if (route.url === '/media/*') route.schema = MEDIA_FILE
  })
  await server.register(fastifyStatic, {
    root: store.mediaDir,
    prefix: '/media/',
    index: false,
    dotfiles: 'ignore',
    // Removed files, and files that are being uploaded, are not served.
    allowedPath: path => repositories.media.serves(path.replace(/^\/+/, '')),
    // The headers below say it all; the default would send max-age=0.
    cacheControl: false,
    setHeaders: reply => {
      reply.headers(HEADERS)
    },
  })
  server.get(NEUTRAL_AVATAR_PATH, { schema: AVATAR }, (_request, reply) => {
    reply.headers(HEADERS).type('image/svg+xml')
    return NEUTRAL_AVATAR
  })
}

const MEDIA_FILE = {
  tags: ['Media'],
  operationId: 'getMediaFile',
  summary: 'A file that news, messages or people refer to, or one of its pictures',
  description: 'An address names its content by hash, so it may be kept for ever; any website may show it.',
  params: Type.Object({
    '*': Type.String({ description: 'The hash of the content, a slash and the name of the file.' }),
  }),
  headers: Type.Object({
    Range: Type.Optional(Type.String({ description: 'A part of it, as in `bytes=0-1023`.' })),
  }),
  response: {
    200: noBody('The file'),
    206: noBody('The part that was asked for'),
    304: noBody('The file that you hold is this one'),
    404: refusal('There is no such file'),
    416: refusal('The file has no such part'),
  },
}

const AVATAR = {
  tags: ['Media'],
  operationId: 'getNeutralAvatar',
  summary: 'The picture of a user who has none',
  response: { 200: text('A drawing', 'image/svg+xml') },
}
