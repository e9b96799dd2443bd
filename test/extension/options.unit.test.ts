/** Options of an extension: what is wrong with one is said when it is made, in words that lead to it. */
import { expect, it } from 'vitest'
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

it.each([
  { sessionUrl: 'http://127.0.0.1:4010/session' },
  { sessionUrl: 'http://localhost/session' },
  { sessionUrl: 'http://[::1]:80/session' },
  { sessionUrl: 'http://sis.example/session', environment: 'staging' },
])('plain http goes as far as this machine, or to staging: %j', options => {
  expect(made(options)).not.toThrow()
})

it.each<[string, object]>([
  ['appId', { appId: '' }],
  ['appId', { appId: 'sample-school\n' }],
  ['appId', { appId: '學校' }],
  ['appId', { appId: 7 }],
  ['sessionUrl', { sessionUrl: 'session' }],
  ['sessionUrl', { sessionUrl: 'file:///session' }],
  ['environment', { environment: 'test' }],
  ['secret', { secret: undefined }],
  ['secret is empty', { secret: '' }],
  ['secret must not be an empty list', { secret: [] }],
  ['secret[1] is empty', { secret: [SECRET, ''] }],
  ['secret[1] must have at least 32 characters', { secret: [SECRET, 'old'] }],
  ['secret[0] begins or ends with white space', { secret: [`${SECRET}\n`, SECRET] }],
  ['onVisit', { onVisit: undefined }],
  ['cookieName', { cookieName: 'visit' }],
  ['cookieName', { cookieName: '__Host-a b' }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['timeoutMs', { timeoutMs: '900' }],
  ['onVisitTimeoutMs', { onVisitTimeoutMs: -1 }],
  ['longestVisitSeconds', { longestVisitSeconds: 0 }],
  ['longestVisitSeconds', { longestVisitSeconds: Number.POSITIVE_INFINITY }],
  ['fakeClock', { clock: () => 0 }],
  ['fakeClock', { clock: { now: () => Date.now() } }],
  ['fakeClock', { clock: 5 }],
  ['fakeClock', { clock: { now: () => undefined } }],
])('what cannot be used is named: %s of %j', (reason, options) => {
  expect(made(options)).toThrow(expect.objectContaining({ code: 'EXTENSION_OPTION_INVALID' }))
  expect(made(options)).toThrow(reason)
  expect(made(options)).not.toThrow('nobody else')
})

it.each<[string, object, boolean]>([
  ['appId', { appId: 'a' }, true],
  ['appId', { appId: 'a b' }, true],
  ['appId', { appId: ' a' }, false],
  ['appId', { appId: 'a ' }, false],
  ['secret', { secret: 's'.repeat(32) }, true],
  ['secret', { secret: 's'.repeat(31) }, false],
  ['cookieName', { cookieName: `__Host-${'a'.repeat(100)}` }, true],
  ['cookieName', { cookieName: `__Host-${'a'.repeat(101)}` }, false],
  ['cookieName', { cookieName: '__Host-' }, false],
  ['cookieName', { cookieName: 'x__Host-a' }, false],
  ['timeoutMs', { timeoutMs: 2 ** 31 - 1 }, true],
  ['timeoutMs', { timeoutMs: 2 ** 31 }, false],
  ['onVisitTimeoutMs', { onVisitTimeoutMs: 0.5 }, true],
  ['longestVisitSeconds', { longestVisitSeconds: 1 }, true],
  ['longestVisitSeconds', { longestVisitSeconds: 0.9 }, false],
  ['longestVisitSeconds', { longestVisitSeconds: 34_560_000 }, true],
  ['longestVisitSeconds', { longestVisitSeconds: 34_560_001 }, false],
  ['longestVisitSeconds', { longestVisitSeconds: '60' }, false],
  ['sessionUrl must not have a user', { sessionUrl: 'https://me@sis.example/session' }, false],
  ['sessionUrl must not have a user', { sessionUrl: 'https://:open@sis.example/session' }, false],
  ['sessionUrl must not have a user', { sessionUrl: 'https://sis.example/session#top' }, false],
  ['sessionUrl must be an http or https URL', { sessionUrl: 'xhttps://sis.example/session' }, false],
  ['sessionUrl must be an http or https URL', { sessionUrl: 'httpsx://sis.example/session' }, false],
  ['sessionUrl', { sessionUrl: new URL('https://sis.example/session') }, true],
  ['clock', { clock: { now: () => ({ epochMilliseconds: 0 }) } }, true],
])('of %s, %j is the last that fits, or the first that does not: %s', (name, options, fits) => {
  if (fits) expect(made(options)).not.toThrow()
  else {
    const message = expect.stringContaining(name)
    expect(made(options)).toThrow(expect.objectContaining({ code: 'EXTENSION_OPTION_INVALID', message }))
  }
})

it.each([
  ['createExtension', 'onVist', 'appId, sessionUrl,'],
  ['createExtension', 'maxAgeSeconds', 'appId, sessionUrl,'],
  ['createExtension', 'toString', 'appId, sessionUrl,'],
  ['createSsoVerifier', 'jwksUri', 'jwksUrl,'],
])('%s refuses an option of another name, even where the right one is missing: %s', (name, option, own) => {
  const make =
    name === 'createExtension' ? made({ [option]: 1, onVisit: undefined }) : verifier({ [option]: 1 })
  expect(make).toThrow(ExtensionOptionError)
  expect(make).toThrow(`${name} has no option ${option}; its options are ${own}`)
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
