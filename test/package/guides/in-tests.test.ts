/** The guide to tests: its test for Vitest is run as it stands there, and its other programs are whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startService } from '../../../console/index.ts'
import { ROOT } from '../../../scripts/pack/places.ts'
import { SeedAttendance } from '../../../service/seed.ts'
import { run } from '../../support/command.ts'
import { programOf } from '../../support/guides.ts'
import { scratch } from '../../support/scratch.ts'

const GUIDE = readFileSync(join(ROOT, 'docs', 'integrate', 'in-tests.md'), 'utf8')

function block(name: string): string {
  const [, code = ''] =
    new RegExp(`^\`\`\`\\w+ ${name.replaceAll('.', '\\.')}\\n(.*?)^\`\`\``, 'ms').exec(GUIDE) ?? []
  expect(code).not.toBe('')
  return code
}

it('the guide’s test passes with the guide’s program', async () => {
  using place = scratch()
  // Of its own: what Vitest remembers of its runs lies there as well.
  mkdirSync(place.path('node_modules'))
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), place.path('node_modules', 'vitest'))
  writeFileSync(place.path('package.json'), '{ "type": "module" }')
  const test = block('news.test.ts').replace('@schoolbell/service', join(ROOT, 'console', 'index.ts'))
  writeFileSync(place.path('news.test.ts'), test)
  writeFileSync(place.path('news.ts'), block('news.ts'))
  const report = place.path('report.json')
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--root', place.folder, '--reporter', 'json', '--outputFile', report]
  const patience = ['--testTimeout', '60000', '--hookTimeout', '60000']
  const env = { PATH: process.env.PATH, TMPDIR: place.folder }
  const vitestRun = spawn(process.execPath, [...args, ...patience], { env, stdio: 'ignore' })
  const [status] = await once(vitestRun, 'close')
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  expect({ status, numPassedTests, numTotalTests }).toEqual({
    status: 0,
    numPassedTests: 3,
    numTotalTests: 3,
  })
})

it('its record of attendance is recorded, and has every field of one', async () => {
  using place = scratch()
  const program = programOf('integrate/in-tests.md', 'attendance.mts')
  writeFileSync(place.path('attendance.mts'), program)
  const { output, errors } = await run([], { main: place.path('attendance.mts') })
  expect({ output, errors }).toEqual({ output: 'true\n', errors: '' })
  for (const name of Object.keys(SeedAttendance.properties)) expect(program).toContain(`${name}:`)
})

it('what it says is on a started service is there', async () => {
  await using service = await startService({ seed: 'empty' })
  const [, table = ''] =
    /^\| Returned by `startService\(\)` \| \|\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(GUIDE) ?? []
  const names = [...table.matchAll(/^\| (.*?) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Za-z.]+)(?:\(\))?`/g)].map(([, name = '']) => name))
    .filter(name => name !== 'await using')
  expect(names.length).toBeGreaterThan(12)
  for (const name of names) {
    const found = name.split('.').reduce<unknown>((at, key) => Reflect.get(at as object, key), service)
    expect({ name, isThere: found !== undefined }).toEqual({ name, isThere: true })
  }
})
