import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExtensionError, readEntrance } from '../../extension/index.ts'

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
  it('are read to one typed value', () => {
    expect(read(whole)).toEqual({
      appId: 'sample-school',
      sessionToken: 'secret-token',
      language: 'zh-HK',
      selectionHint: { kind: 'student', userId: 2001, refNo: 'S-2001' },
      ssoHint: undefined,
    })
  })

  it('all children, and nobody, are selections too', () => {
    const all = { ...whole, 'X-Selected-Sub-User-Id': 'all', 'X-Selected-Sub-Ref-No': '' }
    expect(read(all).selectionHint).toEqual({ kind: 'all' })
    expect(read(without('X-Selected-Sub-User-Id')).selectionHint).toEqual({ kind: 'none' })
  })

  it('the language is the app’s, and en-US when it does not say', () => {
    expect(read({ ...whole, 'X-Language': 'en' }).language).toBe('en-US')
    expect(read(without('X-Language')).language).toBe('en-US')
  })

  it('a single sign-on response comes through in either Base64 alphabet, Chinese and all', () => {
    const sso = { name: '陳大文？？', url: 'https://idp.example/?a>b' }
    const plain = base64(sso)
    const urlSafe = Buffer.from(JSON.stringify(sso)).toString('base64url')
    expect(plain).not.toBe(urlSafe)
    for (const value of [plain, urlSafe])
      expect(read({ ...whole, 'X-SSO-Response': value }).ssoHint).toEqual(sso)
  })

  it.each([
    ['APP_MISSING', without('X-App-Id')],
    ['TOKEN_MISSING', without('X-Session-Token')],
    ['LANGUAGE_MALFORMED', { ...whole, 'X-Language': 'zh-HK' }],
    ['LANGUAGE_MALFORMED', { ...whole, 'X-Language': 'constructor' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '12 or 1=1' }],
    ['SELECTION_MALFORMED', { ...whole, 'X-Selected-Sub-User-Id': '9'.repeat(20) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': '%%%' }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': base64([1]) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': base64(null) }],
    ['SSO_MALFORMED', { ...whole, 'X-SSO-Response': Buffer.from([0x22, 0xff, 0x22]).toString('base64') }],
    ['SSO_TOO_LARGE', { ...whole, 'X-SSO-Response': 'A'.repeat(60_000) }],
  ])('%s has a code of its own, and tells no value', (code, headers) => {
    const call = () => read(headers)
    expect(call).toThrow(expect.objectContaining({ code }))
    expect(call).not.toThrow('secret-token')
  })

  it('whatever they hold, nothing but an entrance error is ever thrown', () => {
    const names = fc.constantFrom(
      ...['x-app-id', 'x-session-token', 'x-language', 'x-sso-response', 'x-selected-sub-user-id'],
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), headers => {
        try {
          readEntrance(name => headers[name])
        } catch (error) {
          expect(error).toBeInstanceOf(ExtensionError)
        }
      }),
    )
  })
})
