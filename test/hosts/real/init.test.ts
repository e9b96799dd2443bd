/** What `schoolbell init` writes for nginx and for Apache, laid into the real server as it says: the doctor finds nothing wrong on the page. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { createService } from '../../../console/index.ts'
import { run } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startNginx } from './nginx.ts'
import { startAgent } from './school.ts'

const APACHE = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'

interface Site {
  files: Scratch
  port: number
  /** Of init. */
  written: string
  said: string
  /** Where the agent listens. */
  agent: string
  www: string
}

const SERVERS: Record<string, (site: Site) => Promise<AsyncDisposable>> = {
  nginx: ({ files, port, written, said, agent, www }) =>
    startNginx({
      ...{ port, folder: files.path('nginx'), from: written, lines: `root ${www};` },
      http: [...said.matchAll(/cp \S+\/(\S+) \/etc\/nginx\/conf\.d\//g)].map(([, name = '']) => name),
      server: [...said.matchAll(/^ {2}include snippets\/(\S+);/gm)].map(([, name = '']) => name),
      filledIn: { '127.0.0.1:4020': agent },
    }),
  async apache({ files, port, written, said, agent, www }) {
    const root = files.path('apache')
    const [, modules = ''] = /a2enmod (.+)/.exec(said) ?? []
    const [, included = ''] = /^ {2}Include (\S+)/m.exec(said) ?? []
    mkdirSync(files.path('apache', dirname(included)), { recursive: true })
    const text = readFileSync(`${written}/${basename(included)}`, 'utf8')
    writeFileSync(files.path('apache', included), text.replaceAll('127.0.0.1:4020', agent))
    const loaded = ['mpm_event', 'authz_core', 'dir', 'mime', ...modules.split(' ')]
    writeFileSync(
      files.path('apache', 'apache2.conf'),
      `${loaded.map(name => `LoadModule ${name}_module ${MODULES}/mod_${name}.so\n`).join('')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data\n' : ''}ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${root}/pid
DefaultRuntimeDir ${root}
ErrorLog ${root}/error.log
TypesConfig /etc/mime.types
DocumentRoot ${www}
<VirtualHost 127.0.0.1:${port}>
Include ${included}
</VirtualHost>
`,
    )
    if (!existsSync(APACHE))
      throw new Error('This test runs Apache, and there is none: apt-get install apache2')
    const child = spawn(APACHE, ['-d', root, '-f', 'apache2.conf', '-D', 'FOREGROUND'], { stdio: 'inherit' })
    const ended = once(child, 'close')
    return {
      async [Symbol.asyncDispose]() {
        child.kill('SIGTERM')
        await ended
      },
    }
  },
}

/** `SCHOOLBELL_MEDIA_DIR` is `--media-dir`. */
const toOption = ([name, value = '']: [string, string | undefined]) => [
  `--${name.replace('SCHOOLBELL_', '').toLowerCase().replaceAll('_', '-')}`,
  value,
]

// Promise: website/apache
it.each(Object.keys(SERVERS))('%s leads to an agent, by the files that are written', async host => {
  await using all = new AsyncDisposableStack()
  const files = all.use(scratch())
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}/`
  const service = all.use(await createService({ port: 0, logger: pino({ level: 'silent' }) }))
  const { serviceUrl } = await service.listen()
  const written = files.path('school')
  const answers = ['--site', 'academy', '--lang', 'en-US,zh-HK', '--service-url', serviceUrl]
  const { output: said, errors } = await run(
    ['init', ...answers, '--runs-on', host, '--site-url', siteUrl, '--out', written, '--yes'],
    { cwd: files.folder },
  )
  expect(errors).toBe('')
  const env = {
    ...parseEnv(readFileSync(`${written}/sync.env`, 'utf8')),
    ...{ SCHOOLBELL_DB: files.path('news.db'), SCHOOLBELL_MEDIA_DIR: files.path('media') },
  }
  const agent = await startAgent(all, ...Object.entries(env).flatMap(toOption))
  const www = files.path('www')
  mkdirSync(www)
  // Apache does not read pages as root.
  chmodSync(files.folder, 0o755)
  const tags = readFileSync(`${written}/tags.html`, 'utf8')
  writeFileSync(`${www}/index.html`, `<!doctype html><html lang="en-US"><title>School</title>${tags}</html>`)
  all.use(await SERVERS[host]?.({ files, port, written, said, agent: new URL(agent.url).host, www }))
  await vi.waitUntil(async () => (await rawRequest(siteUrl, '/').catch(() => undefined))?.status === 200)
  const [, doctor = ''] = /^ {2}schoolbell (sync doctor .*)$/m.exec(said) ?? []
  const { code, output } = await run(doctor.split(' '), { cwd: files.folder })
  expect({ code, output: output.match(/^.* (failed|warning) .*$/gm) }).toEqual({ code: 0, output: null })
  expect(output).toMatch(/^public address +ok/m)
  expect(output).toMatch(/^news on the page +ok/m)
})
