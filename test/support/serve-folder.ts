/** A folder on a plain file server, as a school's own. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export const inFolder =
  (folder: string): RequestListener =>
  (request, reply) => {
    const path = join(folder, new URL(request.url ?? '', 'http://site.invalid').pathname)
    if (!existsSync(path) || !statSync(path).isFile()) return reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    return createReadStream(path).pipe(reply)
  }
