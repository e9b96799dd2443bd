/** What JavaScript lets pass is refused when the handlers are made, by its name and with what there is. */
import { expect, it } from 'vitest'
import * as msw from '../../../../shared/client/msw/index.ts'

// As a caller without types sees them.
const { down, failing, schoolHandlers, slow } = msw as unknown as Record<
  'down' | 'failing' | 'schoolHandlers' | 'slow',
  (...given: unknown[]) => unknown
>

const CALLS = 'not one of popups, news, attendance, session'

it.each<[what: string, make: () => unknown, says: string]>([
  ['another call fails', () => failing('popup', 503), `the call is "popup", ${CALLS}`],
  ['another call is down', () => down('nwes'), `the call is "nwes", ${CALLS}`],
  ['another call is slow', () => slow(undefined, 5), `the call is undefined, ${CALLS}`],
  ['another code', () => failing('popups', 'D2003'), 'popups cannot fail with "D2003": give an HTTP status'],
  ['success', () => failing('news', 'D00000'), 'or one of D20000, D20001, '],
  ['no failure', () => failing('popups'), 'popups cannot fail with undefined'],
  ['a code where there are none', () => failing('session', 'D20003'), 'session cannot fail with "D20003"'],
  ['a status without a body', () => failing('session', 304), 'cannot fail with 304'],
  ['a status of success', () => failing('session', 204), 'cannot fail with 204'],
  ['a status after the last one', () => failing('session', 600), 'cannot fail with 600'],
  ['no time', () => slow('popups'), 'the time is undefined, not milliseconds from 0'],
  ['a time before', () => slow('popups', -1), 'the time is -1'],
  ['a time in words', () => slow('popups', '5'), 'the time is "5"'],
  ['a time that no timer takes', () => slow('popups', 2 ** 31), 'the time is 2147483648'],
  ['no number', () => slow('popups', Number.NaN), 'the time is NaN'],
  [
    'another option',
    () => schoolHandlers({ popup: [] }),
    '"popup" is not an option; there are popups, news, ',
  ],
  ['no messages', () => schoolHandlers({ popups: 'x' }), 'popups must be an array or a function'],
  ['no list', () => schoolHandlers({ attendance: null }), 'attendance must be an array or a function'],
  ['a list of users', () => schoolHandlers({ users: [] }), 'users must be an object'],
  ['a user alone', () => schoolHandlers({ users: 'guardian' }), 'users must be an object'],
  ['no users', () => schoolHandlers({ users: null }), 'users must be an object'],
  ['no key', () => schoolHandlers({ accessKey: 7 }), 'accessKey must be a string'],
  ['no address', () => schoolHandlers({ serviceUrl: 'nonsense' }), 'serviceUrl must be an http or https URL'],
  [
    'an address that is no text',
    () => schoolHandlers({ serviceUrl: new URL('https://school.example') }),
    'serviceUrl must be an http or https URL',
  ],
  ['no address of a fault', () => down('news', { serviceUrl: 'nonsense' }), 'serviceUrl must be an http'],
  ['another address', () => down('news', { url: 'https://school.example' }), '"url" is not an option'],
  ['a bare address', () => down('news', 'https://school.example'), 'is not an object of serviceUrl, syncUrl'],
])('%s', (_what, make, says) => {
  const thrown = expect(make)
  thrown.toThrow(TypeError)
  thrown.toThrow(says)
})

it('a key, an address of this machine, and the first and last status and time are no mistake', () => {
  const here = { appId: 'app', accessKey: 'key', serviceUrl: 'http://127.0.0.1:4010/cms' }
  expect(schoolHandlers(here)).toHaveLength(6)
  for (const status of [300, 599]) expect(failing('session', status)).toBeDefined()
  expect(slow('session', 2 ** 31 - 1)).toBeDefined()
})

it('what is left out, or undefined, is no mistake', () => {
  const open = Object.fromEntries(['popups', 'users', 'appId', 'serviceUrl'].map(name => [name, undefined]))
  expect(schoolHandlers(open)).toHaveLength(6)
  expect(failing('attendance', 404, { syncUrl: undefined })).toBeDefined()
  expect(slow('session', 0)).toBeDefined()
})
