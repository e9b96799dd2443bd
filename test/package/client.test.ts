/** @schoolbell/client, as a program has it that only calls the service. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../../console/index.ts'
import { programsOf } from '../support/guides.ts'
import { type Host, hostWithAll, NODE_TYPES } from '../support/host.ts'

let host: Host
beforeAll(() => {
  host = hostWithAll()
})
afterAll(() => host[Symbol.dispose]())

const guides = programsOf('integrate/client.md')
const program = (
  serviceUrl: string,
) => `import { createContentClient, ServiceError } from '@schoolbell/client'
import { type ShownPopup, RETURN_CODES } from '@schoolbell/client/contract'

const { messages } = await createContentClient({ serviceUrl: '${serviceUrl}' }).popups({ siteId: 'academy' })
const first: ShownPopup | undefined = messages[0]
console.log(JSON.stringify([typeof first?.msgTitle, RETURN_CODES.D00000, typeof ServiceError]))
`

it('has types that a strict program accepts, in Node and in a browser', () => {
  const mock = guides.get('mock.mts') ?? ''
  const code = program('http://127.0.0.1')
  expect(host.faultsOf({ 'typed.ts': code, 'mock.mts': mock }, NODE_TYPES)).toBe('')
  expect(host.faultsOf({ 'in-browser.ts': code })).toBe('')
})

it('calls a service', async () => {
  const service = await startService()
  try {
    const output = await host.output('program.ts', program(service.serviceUrl))
    expect(JSON.parse(output)).toEqual(['string', 'successful return', 'function'])
  } finally {
    await service.close()
  }
})

it('is mocked as its guide shows', async () => {
  const output = await host.output('mock.mts', guides.get('mock.mts') ?? '')
  expect(output).toMatch(/^\[\s+'Typhoon Signal No. 8: .+',\s+'Open day on Saturday'\s+\]\nD20003\n$/)
})

it('calls a service as its guide shows', async () => {
  await using service = await startService()
  const guide = guides.get('read.mts') ?? ''
  const output = await host.output('read.mts', guide.replaceAll('http://127.0.0.1:4010', service.base))
  expect(output).toMatch(/^(Popup: .+\n)+(News: \d{8} .+\n)+User: Guardian Yuk-lan Sheung\n$/)
})
