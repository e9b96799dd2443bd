/** nginx as Debian packages it, run in the foreground from the documented files, with a folder of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freePort } from '../../support/free-port.ts'

const DOCUMENTED = join(import.meta.dirname, '..', '..', '..', 'docs', 'files', 'nginx')
const PROGRAM = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync) ?? 'nginx'

export interface NginxOptions {
  /** Default: a free one. */
  port?: number
  /** An empty one. */
  folder: string
  /** Where the files are; default: the documentation. */
  from?: string
  /** Files for `http { … }` and for `server { … }`. */
  http?: readonly string[]
  server?: readonly string[]
  /** More lines of the server. */
  lines?: string
  /** Ports and paths of this machine in the place of the documented ones. */
  filledIn: Record<string, string>
}

export interface Nginx extends AsyncDisposable {
  url: string
  /** What it thinks of its configuration, a line each; not what it says of a connection, which has a number with an asterisk. */
  warnings(): string[]
}

/** @throws with a sentence for who runs the tests when there is no nginx */
export async function startNginx({
  port,
  folder,
  from = DOCUMENTED,
  http = [],
  server = [],
  lines = '',
  filledIn,
}: NginxOptions): Promise<Nginx> {
  demandNginx()
  const listening = port ?? (await freePort())
  const take = (name: string) =>
    fillIn(join(from, name), folder, { ...filledIn, '/var/cache/schoolbell': `${folder}/cache` })
  const configuration = `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 1024; }
http {
  include ${mimeTypes(folder)};
  default_type application/octet-stream;
  access_log off;
  # The visitors of the spike keep their connections longer than browsers do.
  keepalive_requests 100000;
  gzip on;
  ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${http.map(name => `include ${take(name)};`).join('\n  ')}
  server {
    # For the tests alone; no documented file adds a header, which would take away all that the site adds.
    add_header X-From-Cache $upstream_cache_status always;
    listen 127.0.0.1:${listening};
    ${server.map(name => `include ${take(name)};`).join('\n    ')}
    ${lines}
  }
}
`
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration)
  const child = spawn(PROGRAM, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.split('start worker process ').length > 2) resolve()
    })
    ended.then(() => reject(new Error(`nginx did not start: ${said}`)))
  })
  return {
    url: `http://127.0.0.1:${listening}`,
    warnings: () => said.split('\n').filter(line => /\[(warn|alert|emerg)\] [\d#]+: (?!\*)/.test(line)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

function demandNginx(): void {
  if (spawnSync(PROGRAM, ['-v']).status === 0) return
  throw new Error('These tests run nginx, and there is none: apt-get install nginx-light')
}

/** A file with this machine's ports and paths. */
function fillIn(source: string, folder: string, filledIn: Record<string, string>): string {
  let text = readFileSync(source, 'utf8')
  for (const [documented, here] of Object.entries(filledIn)) text = text.replaceAll(documented, here)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(source))
  writeFileSync(file, text)
  return file
}

/** nginx' own list of types, which every package of it brings. */
function mimeTypes(folder: string): string {
  const found = ['/etc/nginx/mime.types', '/usr/local/etc/nginx/mime.types'].find(existsSync)
  if (!found) throw new Error('nginx is there, but not its mime.types')
  mkdirSync(folder, { recursive: true })
  copyFileSync(found, join(folder, 'mime.types'))
  return join(folder, 'mime.types')
}
