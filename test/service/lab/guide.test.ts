/** The laboratory's guide: its programs are run as they stand there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createService } from '../../../console/index.ts'
import { PACKAGE_ROOT } from '../../../shared/package-root.ts'

const GUIDE = readFileSync(join(PACKAGE_ROOT, 'docs', 'integrate', 'laboratory.md'), 'utf8')
const [faults = '', clock = '', requests = ''] = [...GUIDE.matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, program = '']) => program.replace(/^import .*\n/gm, ''),
)

/** @param answer put behind the program, as in `return seen` */
async function run(program: string, given: Record<string, unknown>, answer = ''): Promise<unknown> {
  const whole = `return (async () => {\n${program}\n${answer}\n})()`
  return new Function(...Object.keys(given), whole)(...Object.values(given))
}

it('the program that sets a fault runs', async () => {
  let made: Awaited<ReturnType<typeof createService>> | undefined
  const own = async () => {
    made = await createService({ port: 0, seed: 'empty' })
    return made
  }
  await run(faults, { createService: own })
  expect(made?.faults.list()).toEqual([])
})

it('the program that turns the clock runs, and leaves it right', async () => {
  await using service = await createService({ port: 0, seed: 'empty' })
  await run(clock, { service })
  expect(service.clock.state()).toMatchObject({ real: true, frozen: false, headerSkewMs: 0 })
})

it('the program that waits for a call sees it', async () => {
  await using service = await createService({ port: 0, seed: 'empty' })
  const { serviceUrl } = await service.listen()
  await fetch(`${serviceUrl}/api/v1/news/check?siteId=academy&lang=en-US`)
  const seen = await run(requests, { service }, 'return seen')
  expect(seen).toMatchObject({ endpoint: 'news', siteId: 'academy', status: 200 })
  expect(service.requests.list().requests).toEqual([])
})
