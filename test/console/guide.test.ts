/** What the console's guide tells people to type is there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import serviceCommand from '../../cli/service.ts'
import { createService } from '../../console/index.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'

const GUIDE = readFileSync(join(PACKAGE_ROOT, 'docs', 'office', 'console.md'), 'utf8')
const all = (pattern: RegExp) => [...GUIDE.matchAll(pattern)].map(([, found = '']) => found)

it('every option is one of the command, with its variable', () => {
  const rows = all(/^\| (`--.*)$/gm).map(row => [...row.matchAll(/`([^`]+)`/g)].map(([, text]) => text))
  expect(rows.length).toBeGreaterThan(1)
  for (const [flag, variable] of rows) {
    const option = serviceCommand().options.find(({ long }) => long === flag)
    expect({ flag, variable: option?.envVar }).toEqual({ flag, variable })
  }
})

it('the handles do what the program beside them says', async () => {
  await using service = await createService({ port: 0, seed: 'empty' })
  const { base } = await service.listen()
  const [program = ''] = all(/^```ts\n(.*?)^```/gms)
  const lines = program.split('\n').filter(Boolean)
  expect(lines.length).toBe(4)
  const values = lines.map(line => Reflect.construct(Function, ['service', `return ${line}`])(service))
  expect(values[0]).toBe(`${base}/console/`)
  expect(values[1]).toMatch(/#sign-in=[\w-]{43}$/)
  expect(values[2]).toBeTypeOf('function')
})
