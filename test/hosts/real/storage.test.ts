/** A published folder in a storage: the documented script with the real rclone, into a folder and into what speaks like S3. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dated, entries, everyFile, type School, school } from '../../sync-agent/outlets/files/support.ts'

const SCRIPT = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'docs',
  'files',
  'storage',
  'upload-with-rclone.sh',
)

let place: School
beforeAll(() => {
  if (spawnSync('rclone', ['version']).status !== 0)
    throw new Error('These tests run rclone, and there is none: apt-get install rclone')
})
beforeEach(async () => {
  place = await school()
  vi.stubEnv('RCLONE_CONFIG', place.path('rclone.conf'))
  // Where it is set, rclone 1.60 does not start.
  vi.stubEnv('AWS_CA_BUNDLE', undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await place[Symbol.asyncDispose]()
})

const publish = () => place.publish({ afterPublish: SCRIPT })
const contentOf = (folder: string) =>
  Object.fromEntries(
    [...everyFile(folder).keys()].sort().map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  )

it('a folder elsewhere has what the published one has, after each change', async () => {
  const copy = place.path('copy')
  vi.stubEnv('STORAGE', copy)
  await place.copy(entries(45))
  await publish()
  expect(Object.keys(contentOf(copy)).length).toBeGreaterThan(100)
  expect(contentOf(copy)).toEqual(contentOf(place.to))
  // The same size, and in some storages the same time.
  await place.copy([dated(7, { newsTitle: 'Another' }), dated(46)], ['n3'])
  await publish()
  expect(contentOf(copy)).toEqual(contentOf(place.to))
})

// Promise: website/upload
it('a storage like S3 gets entries before lists, removals last, and a time in caches with each file', async () => {
  await using storage = await startStorage()
  vi.stubEnv('STORAGE', 's3:school/files')
  for (const [name, value] of Object.entries({
    ...{ TYPE: 's3', PROVIDER: 'Other', ENDPOINT: storage.url, NO_CHECK_BUCKET: 'true' },
    ...{ ACCESS_KEY_ID: 'key', SECRET_ACCESS_KEY: 'secret' },
  }))
    vi.stubEnv(`RCLONE_CONFIG_S3_${name}`, value)
  await place.copy(entries(2))
  await publish()
  const published = [...everyFile(place.to).keys()].sort()
  expect([...storage.files.keys()].sort()).toEqual(published)
  for (const path of published) expect(storage.files.get(path)).toEqual(readFileSync(join(place.to, path)))
  const calls = storage.calls.splice(0)
  const placeOf = (path: string) => calls.findIndex(call => call.path === path)
  const [entry, list] = ['pages/academy/en-US/entries/n1.html', 'pages/academy/en-US/index.html']
  expect(placeOf(entry)).toBeLessThan(placeOf(list))
  expect(calls[placeOf(entry)]?.cache).toBe('public, max-age=60')

  await place.copy([], ['n1'])
  await publish()
  const [kinds, gone] = [
    storage.calls.map(({ method }) => method),
    storage.calls.filter(({ method }) => method === 'DELETE'),
  ]
  expect(kinds.lastIndexOf('PUT')).toBeLessThan(kinds.indexOf('DELETE'))
  expect(gone.map(({ path }) => path)).toContain(entry)
  expect([...storage.files.keys()].sort()).toEqual([...everyFile(place.to).keys()].sort())
})

/** Takes, shows and removes objects of one bucket, and notes each change. */
async function startStorage() {
  const objects = new Map<string, Buffer>()
  const calls: { method: string; path: string; cache: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://storage').pathname).replace(
      '/school/files/',
      '',
    )
    const known = objects.get(path)
    if (method === 'PUT' || method === 'DELETE') calls.push({ method, path, cache: headers['cache-control'] })
    if (method === 'PUT') objects.set(path, await bodyOf(request))
    if (method === 'DELETE') objects.delete(path)
    const isThere = method === 'PUT' || method === 'DELETE' || known !== undefined
    response.writeHead(isThere ? (method === 'DELETE' ? 204 : 200) : 404, {
      'last-modified': new Date(0).toUTCString(),
      ...(method === 'HEAD' && known && { 'content-length': known.length }),
    })
    response.end(method === 'GET' ? known : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    ...{ files: objects, calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
