/** A registry of npm's own kind on this machine, with our packages; all others come from the registry that npm asks otherwise. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../scripts/pack/places.ts'
import { freePort } from '../support/free-port.ts'
import type { Scratch } from '../support/scratch.ts'

const VERDACCIO = join(ROOT, 'scripts', 'release', 'node_modules', 'verdaccio', 'bin', 'verdaccio')

export interface Registry extends AsyncDisposable {
  /** Runs npm with it, and with the Node of the tests. @returns what it prints */
  npm(...args: string[]): string
}

export async function startRegistry(files: Scratch): Promise<Registry> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const own = { access: '$all', publish: '$authenticated' }
  const config = {
    storage: files.path('registry'),
    auth: { htpasswd: { file: files.path('htpasswd') } },
    uplinks: { others: { url: others } },
    packages: { schoolbell: own, '@schoolbell/*': own, '**': { access: '$all', proxy: 'others' } },
    max_body_size: '50mb',
    log: { type: 'stdout', level: 'error' },
  }
  // YAML reads JSON.
  writeFileSync(files.path('verdaccio.yaml'), JSON.stringify(config))
  const child = spawn(
    process.execPath,
    [VERDACCIO, '--config', files.path('verdaccio.yaml'), '--listen', `127.0.0.1:${port}`],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const isUp = () =>
    fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isUp())) await new Promise(setImmediate)

  const token = await signUp(url)
  writeFileSync(files.path('npmrc'), `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`)
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    npm_config_userconfig: files.path('npmrc'),
    npm_config_registry: url,
    npm_config_cache: files.path('npm-cache'),
    npm_config_loglevel: 'error',
  }
  return {
    npm: (...args) => execFileSync('npm', args, { encoding: 'utf8', cwd: files.folder, env }),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:releaser`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'releaser', password: 'only of this test' }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`the registry takes no user: HTTP ${response.status}`)
  return token
}
