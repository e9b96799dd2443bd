/** Serves the landing page with a contestant's tag, over HTTP/2 and compressed in advance. */
import { createHash, X509Certificate } from 'node:crypto'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotli } from '../../scripts/widget/compress.ts'
import { type Contestant, PEERS_DIR } from './contestants.ts'
import { type LandingPage, type Messages, NO_MESSAGE, ORIGIN, TAG } from './landing-page.ts'

export interface PageServer extends AsyncDisposable {
  origin: string
  /** Makes a browser trust its certificate. */
  browserSwitch: string
  /** Sets the response of the popup service. */
  messages: Messages
  /** Requested paths, in order. */
  asked: string[]
}

interface ServerOptions {
  landing: LandingPage
  contestants: readonly Contestant[]
  /** With the page's policy; it does not allow the peers' styles and markup. */
  strict?: boolean
}

/** URL of the page with this contestant's tag, or without a tag. */
export const pageOf = (server: PageServer, contestant?: Contestant): string =>
  `${server.origin}/page/${contestant ? encodeURIComponent(contestant.name) : ''}`

export async function servePages({ landing, contestants, strict }: ServerOptions): Promise<PageServer> {
  const replies = new Map<string, Reply>()
  for (const [path, { type, body }] of landing.files) replies.set(path, packed(type, body))
  for (const { files } of contestants)
    for (const [path, body] of files) replies.set(path, packed(TYPES[extname(path)] ?? '', body))

  const scriptAt = (path: string) => {
    const script = contestants.find(({ script }) => script?.path === path)?.script
    return script && packed(TYPES['.js'] as string, Buffer.from(script.with(served.messages)))
  }
  const { key, cert } = await certificate()
  const server = createSecureServer({ key, cert }, ({ url: path }: Http2ServerRequest, response) => {
    served.asked.push(path)
    const reply = path.startsWith(CHECK)
      ? answer(served.messages['en-US'])
      : (replies.get(path) ?? scriptAt(path))
    if (reply) send(response, reply)
    else response.writeHead(404).end()
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', session => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`

  const atHome = (text: string) => text.replaceAll(ORIGIN, origin)
  const headers = strict
    ? Object.fromEntries(Object.entries(landing.headers).map(([name, value]) => [name, atHome(value)]))
    : {}
  for (const contestant of [undefined, ...contestants]) {
    const html = atHome(landing.html.replace(TAG, contestant?.tag ?? ''))
    const path = `/page/${contestant ? encodeURIComponent(contestant.name) : ''}`
    replies.set(path, packed('text/html; charset=utf-8', Buffer.from(html), headers))
  }
  const served: PageServer = {
    origin,
    browserSwitch: `--ignore-certificate-errors-spki-list=${fingerprint(cert)}`,
    messages: NO_MESSAGE,
    asked: [],
    [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return served
}

/** Made for each run: a key in a repository must not be trusted. */
async function certificate(): Promise<{ key: string; cert: string }> {
  const made = await import(join(PEERS_DIR, 'certificate.js'))
  return made.certificate()
}

const fingerprint = (cert: string) =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')

const CHECK = '/cms/api/v1/popupmsg/check?'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

interface Reply {
  headers: Record<string, string | number>
  body: Buffer
}

function packed(type: string, body: Buffer, headers: Record<string, string> = {}): Reply {
  const small = /text|javascript|svg|json/.test(type) ? brotli(body) : undefined
  return {
    headers: {
      'content-type': type,
      ...(small ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
      'content-length': (small ?? body).length,
      'cache-control': 'public, max-age=300',
      ...headers,
    },
    body: small ?? body,
  }
}

const answer = (content: Messages['en-US']) =>
  packed(
    'application/json; charset=utf-8',
    Buffer.from(JSON.stringify({ txID: 'bench', code: 'D00000', message: 'successful return', content })),
  )

const send = (response: Http2ServerResponse, { headers, body }: Reply) =>
  response.writeHead(200, headers).end(body)
