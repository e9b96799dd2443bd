/** `schoolbell sync doctor --public-url`: the service and the web server in front, in one table. */
import { expect, it } from 'vitest'
import { run } from '../../support/command.ts'
import { scratch } from '../../support/scratch.ts'
import { startSmallSchool } from '../../support/small-school.ts'
import { agentBefore } from '../../sync-agent/support.ts'

it('tells of the public address below the service, and ends with 1 when no agent answers there', async () => {
  using files = scratch()
  await using school = await startSmallSchool()
  const { base, serviceUrl } = school.addresses
  await using agent = await agentBefore({ url: base }, files.path('news.db'))
  const doctor = (publicUrl: string) =>
    run(['sync', 'doctor', '--service-url', serviceUrl, '--lang', 'en-US', '--public-url', publicUrl])

  const reached = await doctor(await agent.listen())
  expect(reached).toMatchObject({ code: 0 })
  expect(reached.output).toMatch(/^reaches the service +ok/m)
  expect(reached.output).toMatch(/^public address +ok +leads to an agent/m)
  expect(reached.output).toMatch(/^\/metrics, \/readyz and \/freshz +warning +anybody can read them/m)

  const astray = await doctor(`${base}/school/`)
  expect(astray).toMatchObject({ code: 1 })
  expect(astray.output).toMatch(/^public address +failed/m)
})
