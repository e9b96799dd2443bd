/** The six headers read to one value: what each may say, and the code of each that is malformed. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExtensionError, readEntrance } from '../../extension/index.ts'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'

const whole = {
  'X-App-Id': 'sample-school',
  'X-Session-Token': 'secret-token',
  'X-Language': 'zh',
  'X-Selected-Sub-User-Id': '2001',
  'X-Selected-Sub-Ref-No': 'S-2001',
}
const read = (headers: Record<string, string>) => {
  const sent = new Headers(headers)
  return readEntrance(name => sent.get(name))
}
const without = (name: keyof typeof whole) => {
  const { [name]: _, ...rest } = whole
  return rest
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the entrance headers', () => {
  // Promise: entrance/headers
  it('are read to one typed value', () => {
    expect(read(whole)).toEqual({
      appId: 'sample-school',
      sessionToken: 'secret-token',
      language: 'zh-HK',
      selectionHint: { kind: 'student', userId: 2001, refNo: 'S-2001' },
      ssoHint: undefined,
    })
  })

  const student = { kind: 'student', userId: 2001, refNo: '' }
  // Promise: silent/child-alone, silent/number-alone, entrance/child, entrance/all-children
  it.each<[string, Record<string, string>, object]>([
    [
      'all children',
      { ...whole, 'X-Selected-Sub-User-Id': 'all', 'X-Selected-Sub-Ref-No': '' },
      { kind: 'all' },
    ],
    ['a student alone', without('X-Selected-Sub-Ref-No'), student],
    ['a student of no number', { ...whole, 'X-Selected-Sub-Ref-No': '' }, student],
    ['nobody by a number alone', without('X-Selected-Sub-User-Id'), { kind: 'none' }],
    ['nobody', { 'X-App-Id': 'sample-school', 'X-Session-Token': 'secret-token' }, { kind: 'none' }],
  ])('may select %s', (_, headers, selectionHint) => {
    expect(read(headers)).toMatchObject({ selectionHint })
  })

  // Promise: entrance/language
  it('the language is the app’s, and en-US when it does not say', () => {
    expect(read({ ...whole, 'X-Language': 'en' }).language).toBe('en-US')
    expect(read(without('X-Language')).language).toBe('en-US')
  })

  // Promise: silent/base64, entrance/sso
  it('a single sign-on response comes through in either Base64 alphabet, Chinese and all', () => {
    const sso = { name: '陳大文？？', url: 'https://idp.example/?a>b' }
    const plain = base64(sso)
    const urlSafe = Buffer.from(JSON.stringify(sso)).toString('base64url')
    expect(plain).not.toBe(urlSafe)
    for (const value of [plain, urlSafe])
      expect(read({ ...whole, 'X-SSO-Response': value }).ssoHint).toEqual(sso)
  })

  // Promise: silent/beyond-ascii
  it('a reference number is had as the app sent it, in Chinese too', () => {
    const refNoOf = (value: string) => {
      const hint = read({ ...whole, 'X-Selected-Sub-Ref-No': value }).selectionHint
      return hint.kind === 'student' ? hint.refNo : undefined
    }
    // As Node and fetch give a header: one character a byte.
    expect(refNoOf(Buffer.from('初一-陳 07').toString('latin1'))).toBe('初一-陳 07')
    expect(refNoOf('S/20 01,é')).toBe('S/20 01,é')
    expect(refNoOf('S'.repeat(100))).toHaveLength(100)
    // Other platforms decode the bytes themselves.
    expect(
      readEntrance(name => headersOf({ ...whole, 'X-Selected-Sub-Ref-No': '陳-07' })[name]),
    ).toMatchObject({ selectionHint: { refNo: '陳-07' } })
  })

  it.each([
    ['', 1],
    ['=', 3],
    ['==', 2],
  ])('a single sign-on response may end in %j, or be folded over lines', (padding, length) => {
    const sso = { a: 'x'.repeat(length) }
    const whole64 = base64(sso)
    expect(whole64.slice(whole64.replaceAll('=', '').length)).toBe(padding)
    for (const value of [whole64, whole64.replaceAll('=', ''), `${whole64.slice(0, 4)} ${whole64.slice(4)}`])
      expect(read({ ...whole, 'X-SSO-Response': value }).ssoHint).toEqual(sso)
  })

  it('nothing in a single sign-on response can become the prototype of an object, or change it', () => {
    for (const text of [
      '{"__proto__":{"role":"Staff"}}',
      '{"a":[{"__proto__":{"role":"Staff"}}]}',
      '{"a":1,"b":{"__proto__":{"role":"Staff"}}}',
      '{"constructor":{"prototype":{"role":"Staff"}}}',
      '{"a":[{"constructor":{"prototype":{"role":"Staff"}}}]}',
    ]) {
      const call = () => read({ ...whole, 'X-SSO-Response': Buffer.from(text).toString('base64') })
      expect(call).toThrow(expect.objectContaining({ code: 'SSO_MALFORMED' }))
    }
    const words = { constructor: 'a builder', prototype: { of: 'a bridge' } }
    expect(read({ ...whole, 'X-SSO-Response': base64(words) }).ssoHint).toEqual(words)
  })

  it.each([
    // The last is the bytes 22 ff 22.
    ['is not Base64 of UTF-8 text', ['%%%', 'AAAAA', 'Iv8i']],
    ['is not Base64 of a JSON object', [btoa('{'), btoa('[1]'), btoa('null')]],
    ['is nested too deep or names a prototype', [nested(70), btoa('{"__proto__":{}}')]],
  ])('a single sign-on response %s, and the error says so', (words, responses) => {
    for (const each of responses) {
      const call = () => read({ ...whole, 'X-SSO-Response': each })
      expect(call).toThrow(`header X-SSO-Response ${words}`)
    }
  })

  it('nothing of a single sign-on response stands in the error, nor in what caused it', () => {
    for (const text of ['{"email":"lok@home.example"', '["lok@home.example"]', 'lok@home.example']) {
      const error = thrownBy(() => read({ ...whole, 'X-SSO-Response': Buffer.from(text).toString('base64') }))
      expect(error).toMatchObject({ code: 'SSO_MALFORMED' })
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('lok@')
    }
  })

  // Promise: silent/number-alone
  it.each([
    ['APP_MISSING', without('X-App-Id')],
    ['APP_MISSING', { ...whole, 'X-App-Id': '' }],
    ['TOKEN_MISSING', without('X-Session-Token')],
    ['TOKEN_MISSING', { ...whole, 'X-Session-Token': '' }],
    ['LANGUAGE_MALFORMED', { ...whole, 'X-Language': 'zh-HK' }],
    ['LANGUAGE_MALFORMED', { ...whole, 'X-Language': 'EN' }],
    ['LANGUAGE_MALFORMED', { ...whole, 'X-Language': 'constructor' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '12 or 1=1' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '-1' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '1e3' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '0x10' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '9'.repeat(20) }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': 'All', 'X-Selected-Sub-Ref-No': '' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': 'all' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-Ref-No': 'S'.repeat(101) }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-Ref-No': 'S\t1' }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': '%%%' }],
    // In both alphabets at once.
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': base64({ a: 'x?>~?>~??>>' }).replaceAll('+', '-') }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': base64([1]) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': base64(null) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': Buffer.from([0x22, 0xff, 0x22]).toString('base64') }],
    [
      'SSO_MALFORMED',
      { ...whole, 'X-SSO-Response': Buffer.from('{"a":"\xe9"}', 'latin1').toString('base64') },
    ],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': nested(70) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': nested(5_000) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': 'A'.repeat(49_152) }],
    ['SSO_TOO_LARGE', { ...whole, 'X-SSO-Response': 'A'.repeat(49_153) }],
  ])('%s has a code of its own, and tells no value', (code, headers) => {
    const error = thrownBy(() => read(headers))
    expect(error).toMatchObject({ code })
    expect(inspect(error, { depth: 9 })).not.toContain('secret-token')
  })

  // Promise: silent/header-twice
  it.each([
    ['x-session-token', undefined],
    ['x-app-id', undefined],
    ['x-language', 'LANGUAGE_MALFORMED'],
    ['x-selected-sub-user-id', 'SELECTION_MALFORMED'],
    ['x-sso-response', 'SSO_MALFORMED'],
  ])('%s given twice is never read as one of the two', (name, code) => {
    const once: Record<string, string> = { ...headersOf(whole), 'x-sso-response': base64({ a: 1 }) }
    const twice = [once[name], once[name]]
    for (const value of [twice, twice.join(', ')]) {
      const call = () => readEntrance(asked => (asked === name ? (value as string) : once[asked]))
      if (code) expect(call).toThrow(expect.objectContaining({ code }))
      else expect(Object.values(call())).toContain(`${once[name]}, ${once[name]}`)
    }
  })

  it('whatever they hold, nothing but an error of the family is ever thrown', () => {
    const near = fc.oneof(
      fc.constantFrom('sample-school', 'secret-token', 'en', 'zh', 'all', '2001', '', ' ', '__proto__'),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.json().map(text => Buffer.from(text).toString('base64')),
      fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes).toString('base64url')),
      fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes).toString('latin1')),
      fc.nat({ max: 60_000 }).map(length => 'A'.repeat(length)),
    )
    const value = fc.oneof(near, fc.array(near, { maxLength: 3 }), fc.constant(undefined))
    const names = Object.values(ENTRANCE_HEADERS)
    const entrances = fc.tuple(...names.map(() => value))
    fc.assert(
      fc.property(entrances, values => {
        const headers = new Map(names.map((name, index) => [name as string, values[index]]))
        try {
          readEntrance(name => headers.get(name) as string | undefined)
        } catch (error) {
          expect(error).toBeInstanceOf(ExtensionError)
        }
      }),
      { numRuns: 120 },
    )
  })
})

const headersOf = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
const nested = (levels: number) =>
  Buffer.from(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`).toString('base64')
function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}
