/** @schoolbell/service as a development dependency of a project that is tested against it. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'
import { programsOf } from '../support/guides.ts'
import { type Host, hostWithAll, NODE_TYPES } from '../support/host.ts'

let host: Host
beforeAll(() => {
  host = hostWithAll()
})
afterAll(() => host[Symbol.dispose]())

const PICTURE = join(ROOT, 'service/sample/media/art-room.png')
const PROGRAM = `import { createContentClient } from '@schoolbell/client'
import { createService, type Service, startService, type StartedService } from '@schoolbell/service'
import { type ConformanceReport, runConformance } from '@schoolbell/service/conformance'

const service: StartedService = await startService()
const { serviceUrl } = service
const report: ConformanceReport = await runConformance({ serviceUrl, only: ['popups/answers'] })
const { messages } = await createContentClient({ serviceUrl }).popups({ siteId: 'academy' })

const { origin } = new URL(serviceUrl)
const page = await (await fetch(origin + '/console/')).text()
const files = page.match(/\\/console\\/[\\w./-]+\\.(?:js|css|svg)/g) ?? []
const missing = []
for (const file of [...files, '/console/widget/popup.js'])
  if ((await fetch(origin + file)).status !== 200) missing.push(file)
const picture = await service.media.add(${JSON.stringify(PICTURE)}, { name: 'picture.png' })
const bare: Service = await createService({ port: 0 })
await bare.close()
await service.close()
console.log(JSON.stringify({ passed: report.summary.passed, messages: messages.length > 0, console: files.length > 3, missing, picture: picture.fileType }))
`

it('has types that a strict program accepts', () => {
  expect(host.faultsOf({ 'program.ts': PROGRAM }, NODE_TYPES)).toBe('')
})

it('does what the example of its README says', async () => {
  const example = programsOf('../service/pack.md').get('use.mts') ?? ''
  expect(await host.output('use.mts', example)).toBe('503\n200\n')
})

it('runs the service with its console, its sample school and the conformance tests', async () => {
  expect(JSON.parse(await host.output('program.ts', PROGRAM))).toEqual({
    passed: 1,
    messages: true,
    console: true,
    missing: [],
    picture: 'image/png',
  })
})
