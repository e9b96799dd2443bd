/** The guide to the conformance command: its commands and its program run, and it names every option there is. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import conformanceCommand from '../../../cli/conformance.ts'
import type { Service, ServiceAddresses } from '../../../console/index.ts'
import { startSample } from '../../conformance/sample.ts'
import { run } from '../../support/command.ts'
import { programOf } from '../../support/guides.ts'
import { scratch } from '../../support/scratch.ts'

const guide = readFileSync('docs/integrate/conformance.md', 'utf8')
const everyMatch = (pattern: RegExp, text: string) =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

let service: Service
let addresses: ServiceAddresses
beforeAll(async () => {
  ;({ service, addresses } = await startSample())
})
afterAll(() => service.close())

const here = (text: string) => text.replaceAll('http://127.0.0.1:4010', addresses.base)

it('names every option, with its environment variable', () => {
  const options = conformanceCommand().options.filter(({ hidden }) => !hidden)
  const table = guide.slice(guide.indexOf('| Option '), guide.indexOf('Attachments and pictures are loaded'))
  expect(everyMatch(/`(--[a-z-]+)`/g, table)).toEqual(new Set(options.map(({ long }) => long)))
  const variables = options.flatMap(({ envVar }) => envVar ?? [])
  expect(everyMatch(/`(SCHOOLBELL_[A-Z_]+)`/g, table)).toEqual(
    new Set([...variables, 'SCHOOLBELL_ACCESS_KEY', 'SCHOOLBELL_EXPIRED_TOKEN', 'SCHOOLBELL_SESSION_TOKEN']),
  )
})

it('shows a call for all parts that works as it stands', async () => {
  const [, shell = ''] = /^(export .*?)^```/ms.exec(guide) ?? []
  const env = Object.fromEntries(
    [...shell.matchAll(/(SCHOOLBELL_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  const line = shell.slice(shell.indexOf('schoolbell ') + 'schoolbell '.length).replaceAll('\\\n', ' ')
  const args = [...here(line).matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const { code, output } = await run(args, { env })
  expect(code).toBe(0)
  expect(output).toMatch(/^\d{3} required cases: \d{3} passed, 0 failed, 0 could not be seen$/m)
  expect(output).not.toContain('Not checked')
})

it('shows a program that runs', async () => {
  using place = scratch()
  writeFileSync(place.path('program.mts'), here(programOf('integrate/conformance.md', 'in-tests')))
  const { code, output } = await run([], { main: place.path('program.mts') })
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d{2,} passed, 0 failed\n$/) })
})
