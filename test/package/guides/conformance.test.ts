/** The guide to the conformance command: its commands and its program run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Service, ServiceAddresses } from '../../../console/index.ts'
import { startSample } from '../../conformance/sample.ts'
import { run } from '../../support/command.ts'
import { programOf } from '../../support/guides.ts'
import { scratch } from '../../support/scratch.ts'

const guide = readFileSync('docs/integrate/conformance.md', 'utf8')

let service: Service
let addresses: ServiceAddresses
beforeAll(async () => {
  ;({ service, addresses } = await startSample())
})
afterAll(() => service.close())

const here = (text: string) => text.replaceAll('http://127.0.0.1:4010', addresses.base)

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
