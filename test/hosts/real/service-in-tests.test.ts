/** The guide's programs that start a service from other languages, run as they stand there. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scratch, scratch } from '../../support/scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const GUIDE = readFileSync(join(ROOT, 'docs', 'integrate', 'in-tests.md'), 'utf8')

let files: Scratch
beforeAll(() => {
  files = scratch()
  // What npm makes of the package's `bin`.
  mkdirSync(files.path('bin'))
  const main = join(ROOT, 'cli', 'main.ts')
  writeFileSync(files.path('bin', 'schoolbell'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(files.path('bin', 'schoolbell'), 0o755)
})
afterAll(() => files[Symbol.dispose]())

async function run(name: string, program: string, ...args: string[]) {
  const [, code = ''] =
    new RegExp(`^\`\`\`\\w+ ${name.replaceAll('.', '\\.')}\\n(.*?)^\`\`\``, 'ms').exec(GUIDE) ?? []
  expect(code).not.toBe('')
  writeFileSync(files.path(name), code)
  const env = { ...process.env, PATH: `${files.path('bin')}:${process.env.PATH}` }
  const child = spawn(program, [...args, files.path(name)], { cwd: files.folder, env })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors }
}

it('a shell puts a message in and reads it as a website does', async () => {
  expect((await run('in-tests.sh', 'sh', '-e')).output).toContain('"msgTitle":"Ferry late"')
})

it('a test of Python’s unittest passes', async () => {
  const { errors } = await run('in_tests.py', 'python3', '-W', 'error')
  expect(errors).toContain('Ran 1 test')
  expect(errors.trim().endsWith('OK')).toBe(true)
})
