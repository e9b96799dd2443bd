/** Options of an extension: what is wrong with one is said when it is made, in words that lead to it. */
import { describe, expect, it } from 'vitest'
import {
  createExtension,
  createSsoVerifier,
  ExtensionOptionError,
  VisitRefused,
} from '../../extension/index.ts'

const SECRET = 'a secret of the tests, and of nobody else'
const made = (options: object) => () =>
  createExtension({
    appId: 'sample-school',
    sessionUrl: 'https://sis.example/session',
    environment: 'production',
    secret: SECRET,
    onVisit: () => null,
    ...options,
  })

it.each([
  ['http://sis.example/session', 'must not be sent unencrypted'],
  ['https://me:open@sis.example/session', 'a password'],
  ['https://sis.example/session?key=open', 'a query'],
  ['https://sis.example/session/v2/grd/external-session', 'must end before /v2/grd/external-session'],
])('no session address is %s', (sessionUrl, reason) => {
  expect(made({ sessionUrl })).toThrow(ExtensionOptionError)
  expect(made({ sessionUrl })).toThrow(reason)
  expect(made({ sessionUrl })).not.toThrow('open')
})

it.each(['http://127.0.0.1:4010/session', 'http://localhost/session', 'http://[::1]:80/session'])(
  'plain http goes as far as this machine: %s',
  sessionUrl => {
    expect(made({ sessionUrl })).not.toThrow()
  },
)

it('plain http is let to staging', () => {
  expect(made({ sessionUrl: 'http://sis.example/session', environment: 'staging' })).not.toThrow()
})

describe('a secret', () => {
  it.each([
    ['', 'secret is empty'],
    [[], 'secret must not be an empty list'],
    [[SECRET, ''], 'secret[1] is empty'],
    [[SECRET, 'old'], 'secret[1] must have at least 32 characters'],
    [[`${SECRET}\n`, SECRET], 'secret[0] begins or ends with white space'],
  ])('that cannot be one is named: %j', (secret, reason) => {
    expect(made({ secret })).toThrow(reason)
  })
})

it.each([() => 0, { now: () => Date.now() }, {}, 5])('a clock that tells no instant is none: %j', clock => {
  expect(made({ clock })).toThrow('fakeClock')
})

it.each(['timeoutMs', 'onVisitTimeoutMs', 'longestVisitSeconds'])('%s is a number, not a text', name => {
  expect(made({ [name]: '900' })).toThrow(name)
})

describe('an option of another name is refused', () => {
  it.each(['onVist', 'onEntrence', 'maxAgeSeconds', 'toString'])('by createExtension: %s', name => {
    expect(made({ [name]: () => null })).toThrow(ExtensionOptionError)
    expect(made({ [name]: () => null })).toThrow(
      `createExtension has no option ${name}; its options are appId, sessionUrl,`,
    )
  })

  it('even where the right one is missing', () => {
    expect(made({ onVisit: undefined, onVist: () => null })).toThrow('no option onVist')
  })

  it.each(['maxAgeSecond', 'jwksUri'])('by createSsoVerifier: %s', name => {
    expect(verifier({ [name]: 900 })).toThrow(ExtensionOptionError)
    expect(verifier({ [name]: 900 })).toThrow(
      `createSsoVerifier has no option ${name}; its options are jwksUrl,`,
    )
  })
})

it.each(['maxAgeSeconds', 'timeoutMs'])('%s of createSsoVerifier is a number, not a text', name => {
  expect(verifier({})).not.toThrow()
  expect(verifier({ [name]: '900' })).toThrow(name)
})

const verifier = (options: object) => () =>
  createSsoVerifier({
    jwksUrl: 'https://login.example/keys',
    issuer: 'https://login.example',
    audience: 'school-app',
    sameUser: { claim: 'employee_id', field: 'refNo' },
    ...options,
  })

it.each(['a text', {}, { 'en-US': 'Ask.' }, { 'en-US': 'Ask.', 'zh-HK': 1 }, null])(
  'a refusal says in both languages why: %j',
  texts => {
    expect(() => new VisitRefused(texts as never)).toThrow('en-US and zh-HK')
  },
)
