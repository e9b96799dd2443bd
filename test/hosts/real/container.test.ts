/** What the Dockerfile and compose.yaml run, run on this machine in a copy of the tree: an image can be made of it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/pack/places.ts'
import { scratch } from '../../support/scratch.ts'

const FOLDER = join(ROOT, 'docs', 'files', 'container')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Keyword and argument of each instruction. The file has no comment inside of one, and no here-document. */
const instructionsOf = (dockerfile: string) =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .matchAll(/^([A-Z]+) (.*)$/gm)

it('the Dockerfile’s commands make an agent that runs', () => {
  using files = scratch()
  const src = files.path('src')
  const tree = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const take = (wanted: string[]) => {
    for (const file of tree) {
      if (!file || !existsSync(join(ROOT, file)) || !(wanted.includes('.') || wanted.includes(file))) continue
      mkdirSync(dirname(join(src, file)), { recursive: true })
      cpSync(join(ROOT, file), join(src, file))
    }
  }
  const here = (text: string) => text.replaceAll(/ (\/(?:app|data))\b/g, ` ${files.folder}$1`)
  let runs = 0
  for (const [, keyword, given = ''] of instructionsOf(read('Dockerfile'))) {
    // From the tree; what comes from the other stage is named by a flag.
    if (keyword === 'COPY' && !given.startsWith('--')) take(given.split(' ').slice(0, -1))
    if (keyword !== 'RUN') continue
    const run = here(` ${given}`)
    // It would make a build for tests.
    const { NODE_ENV: _, ...env } = process.env
    const { status, stderr } = spawnSync('sh', ['-euc', run], { cwd: src, encoding: 'utf8', env })
    expect({ run, status, stderr: status === 0 ? '' : stderr }).toEqual({ run, status: 0, stderr: '' })
    runs += 1
  }
  expect(runs).toBeGreaterThan(3)
  expect(existsSync(files.path('data'))).toBe(true)
  const agent = files.path('app/node_modules/@schoolbell/sync-agent/dist/bin/schoolbell-sync.js')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(execFileSync(process.execPath, [agent, '--version'], { cwd: files.folder, encoding: 'utf8' })).toBe(
    `${version}\n`,
  )
}, 1_200_000)

it('nginx takes what its container starts it with, and asks both agents', () => {
  using files = scratch()
  for (const folder of ['conf.d', 'schoolbell', 'cache']) mkdirSync(files.path(folder))
  cpSync(join(FOLDER, '..', 'nginx'), files.path('schoolbell', 'nginx'), { recursive: true })
  const here = (text: string) =>
    text
      .replaceAll('/etc/nginx/conf.d', files.path('conf.d'))
      .replaceAll(' /schoolbell/', ` ${files.path('schoolbell')}/`)
      // The containers' names, and what only their nginx has.
      .replaceAll(/agent-(\d)/g, '127.0.0.$1')
      .replace("nginx -g 'daemon off;'", `nginx -T -q -p ${files.folder} -c ${files.path('nginx.conf')}`)
  writeFileSync(files.path('schoolbell', 'site.conf'), here(read('site.conf')))
  writeFileSync(files.path('start.sh'), here(read('start-nginx.sh')))
  writeFileSync(
    files.path('nginx.conf'),
    `pid ${files.path('pid')}; error_log stderr; events {} http { include ${files.path('conf.d')}/*.conf; }`,
  )
  const { status, stdout, stderr } = spawnSync('sh', [files.path('start.sh')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` },
  })
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/^ +server .*;/gm)?.map(line => line.trim())).toEqual([
    ...['server 127.0.0.1:4020;', 'server 127.0.0.2:4020;'],
  ])
})
