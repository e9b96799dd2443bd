/** Serves media files: whole or in ranges, for ever, to any site, and harmless if opened as a page. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NEUTRAL_AVATAR_PATH } from './links.ts'
import { MEDIA_FILE, NEUTRAL_AVATAR as NEUTRAL_AVATAR_CALL } from './operations.ts'

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const NEUTRAL_AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
<rect width="200" height="200" fill="#d9dee3"/><g fill="#8793a0"><circle cx="100" cy="78" r="38"/>
<path d="M28 200a72 72 0 0 1 144 0z"/></g></svg>
`

export async function mediaRoutes(
  server: FastifyInstance,
  { mediaDir, serves }: { mediaDir: string; serves(path: string): boolean },
): Promise<void> {
  // The static route is made by its plugin, which has no place for what is said of it.
  server.addHook('onRoute', route => {
    if (route.url === '/media/*') route.config = { ...route.config, openapi: MEDIA_FILE }
  })
  await server.register(fastifyStatic, {
    root: mediaDir,
    prefix: '/media/',
    index: false,
    dotfiles: 'ignore',
    // What was removed, and what is still coming in, is nobody's to read.
    allowedPath: path => serves(path.replace(/^\/+/, '')),
    // The headers below say it all; the default would send max-age=0.
    cacheControl: false,
    setHeaders: reply => {
      reply.headers(HEADERS)
    },
  })
  server.get(
    NEUTRAL_AVATAR_PATH,
    { config: { openapi: NEUTRAL_AVATAR_CALL } },
    (_request, reply): FastifyReply => reply.headers(HEADERS).type('image/svg+xml').send(NEUTRAL_AVATAR),
  )
}
