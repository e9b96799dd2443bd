/** The guides to the first calls, to CI and to data: their commands and programs run, and show what stands there. */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createService, type StartedService, startService } from '../../console/index.ts'
import { listenError } from '../../shared/server/listen.ts'
import { MAIN } from '../support/command.ts'
import { type Scratch, scratch } from '../support/scratch.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const guide = (name: string) => readFileSync(join(DOCS, 'integrate', name), 'utf8')

let files: Scratch
let service: StartedService
beforeAll(async () => {
  files = scratch()
  service = await startService()
  // What npm makes of the package's `bin`.
  mkdirSync(files.path('bin'))
  writeFileSync(files.path('bin', 'schoolbell'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`)
  chmodSync(files.path('bin', 'schoolbell'), 0o755)
})
afterAll(async () => {
  files[Symbol.dispose]()
  await service.close()
})

/** @param script ends at its first command that fails */
async function shell(script: string, { cwd = files.folder, env = {} } = {}) {
  const PATH = `${files.path('bin')}:${dirname(process.execPath)}:${process.env.PATH}`
  const child = spawn('bash', ['-ec', script], { cwd, env: { ...process.env, ...env, PATH } })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors }
}

it('the first calls show what their guide says', async () => {
  const steps = [...guide('start.md').matchAll(/^ {3}```sh\n(.*?)^ {3}```/gms)].map(([, step = '']) => step)
  const [start, wait = '', ...calls] = steps.map(step =>
    step.replaceAll('http://127.0.0.1:4110', service.base),
  )
  expect(start).toContain('schoolbell service --port 4110')
  expect(await shell(wait)).toEqual({ output: '', errors: '' })
  const seen = ['"code":"D00000"', '"delNewsIds":[', 'TB260014', 'Guardian']
  expect(calls).toHaveLength(seen.length)
  const answers = await Promise.all(calls.map(call => shell(call)))
  for (const [index, part] of seen.entries()) expect(answers[index]?.output).toContain(part)
})

it('a school goes to another folder by the commands of the guide', async () => {
  await (await createService({ port: 0, dataDir: files.path('my-school') })).close()
  const [, commands = ''] = /## Export and import\n\n```sh\n(.*?)^```/ms.exec(guide('data.md')) ?? []
  await shell(commands)
  await using copy = await createService({ port: 0, dataDir: files.path('another-school'), seed: 'empty' })
  expect(copy.state.holds()).toEqual(service.state.holds())
})

it('a snapshot is taken and gone back to, and a reset replaces all, as in the guide', async () => {
  const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(guide('data.md')) ?? []
  await using own = await createService({ port: 0 })
  await new Function('service', `return (async () => {\n${program}\n})()`)(own)
  expect(own.state.snapshots.list().map(({ name }) => name)).toContain('before the term')
  expect(own.news.get('NEWS-4171')).toBeUndefined()
})

it('the workflow starts a service, and the test of its guide passes', async () => {
  const { jobs } = parse(readFileSync(join(DOCS, 'files', 'ci', 'schoolbell.yml'), 'utf8'))
  const { env, steps } = jobs.tests as { env: Record<string, string>; steps: { run?: string; if?: string }[] }
  const [install, ...commands] = steps.flatMap(step => step.run ?? [])
  // What it would install is there.
  expect(install).toBe('npm ci')
  const cwd = files.path('client')
  cpSync(files.path('bin'), join(cwd, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(cwd, 'package.json'), '{ "name": "client", "scripts": { "test": "node --test" } }')
  const [, test = ''] = /^```js school\.test\.mjs\n(.*?)^```/ms.exec(guide('ci.md')) ?? []
  writeFileSync(join(cwd, 'school.test.mjs'), test)
  // A runner ends what a job leaves behind.
  const { output } = await shell(`trap 'kill $!' EXIT\n${commands.join('\n')}`, { cwd, env })
  expect(output).toMatch(/^. pass 1$/m)
  expect(output).not.toContain('sign-in')
})

it('the symptoms to fix are the words of the errors', async () => {
  const cause = Object.assign(new Error('busy'), { code: 'EADDRINUSE' })
  const { message } = listenError(cause, { host: '127.0.0.1', port: 4010 })
  expect(guide('fix.md')).toContain(`\`${message.split(';')[0]}\``)
  const open = createService({ host: '0.0.0.0', port: 0, publicUrl: 'http://school.example' })
  const [, ofSamples = ''] = /`(holds published .*?)`/.exec(guide('fix.md')) ?? []
  await expect(open).rejects.toThrow(ofSamples || 'no such symptom')
})
