/** `schoolbell sync doctor --site-url`: a live page in the table of the service, and the exit code. */
import { expect, it } from 'vitest'
import { run } from '../../support/command.ts'
import { body, startUpstream } from '../../support/scripted-upstream.ts'
import { startSmallSchool } from '../../support/small-school.ts'

it('tells of the live page below the service, and ends with 1 when something on it does not work', async () => {
  await using school = await startSmallSchool()
  const { serviceUrl } = school.addresses
  const tag = `<script src="/popup.js?site=academy" data-service="${serviceUrl}"></script>`
  await using site = await startUpstream((response, request) => {
    const { url } = request
    if (url === '/popup.js?site=academy') body('void 0', 'text/javascript')(response, request)
    else body(url === '/' ? tag : 'No tag', 'text/html')(response, request)
  })
  const doctor = (page: string) =>
    run(['sync', 'doctor', '--service-url', serviceUrl, '--lang', 'en-US', '--site-url', site.url + page])

  const right = await doctor('/')
  expect(right).toMatchObject({ code: 0 })
  expect(right.output).toMatch(/^reaches the service +ok/m)
  expect(right.output).toMatch(/^popup script +ok/m)
  expect(right.output).toMatch(/^popup messages +ok +2 now/m)

  const bare = await doctor('/about/')
  expect(bare).toMatchObject({ code: 1 })
  expect(bare.output).toMatch(/^tags on the page +failed/m)
  expect(bare.output).toMatch(/\nWhat to do: .*fix\.md\n$/)
})
