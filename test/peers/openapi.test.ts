/** The OpenAPI documents in the hands of others: a linter, two generators of clients and a mock server. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from '../../console/index.ts'
import {
  createAttendanceClient,
  createContentClient,
  createSessionClient,
} from '../../shared/client/index.ts'
import {
  EXAMPLE_ATTENDANCE,
  EXAMPLE_NEWS,
  EXAMPLE_POPUPS,
  EXAMPLE_USER,
} from '../../shared/contract/examples.ts'
import { emptyHost, type Host, NODE_TYPES } from '../support/host.ts'
import { agentBefore } from '../sync-agent/support.ts'
import { lint } from './openapi-lint.ts'

const GENERATOR = join(import.meta.dirname, 'generate-clients.ts')

let host: Host
let service: StartedService
/** As served: of the interface, of the service, of the agent. */
const documents: Record<string, string> = {}
beforeAll(async () => {
  host = emptyHost()
  service = await startService()
  await using agent = await agentBefore({ url: service.base }, host.path('news.sqlite'))
  const served = {
    school: `${service.base}/openapi.json`,
    service: `${service.base}/openapi-service.json`,
    agent: `${await agent.listen()}/openapi.json`,
  }
  for (const [name, url] of Object.entries(served)) {
    documents[name] = await (await fetch(url)).text()
    writeFileSync(host.path(`${name}.json`), documents[name])
  }
})
afterAll(async () => {
  await service.close()
  host[Symbol.dispose]()
})

describe('a linter', () => {
  it.each(['school', 'service', 'agent'])('has nothing against the document of the %s', async name => {
    expect(await lint(documents[name] ?? '')).toEqual([])
  })

  it('notices a broken one', async () => {
    const broken = (from: string, to: string) => lint((documents.school ?? '').replace(from, to))
    expect(
      `${await broken('"#/components/schemas/PopupEnvelope"', '"#/components/schemas/Nothing"')}`,
    ).toContain("Can't resolve $ref")
    expect(await broken('"lastSyncTime"', '"siteId"')).not.toEqual([])
    expect(`${await broken('"code":"D20004"', '"code":"D20009"')}`).toContain('example')
  })
})

describe('generated clients', () => {
  const program = `import type { operations as ofAgent } from './agent.ts'
import { getNewsEntry } from './agent/index.ts'
import type { operations } from './school.ts'
import { getAttendanceList, getPopupMessages, resolveSession } from './school/index.ts'
import type { operations as ofService } from './service.ts'
import { createPopupMessage } from './service/index.ts'

type Answer = operations['getPopupMessages']['responses'][200]['content']['application/json']
export function titlesOf(answer: Answer): string {
  if (answer.code === 'D00000') return answer.content.map(({ msgTitle }) => msgTitle).join()
  // @ts-expect-error a failure has no content
  answer.content
  switch (answer.code) {
    case 'D20000':
    case 'D20001':
    case 'D20002':
    case 'D20003':
    case 'D20004':
    case 'D20005':
      return answer.message
    default:
      return answer satisfies never
  }
}
export function kindsOf(answer: operations['getNews']['responses'][200]['content']['application/json']): number[] {
  if (answer.code !== 'D00000') return []
  const files = answer.content.newsList.flatMap(({ attachments = [] }) => attachments)
  return files.map(file => (file.fileType === 'image/png' || file.fileType === 'image/jpeg' ? file.imageWidth : 0))
}
export type Others = [ofAgent['listNews'], ofService['listPeople'], typeof getNewsEntry, typeof createPopupMessage]
// @ts-expect-error there is no such website
export const nursery = () => getPopupMessages({ query: { siteId: 'nursery' } })

const [, , base] = process.argv
const auth = ({ name = '' }) =>
  ({ 'X-App-Id': 'sample-school', 'X-Access-Key': 'sample-access-key', 'X-Session-Token': 'sample-staff' })[name]
const { data: popups } = await getPopupMessages({ baseUrl: \`\${base}/cms\`, query: { siteId: 'academy' } })
const path = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }
const { data: list } = await getAttendanceList({ baseUrl: \`\${base}/sync\`, auth, path })
const { data: user } = await resolveSession({ baseUrl: \`\${base}/session/staging\`, auth })
const { response } = await resolveSession({ baseUrl: \`\${base}/session/staging\` })
const content = popups?.code === 'D00000' ? popups.content.length : popups?.message
console.log(JSON.stringify([content, list?.[0]?.attendanceEntry?.status, user?.role, response?.status]))
`

  it('of openapi-typescript and hey-api compile, narrow by code, and call a service', async () => {
    await promisify(execFile)(process.execPath, [GENERATOR, host.folder, 'school', 'service', 'agent'])

    // What hey-api writes is strict, but not about undefined.
    const options = {
      types: ['node'],
      typeRoots: NODE_TYPES.typeRoots,
      exactOptionalPropertyTypes: false,
      allowImportingTsExtensions: true,
    }
    expect(host.faultsOf({ 'use.ts': program }, options)).toBe('')
    const { stdout } = await promisify(execFile)(process.execPath, [host.path('use.ts'), service.base])
    expect(JSON.parse(stdout)).toEqual([expect.any(Number), 'Present', 'Staff', 400])
  })
})

describe('a mock server', () => {
  it('answers with the examples, which the product’s own clients accept', async () => {
    const operations = await getHttpOperationsFromSpec(JSON.parse(documents.school ?? ''))
    const server = createServer(operations, {
      components: { logger: pino({ customLevels: { success: 11 }, level: 'silent' }) as never },
      cors: true,
      config: {
        isProxy: false,
        mock: { dynamic: false },
        checkSecurity: true,
        validateRequest: true,
        validateResponse: true,
        errors: false,
      },
    } as never)
    try {
      const url = await server.listen(0, '127.0.0.1')
      const content = createContentClient({ serviceUrl: url })
      const { content: popups } = await content.rawPopups({ siteId: 'academy' })
      expect(popups).toEqual(EXAMPLE_POPUPS['en-US'])
      const { rawList } = await content.news({ siteId: 'academy', lastSyncTime: '20260901000000' })
      expect(rawList).toEqual(EXAMPLE_NEWS['en-US'].newsList)
      const sessions = createSessionClient({ sessionUrl: url, appId: 'sample-school' })
      expect(await sessions.resolve('any')).toEqual(EXAMPLE_USER)
      const attendance = createAttendanceClient({ syncUrl: url, appId: 'sample-school', accessKey: 'any' })
      const group = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }
      expect(await attendance.attendanceList(group)).toEqual(EXAMPLE_ATTENDANCE)

      const prefer: typeof fetch = (input, init) =>
        fetch(input, { ...init, headers: { ...init?.headers, prefer: 'example=timeout' } })
      const late = createContentClient({ serviceUrl: url, fetch: prefer })
      await expect(late.popups({ siteId: 'academy' })).rejects.toMatchObject({ returnCode: 'D20003' })
      const list = `${url}/units/1/years/2026/groups/1A/attendance-lists/2026-09-01`
      expect((await fetch(list)).status).toBe(401)
    } finally {
      await server.close()
    }
  })
})
