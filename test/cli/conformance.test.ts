/** `schoolbell conformance` as an integrator runs it: by hand, in a build, and against what does not keep the rules. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Service, type ServiceAddresses } from '../../console/index.ts'
import { ACCESS_KEY, SESSION_TOKEN, startSample } from '../conformance/sample.ts'
import { envelope } from '../conformance/spoil.ts'
import { startSpoilingProxy } from '../conformance/spoiling-proxy.ts'
import { call } from '../support/call.ts'
import { run, start } from '../support/command.ts'
import { scratch } from '../support/scratch.ts'
import { parseXml } from '../support/xml.ts'

let service: Service
let addresses: ServiceAddresses

beforeAll(async () => {
  ;({ service, addresses } = await startSample())
})
afterAll(() => service.close())

const everything = ({ serviceUrl, syncUrl, sessionUrls } = addresses) => [
  ...['--service-url', serviceUrl, '--sync-url', syncUrl, '--session-url', sessionUrls.staging],
  ...['--app-id', 'sample-school', '--unit', '1', '--year', '2026', '--group', '1A - Rowing'],
  ...['--date', '2026-09-01'],
]

describe('schoolbell conformance', () => {
  it('prints all by part when asked, ends with 0, and shows no secret', async () => {
    using place = scratch()
    writeFileSync(place.path('key'), `${ACCESS_KEY}\n`)
    const args = ['conformance', ...everything(), '--access-key-file', place.path('key')]
    args.push('--verbose', '--open-points')
    const { code, output, errors } = await run(args, { env: { SCHOOLBELL_SESSION_TOKEN: SESSION_TOKEN } })
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    for (const heading of [
      'Conformance',
      'Popup messages',
      'News',
      'Attendance lists',
      'Session resolution',
    ]) {
      expect(output).toContain(heading)
    }
    expect(output).toMatch(/^✓ passed +popups\/site-id-empty +HTTP 200, D20001 siteId should not be empty$/m)
    expect(output).not.toContain('\x1b[')
    for (const secret of [ACCESS_KEY, SESSION_TOKEN]) expect(output).not.toContain(secret)
    expect(args.join(' ')).not.toContain(ACCESS_KEY)
    const widest = Math.max(...output.split('\n').map(line => line.length))
    expect(widest).toBeLessThanOrEqual(130)
  })

  it('ends with 1 at a failure and quotes the rule; --json and --junit tell the same', async () => {
    using place = scratch()
    await using proxy = await startSpoilingProxy(addresses.base)
    proxy.spoiling = {
      answer: envelope(value => {
        value.message = `<"&'\u0007>`
        delete value.txID
      }),
    }
    const service = ['--service-url', `${proxy.base}/cms`, '--only', 'popups']
    const text = await run(['conformance', ...service])
    expect(text).toMatchObject({ code: 1, errors: '' })
    expect(text.output).toContain('Rule: Response envelope, txID: “txID is a string')
    expect(text.output).toContain('txID is missing')

    const junit = place.path('report.xml')
    const { code, output } = await run(['conformance', ...service, '--json', '--junit', junit])
    expect(code).toBe(1)
    const { summary, cases } = JSON.parse(output)
    const failed = cases.filter(({ result }: { result: string }) => result === 'failed')
    expect(failed.map(({ id }: { id: string }) => id)).toContain('popups/tx-id')
    expect(summary.failed).toBe(failed.length)
    const xml = readFileSync(junit, 'utf8')
    const suites = parseXml(xml)
    expect(suites.name).toBe('testsuites')
    expect(suites.attributes).toMatchObject({ tests: `${cases.length}`, failures: `${summary.failed}` })
    expect(xml.match(/<failure /g)).toHaveLength(summary.failed)
    expect(xml.match(/<testcase /g)).toHaveLength(cases.length)
    expect(xml).toContain('&lt;&quot;&amp;')
  })

  it('counts on the last line what could not be seen, and fails for it with --strict; all reports tell the same', async () => {
    using place = scratch()
    await using empty = await createService({ port: 0, seed: 'empty', logger: pino({ level: 'silent' }) })
    const { serviceUrl } = await empty.listen()
    const args = ['conformance', '--service-url', serviceUrl, '--only', 'popups']
    const plain = await run(args)
    expect(plain.code).toBe(0)
    const [, unseen = ''] = / 0 failed, (\d+) could not be seen\n$/.exec(plain.output) ?? []
    expect(Number(unseen)).toBeGreaterThan(5)

    const junit = place.path('report.xml')
    const strict = await run([...args, '--strict', '--junit', junit])
    expect(strict.code).toBe(1)
    expect(strict.output).toMatch(new RegExp(` ${unseen} failed, 0 could not be seen\n$`))
    expect(strict.output).toContain('could not be seen: at least one message would show it')
    expect(readFileSync(junit, 'utf8').match(/<failure /g)).toHaveLength(Number(unseen))
    const json = await run([...args, '--strict', '--json'])
    expect(JSON.parse(json.output).summary).toMatchObject({ failed: Number(unseen), requiredNotShown: 0 })
  })

  it('lists its cases with their rules and asks nobody', async () => {
    const { code, output } = await run(['conformance', '--list'])
    expect(code).toBe(0)
    expect(output).toContain('news/since-far-ahead  required\n    Endpoint 2, rule 1: “The call returns news')
    const json = await run(['conformance', '--list', '--json', '--only', 'session'])
    const listed = JSON.parse(json.output)
    expect(listed.length).toBeGreaterThan(20)
    expect(listed[0]).toMatchObject({
      id: 'session/answers',
      level: 'required',
      rule: { place: expect.any(String) },
    })
  })

  it('prints what there is when it is stopped', async () => {
    const asked = Promise.withResolvers<void>()
    await using proxy = await startSpoilingProxy(addresses.base)
    proxy.spoiling = {
      async answer() {
        asked.resolve()
        // Only the end of the one who asks ends this.
        await new Promise(() => {})
      },
    }
    await using running = start(['conformance', '--service-url', `${proxy.base}/cms`, '--json'])
    let output = ''
    running.process.stdout?.setEncoding('utf8').on('data', text => {
      output += text
    })
    await asked.promise
    expect(await running.stop('SIGINT')).toEqual({ code: 1, signal: null })
    expect(JSON.parse(output)).toMatchObject({ complete: false, cases: [] })
  })

  it.each([
    [[], "'--service-url <url>' not specified; or --sync-url for attendance, --session-url for sessions"],
    [['--service-url', 'nowhere'], 'must be a URL'],
    [
      ['--service-url', 'http://127.0.0.1:9', '--only', 'bells'],
      'only names "bells", which is neither a part (popups, news, attendance, session) nor a case; ',
    ],
    [['--list', '--only', 'bells'], ' conformance --list prints all cases\n'],
    [
      ['--service-url', 'http://127.0.0.1:9', '--only', 'session'],
      '--only names session/answers, but --session-url is missing',
    ],
    [['--service-url', 'http://127.0.0.1:9', '--since', 'today'], '--since "today"'],
    [
      ['--sync-url', 'http://127.0.0.1:9', '--session-url', 'http://127.0.0.1:9', '--unit', '1'],
      "'--app-id, --year, --group, --date, --access-key-file, --token-file' not specified",
    ],
    [['--session-url', 'http://127.0.0.1:9', '--app-id', 'a'], '--token-file'],
    [['--sync-url', 'http://127.0.0.1:9', '--access-key-file', 'nowhere'], 'cannot be read (ENOENT)'],
    [['--access-key', 'secret'], "unknown option '--access-key'"],
  ])('a wrong call ends with 2: %j', async (args, reason) => {
    const { code, output, errors } = await call(['conformance', ...args])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(errors).not.toMatch(/\n\s+at /)
  })
})
