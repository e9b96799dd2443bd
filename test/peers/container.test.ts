/** The files for containers: checked by linters that others keep, and what they run is run here, outside a container. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DCLinter } from 'dclint'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import syncCommand from '../../cli/sync.ts'
import { INSTALLED, ROOT } from '../../scripts/pack/places.ts'
import { type Running, start } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { entry, news } from '../sync-agent/support.ts'

const FOLDER = join(ROOT, 'docs', 'files', 'container')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const KNOWN_VARIABLES = new Set([
  ...syncCommand().options.map(({ envVar }) => envVar),
  'PGPASSWORD',
  'NODE_ENV',
])

describe('the Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()
  const named = (keyword: string) => instructions.filter(one => one.getKeyword() === keyword)
  const argumentsOf = (one: Instruction | undefined) => one?.getArgumentsContent() ?? ''
  const variables = Object.fromEntries(
    argumentsOf(named('ENV')[0])
      .split(/[\s\\]+/)
      .map(pair => pair.split('=') as [string, string]),
  )
  /** With what npm puts into /app in the place of that. */
  const command = (one: Instruction | undefined): string[] =>
    JSON.parse(argumentsOf(one).replace(/^.*?(?=\[")/s, '')).map((word: string) =>
      word.replace('/app/node_modules', INSTALLED),
    )

  let files: Scratch
  let service: Upstream
  let env: Record<string, string>
  let agent: Running
  beforeAll(async () => {
    files = scratch()
    service = await startUpstream(news([entry('2026-0917')]))
    env = {
      ...{ PATH: process.env.PATH ?? '', ...variables, SCHOOLBELL_DB: files.path('news.db') },
      ...{ SCHOOLBELL_PORT: `${await freePort()}`, SCHOOLBELL_SERVICE_URL: `${service.url}/cms` },
    }
    const [program, main = '', ...args] = command(named('ENTRYPOINT')[0])
    expect(program).toBe('node')
    agent = start(args, { main, env })
    await agent.nextLine()
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), { timeout: 30_000 })
  })
  afterAll(async () => {
    await agent.stop('SIGKILL')
    await service.close()
    files[Symbol.dispose]()
  })
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${env.SCHOOLBELL_PORT}${path}`).then(
      ({ status }) => status,
      () => undefined,
    )

  it('has no faults', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })

  it('builds in one stage and runs in another one, on the same pinned major, not as root', () => {
    const [built, runs, ...more] = named('FROM').map(one => argumentsOf(one).replace(/ AS .*/, ''))
    expect({ built, runs, more }).toEqual({ built, runs: built, more: [] })
    expect(built).toMatch(/^node:\d+-bookworm-slim$/)
    expect(Number(argumentsOf(named('USER')[0]).split(':')[0])).toBeGreaterThan(0)
  })

  it('sets only variables that the agent knows', () => {
    expect(Object.keys(variables).filter(name => !KNOWN_VARIABLES.has(name))).toEqual([])
    expect(Object.keys(variables).length).toBeGreaterThan(3)
  })

  // Promise: operate/container
  it('has a health check that passes while the agent answers, and fails when it hangs or is gone', async () => {
    const [program = '', ...args] = command(named('HEALTHCHECK')[0])
    const check = () =>
      promisify(execFile)(program, args, { env }).then(
        () => 0,
        ({ code }) => code,
      )
    expect(await check()).toBe(0)
    agent.process.kill('SIGSTOP')
    expect(await check()).toBe(1)
    agent.process.kill('SIGCONT')
    expect(await check()).toBe(0)
  })

  it('has an agent that answers the probes of Kubernetes', async () => {
    const { livenessProbe, readinessProbe } = containerOf(manifests())
    expect([livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path]).toEqual(['/livez', '/readyz'])
    for (const probe of [livenessProbe, readinessProbe]) {
      const path = probe?.httpGet?.path ?? ''
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 200 })
    }
  })
})

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })

  it('is as its schema and the linter want it', () => {
    const linted = new DCLinter({ quiet: false, exclude: [], rules: {}, debug: false }).lintFiles(
      [join(FOLDER, 'compose.yaml')],
      false,
    )
    expect(linted.flatMap(({ messages }: { messages: unknown[] }) => messages)).toEqual([])
  })

  it('names files that are there, and variables that the agent knows', () => {
    const agents = [services['agent-1'], services['agent-2']]
    for (const { build, environment } of agents) {
      expect(existsSync(join(FOLDER, build.context, build.dockerfile))).toBe(true)
      expect(Object.keys(environment).filter(name => !KNOWN_VARIABLES.has(name))).toEqual([])
    }
    const mounted = services.web.volumes.map((volume: string) => volume.split(':')[0])
    const own = mounted.filter((path: string) => path.startsWith('.'))
    expect(own.length).toBeGreaterThan(2)
    for (const path of own)
      expect({ path, there: existsSync(join(FOLDER, path)) }).toEqual({ path, there: true })
  })

  it('keeps the password out of the address, and the agents’ files from being written', () => {
    for (const agent of [services['agent-1'], services['agent-2']]) {
      expect(new URL(agent.environment.SCHOOLBELL_DB).password).toBe('')
      expect(agent).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    }
  })
})

const KINDS = { ConfigMap, Deployment, Ingress, PodDisruptionBudget, Service }
const manifests = (): { kind: keyof typeof KINDS; [field: string]: unknown }[] =>
  parseAllDocuments(read('kubernetes.yaml')).map(document => document.toJS())
const containerOf = (all: ReturnType<typeof manifests>) => {
  const deployment = all.find(({ kind }) => kind === 'Deployment') as unknown as Deployment
  const [container] = deployment.spec?.template.spec?.containers ?? []
  if (!container) throw new Error('there is no container')
  return container
}

describe('kubernetes.yaml', () => {
  it('lets the cluster set no variables of its own, as SCHOOLBELL_PORT after the service', () => {
    const [deployment] = manifests().filter(({ kind }) => kind === 'Deployment')
    expect(deployment).toHaveProperty('spec.template.spec.enableServiceLinks', false)
  })

  // Promise: operate/kubernetes
  it.each(manifests())('has a $kind as its schema wants it', manifest => {
    expect(() => new KINDS[manifest.kind](manifest as never).validate()).not.toThrow()
  })

  it('is refused by the schema with a wrong probe', () => {
    const [deployment] = manifests().filter(({ kind }) => kind === 'Deployment')
    const text = JSON.stringify(deployment).replace('"/livez"', '7')
    expect(() => new Deployment(JSON.parse(text)).validate()).toThrow(/path/)
  })

  // Promise: operate/kubernetes
  it('names variables that the agent knows, and one set of labels', () => {
    const all = manifests()
    const [config] = all.filter(({ kind }) => kind === 'ConfigMap')
    const names = [
      ...Object.keys(config?.data ?? {}),
      ...(containerOf(all).env ?? []).map(({ name }) => name),
    ]
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter(name => !KNOWN_VARIABLES.has(name))).toEqual([])
    const labels = JSON.stringify(all).match(/"app.kubernetes.io\/name":"[^"]*"/g)
    expect(new Set(labels).size).toBe(1)
  })
})
