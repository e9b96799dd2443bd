/** `schoolbell session resolve` as support staff run it. */
import { Temporal } from 'temporal-polyfill'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sessionCommand, { refusalText, userText } from '../../cli/session.ts'
import { type StartedService, startService } from '../../console/index.ts'
import { sessionUser } from '../../extension/testing.ts'
import { createSessionClient } from '../../shared/client/index.ts'
import { SessionUser } from '../../shared/contract/index.ts'
import { call } from '../support/call.ts'
import { run } from '../support/command.ts'
import { refusal } from '../support/refusal.ts'
import { json, startUpstream } from '../support/scripted-upstream.ts'

let service: StartedService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const resolve = (url = service.sessionUrls.staging, appId = 'sample-school') => [
  ...['session', 'resolve', '--session-url', url, '--app-id', appId],
]
const TOKEN = { SCHOOLBELL_SESSION_TOKEN: 'sample-guardian' }
const USER = sessionUser({
  ...{ userId: 7, role: 'Student', appId: 'app', refNo: 'S7', email: 'bo@school.example' },
  ...{ firstName: 'Bo', lastName: 'Example', expireAt: '2026-09-01T03:05:00.000Z' },
})

describe('schoolbell session resolve', () => {
  it('prints the user, the times in the school’s zone, and how long it is still good', async () => {
    const { code, output, errors } = await call(resolve(), TOKEN)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Role {10}Guardian\nName {10}Yuk-lan Sheung\nChinese name {2}常玉蘭\n/)
    expect(output).toMatch(/Created {7}2026-09-01 08:00:00 \(Asia\/Hong_Kong\)\n/)
    expect(output).toMatch(/Expires {7}2099-12-31 23:59:59: in \d+ days/)
    expect(output).not.toContain('sample-guardian')
  })

  it('takes the token from standard input, and prints JSON', async () => {
    const { code, output } = await run([...resolve(), '--token-file', '-'], {
      env: { SCHOOLBELL_JSON: '1' },
      input: 'sample-staff\n',
    })
    expect(code).toBe(0)
    const user = JSON.parse(output)
    expect(Check(SessionUser, user)).toBe(true)
    expect(user.role).toBe('Staff')
  })

  it('says in one sentence what a refusal means, and not the token', async () => {
    const { token } = service.sessions.issue({ environment: 'staging', userId: 2001 })
    const env = { SCHOOLBELL_SESSION_TOKEN: token }
    expect((await call(resolve(), env)).output).toContain(': in 59 min')
    const refused = [
      call(resolve(), { SCHOOLBELL_SESSION_TOKEN: 'sesame' }),
      call(resolve(service.sessionUrls.production), env),
      call(resolve(undefined, 'another-app'), env),
    ]
    for (const { code, output, errors } of await Promise.all(refused)) {
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toMatch(/^schoolbell: The token is not valid: it has expired, was ended, /)
      expect(errors).not.toContain('sesame')
      expect(errors).not.toContain(token)
    }
    const nowhere = await call(resolve(`${service.base}/session`), TOKEN)
    expect(nowhere.errors).toContain('use the base address of one environment')
  })

  it.each<[args: string[], reason: string]>([
    [[], "'--token-file <file>' not specified; or set SCHOOLBELL_SESSION_TOKEN"],
    [['--token-file', '/nowhere'], '--token-file: the file cannot be read (ENOENT)'],
    [['--token-file', '/dev/null'], '--token-file: the file is empty'],
    [['--session-url', 'nowhere'], 'It must be a URL'],
  ])('a wrong call is refused and says why: %j', async (args, reason) => {
    const needed = ['--session-url', 'http://127.0.0.1:9', '--app-id', 'sample-school']
    const said = await refusal(sessionCommand(), ['resolve', ...needed, ...args])
    expect(said).toContain(reason)
  })
})

it.each([
  [429, 'Too many wrong tokens from this address; try again in 1 min 30 s (http'],
  [400, 'The service cannot read the token or the app id (http'],
  [403, 'The token is not valid: '],
  [500, undefined],
])('a refusal with HTTP %i means: %s', async (status, meaning) => {
  await using upstream = await startUpstream(json({}, status, { 'retry-after': '90' }))
  const sessions = createSessionClient({ sessionUrl: upstream.url, appId: 'app' })
  const said = refusalText(await sessions.resolve('t').catch(error => error))
  if (meaning === undefined) expect(said).toBeUndefined()
  else expect(said?.startsWith(meaning)).toBe(true)
})

describe('a session in words', () => {
  const asked = { appId: 'app', zone: 'Asia/Hong_Kong' }
  const at = (time: string, user = USER) => userText(user, { ...asked, now: Temporal.Instant.from(time) })

  it.each([
    ['2026-09-01T00:00:00Z', 'Expires       2026-09-01 11:05:00: in 3 h 5 min'],
    ['2026-09-01T03:04:59Z', ': in 1 s'],
    ['2026-09-01T03:05:00Z', 'expired 0 s ago; a web-app must refuse it'],
    ['2026-09-03T05:05:00Z', 'expired 2 days 2 h ago; a web-app must refuse it'],
    ['2026-08-31T03:00:00Z', ': in 1 day'],
  ])('at %s: %s', (now, words) => {
    expect(at(now)).toContain(words)
  })

  it('says that it is another app’s, and when its end is no time', () => {
    expect(at('2026-09-01T00:00:00Z', { ...USER, appId: 'other' })).toContain('other: not the requested one')
    expect(at('2026-09-01T00:00:00Z', { ...USER, expireAt: 'soon' })).toContain('soon: not a timestamp')
  })

  it('holds no escape sequence', () => {
    expect(at('2026-09-01T00:00:00Z', { ...USER, fullName: 'Bo\u001b[2J\nRole  Staff' })).not.toMatch(
      /[^\P{Cc}\n]|\nRole {2}Staff/u,
    )
  })
})
