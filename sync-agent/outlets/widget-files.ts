/**
 * Serves the widget's files under `/widget/`, for pages of any site.
 *
 * They are read once, when the server starts: pages always get files of one build, also during an update, and no request
 * reads the disk.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import Type from 'typebox'
import { type Answer, createAnswer, sendAnswer } from '../../shared/server/answer.ts'
import { noBody, refusal } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

/**
 * Adds `/widget/*` to the server. A folder without a widget is only logged.
 *
 * @returns the loader, `popup.js`
 */
export function widgetFiles(server: TypedServer, { folder }: { folder: string }): Answer | undefined {
  const files = readFiles(folder)
  const loader = files.get('popup.js')
  if (!loader) {
    server.log.warn(`no widget to serve: ${folder} has no popup.js; npm run build:widget makes it`)
    return undefined
  }
  server.get('/widget/*', { schema: SCHEMA }, async function answerWidgetFile(request, reply) {
    const path = request.params['*']
    const file = files.get(path)
    if (file) return sendAnswer(request, reply, file)
    const stable = path.replace(HASHED, '')
    // A page opened before an update requests the old dialog. The new one is better than no message.
    if (stable !== path && files.has(stable)) {
      const { search = '' } = URL.parse(request.url, 'http://agent.invalid') ?? {}
      return reply
        .headers(PUBLIC)
        .header('cache-control', 'no-store')
        .redirect(stable + search, 307)
    }
    return reply.callNotFound()
  })
  return loader
}

const SCHEMA = {
  tags: ['Widget'],
  operationId: 'getWidgetFile',
  summary: 'The popup widget’s files, such as `popup.js`',
  params: Type.Object({ '*': Type.String() }),
  response: {
    200: noBody('The file'),
    304: noBody('Your copy is current'),
    307: noBody('A file of an earlier build: redirects to the current one'),
    404: refusal('There is no such file'),
  },
}

/** Six hexadecimal digits before the extension: a file that never changes. */
export const HASHED = /-[0-9a-f]{6}(?=\.js\b)/

/** Any page may load them, also with `crossorigin` and `integrity`. */
export const PUBLIC = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

function readFiles(folder: string): Map<string, Answer> {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Map(
    found
      .filter(path => extname(path) in TYPES)
      .map(path => [path.replaceAll(sep, '/'), readFile(join(folder, path), path.replaceAll(sep, '/'))]),
  )
}

function readFile(file: string, path: string): Answer {
  const [br, gzip] = [`${file}.br`, `${file}.gz`].map(each =>
    existsSync(each) ? readFileSync(each) : undefined,
  )
  return createAnswer({
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    caching: cachingOf(path),
    headers: PUBLIC,
    body: readFileSync(file),
    compressed: { ...(br && { br }), ...(gzip && { gzip }) },
  })
}

function cachingOf(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable'
  if (/^(icons|themes)\//.test(path)) return 'public, max-age=86400'
  return 'public, max-age=300, stale-while-revalidate=86400'
}
