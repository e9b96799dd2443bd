/** The console's own files, as the build has made them: one page for every address, and the assets it names. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PACKAGE_ROOT } from '../shared/package-root.ts'
import { sendProblem } from '../shared/server/problem.ts'
import type { ConsoleContext } from './context.ts'

export async function consolePages(server: FastifyInstance, { settings }: ConsoleContext): Promise<void> {
  const { consoleDir } = settings
  if (!existsSync(join(consoleDir, 'index.html'))) {
    server.get('/*', (_request, reply) =>
      sendProblem(reply, {
        status: 503,
        title: 'Service Unavailable',
        detail: `There is no console in ${consoleDir} yet; make it with: npm run build:console`,
      }),
    )
    return
  }
  await server.register(fastifyStatic, {
    root: join(consoleDir, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // Their names change with their content.
    setHeaders: reply => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  for (const [path, file, type] of [
    ['/look.js', join(consoleDir, 'look.js'), 'text/javascript'],
    ['/guides/web-app.md', join(PACKAGE_ROOT, 'docs', 'web-app', 'fix.md'), 'text/plain'],
    ['/*', join(consoleDir, 'index.html'), 'text/html'],
  ] as const)
    server.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(readFileSync(file)))
}
