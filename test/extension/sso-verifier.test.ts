/** The verifier of id_tokens, against an identity provider on a real socket and against everybody who would like to be one. */
import { createHmac } from 'node:crypto'
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExtension, createSsoVerifier, type SsoVerifierOptions } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { heldClock } from '../support/held-clock.ts'
import { hang, json, reset, type Script, startUpstream, type Upstream } from '../support/scripted-upstream.ts'

const NOON = '2026-11-21T04:00:00Z'
const NOON_SECONDS = Date.parse(NOON) / 1_000
const ISSUER = 'https://login.school.example'
const CLIENT = 'the-app-of-the-school'
const staff = sessionUser({ role: 'Staff', refNo: 'STF-7', email: 'Ada@school.example' })
const CLAIMS = {
  ...{ iss: ISSUER, aud: CLIENT, sub: 'person-7', iat: NOON_SECONDS - 600, exp: NOON_SECONDS + 3_000 },
  ...{ employee_id: 'STF-7', email: 'ada@school.example', email_verified: true },
}

interface Signer {
  privateKey: CryptoKey
  publicKey: CryptoKey
  kid: string
}
const signerOf = async (kid: string, alg = 'ES256'): Promise<Signer> => ({
  ...(await generateKeyPair(alg, { extractable: true })),
  kid,
})

let idp: Signer
let stranger: Signer
let upstream: Upstream
let jwks: { keys: unknown[] }
const publicJwk = async ({ publicKey, kid }: Signer) => ({ ...(await exportJWK(publicKey)), kid, use: 'sig' })
beforeAll(async () => {
  idp = await signerOf('key-1')
  stranger = await signerOf('key-1')
  jwks = { keys: [await publicJwk(idp)] }
  upstream = await startUpstream(json(jwks))
})
afterAll(() => upstream.close())
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  upstream.answer(json(jwks))
  upstream.requests.length = 0
})

const signed = (
  claims: JWTPayload = CLAIMS,
  { by = idp, header = {} as Partial<JWTHeaderParameters> } = {},
) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: by.kid, ...header }).sign(by.privateKey)

/** At an hour that stands still. */
const options = (clock = heldClock(NOON)) => ({
  ...{ jwksUrl: `${upstream.url}/keys`, issuer: ISSUER, audience: CLIENT, clock },
  sameUser: { claim: 'employee_id', field: 'refNo' } as const,
})
function verifier(changed: Partial<SsoVerifierOptions> = {}) {
  const clock = heldClock(NOON)
  const verify = createSsoVerifier({ ...options(clock), ...changed })
  return { clock, verify: async (id_token: unknown, user = staff) => await verify({ id_token }, user) }
}
const refusedWith = (code: string, words = '') =>
  expect.objectContaining({ name: 'ExtensionError', code, message: expect.stringContaining(words) })
const rejected = (words: string) => refusedWith('SSO_REJECTED', words)
const otherUser = refusedWith('SSO_OTHER_USER')

describe('a genuine id_token', () => {
  it('gives its claims, and the keys are fetched once', async () => {
    const { verify } = verifier()
    expect(await verify(await signed())).toEqual(CLAIMS)
    expect(await verify(await signed())).toEqual(CLAIMS)
    expect(upstream.requests.map(({ url }) => url)).toEqual(['/keys'])
  })

  it('makes the hint of an entrance proof in onVisit, and another answer is the refusal', async () => {
    const verifySso = createSsoVerifier(options())
    const { fetch } = fakeSessions({ users: [staff] })
    const extension = createExtension({
      ...{ appId: staff.appId, sessionUrl: 'https://sis.example', environment: 'staging', fetch },
      ...{ secret: 'a secret, long enough for anybody to use', clock: heldClock(NOON), onEntrance: () => {} },
      onVisit: async (user, { ssoHint }) => ({ sub: (await verifySso(ssoHint, user)).sub }),
    })
    const enter = async (sso?: Record<string, unknown>) => {
      const { headers } = entranceOf({ user: staff, ...(sso && { sso }) })
      return await extension.admit({ method: 'GET', header: name => headers[name] })
    }
    const refused = (code: string) => ({ kind: 'refused', error: { code, status: 403 } })
    const account = { sub: 'person-7' }
    expect(await enter({ id_token: await signed() })).toMatchObject({ visit: { account } })
    const forged = await enter({ id_token: await signed(CLAIMS, { by: stranger }) })
    expect(forged).toMatchObject(refused('SSO_REJECTED'))
    expect(await enter()).toMatchObject(refused('SSO_MISSING'))
  })

  it('of a new key is accepted half a minute after the key is published', async () => {
    const next = await signerOf('key-2')
    const { verify } = verifier()
    await verify(await signed())
    upstream.answer(json({ keys: [...jwks.keys, await publicJwk(next)] }))
    const token = await signed(CLAIMS, { by: next })
    await expect(verify(token)).rejects.toEqual(rejected('no key'))
    // The key set is kept by the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await verify(token)).toEqual(CLAIMS)
    expect(upstream.requests.length).toBe(2)
  })

  it('may lie anywhere in the response, and may be of any of the app’s client ids', async () => {
    const verify = createSsoVerifier({
      ...{ ...options(), audience: ['other', CLIENT], sameUser: () => true },
      idTokenIn: ({ authentication }) => Object(authentication).idToken,
    })
    expect(await verify({ authentication: { idToken: await signed() } }, staff)).toEqual(CLAIMS)
  })
})

describe('what is no id_token of this issuer for this app is refused', () => {
  const encoded = (value: unknown) => base64url.encode(JSON.stringify(value))

  // Promise: web-app/sso-proof
  it('one that nobody signed', async () => {
    const { verify } = verifier()
    for (const alg of ['none', 'None', 'NONE'])
      await expect(verify(`${encoded({ alg, kid: 'key-1' })}.${encoded(CLAIMS)}.`)).rejects.toEqual(
        rejected(''),
      )
    const [head, , signature] = (await signed()).split('.')
    const changed = `${head}.${encoded({ ...CLAIMS, employee_id: 'STF-1' })}.${signature}`
    await expect(verify(changed)).rejects.toEqual(rejected('signature'))
    await expect(verify(`${head}.${encoded(CLAIMS)}.`)).rejects.toEqual(rejected('signature'))
  })

  it('one that takes the public key for a shared secret', async () => {
    const rsa = await signerOf('key-1', 'RS256')
    upstream.answer(json({ keys: [await publicJwk(rsa)] }))
    const { verify } = verifier()
    const head = `${encoded({ alg: 'HS256', kid: 'key-1' })}.${encoded(CLAIMS)}`
    for (const secret of [await exportSPKI(rsa.publicKey), JSON.stringify(await publicJwk(rsa))]) {
      const signature = createHmac('sha256', secret).update(head).digest('base64url')
      await expect(verify(`${head}.${signature}`)).rejects.toEqual(rejected('algorithm'))
    }
    expect(await verify(await signed(CLAIMS, { by: rsa, header: { alg: 'RS256' } }))).toEqual(CLAIMS)
  })

  it('one of a shared secret that the key set itself holds', async () => {
    const k = base64url.encode('a secret that everybody can read')
    upstream.answer(json({ keys: [{ kty: 'oct', k, kid: 'key-1', alg: 'HS256' }] }))
    const token = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(base64url.decode(k))
    await expect(verifier().verify(token)).rejects.toEqual(rejected('algorithm'))
  })

  // Promise: web-app/sso-proof
  it('one with a stranger’s key, also where it brings that key along', async () => {
    const { verify } = verifier()
    await expect(verify(await signed(CLAIMS, { by: stranger }))).rejects.toEqual(rejected('signature'))
    await using theirs = await startUpstream(json({ keys: [await publicJwk(stranger)] }))
    const address = `${theirs.url}/keys`
    const brought = [
      { jwk: await publicJwk(stranger) },
      { jku: address },
      { x5u: address },
      { x5c: ['MIIB'] },
    ]
    for (const header of brought as Partial<JWTHeaderParameters>[]) {
      const token = await signed(CLAIMS, { by: stranger, header })
      await expect(verify(token)).rejects.toEqual(rejected('signature'))
      const unnamed = await signed(CLAIMS, { by: stranger, header: { ...header, kid: 'key-9' } })
      await expect(verify(unnamed)).rejects.toEqual(rejected('no key at'))
    }
    expect(theirs.requests).toEqual([])
    // A key with its own name is looked up once, not once for each invented name.
    expect(upstream.requests.length).toBeLessThanOrEqual(2)
  })

  it.each<[string, object, string]>([
    ['of another issuer', { iss: 'https://login.elsewhere.example' }, 'issuer'],
    ['of an issuer that only begins alike', { iss: `${ISSUER}.evil.example` }, 'issuer'],
    ['for another app', { aud: 'another-app' }, 'audience'],
    ['for no app', { aud: undefined }, 'aud'],
    ['for several other apps', { aud: ['one', 'two'] }, 'audience'],
    ['of nobody', { sub: undefined }, 'sub'],
    ['of an empty name', { sub: '' }, 'sub'],
    ['of a number', { sub: 7 }, 'sub'],
    ['without an end', { exp: undefined }, 'exp'],
    ['without a beginning', { iat: undefined }, 'iat'],
    ['that is not valid yet', { nbf: NOON_SECONDS + 60 }, 'nbf'],
  ])('one %s', async (_, changed, words) => {
    const token = await signed({ ...CLAIMS, ...changed } as JWTPayload)
    await expect(verifier().verify(token)).rejects.toEqual(rejected(words))
  })

  it('one that does not name its key, where several would fit', async () => {
    upstream.answer(json({ keys: [await publicJwk(idp), await publicJwk(await signerOf('key-2'))] }))
    const token = await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'ES256' }).sign(idp.privateKey)
    await expect(verifier().verify(token)).rejects.toEqual(rejected('several keys'))
  })

  it('a token of another kind', async () => {
    const { verify } = verifier()
    const ofKind = async (typ: string) => verify(await signed(CLAIMS, { header: { typ } }))
    for (const typ of ['at+jwt', 'application/at+jwt', 'logout+jwt', 'dpop+jwt', 'jwt+x'])
      await expect(ofKind(typ), typ).rejects.toEqual(rejected('kind'))
    expect(await ofKind('JWT')).toEqual(CLAIMS)
  })

  it.each(['a.b.c', 'nonsense', '..', 'a.b.c.d.e', '😀.😀.😀', `${'x'.repeat(60_000)}.b.c`])(
    'what is no token at all: %.20s',
    async text => {
      await expect(verifier().verify(text)).rejects.toEqual(rejected(''))
    },
  )

  it.each(['', undefined, null, 7, {}, ['a.b.c'], { toString: () => 'a.b.c' }])(
    'what is no text: %j',
    async value => {
      await expect(verifier().verify(value)).rejects.toEqual(refusedWith('SSO_MISSING', 'idTokenIn'))
      expect(upstream.requests).toEqual([])
    },
  )

  it('and no message or cause holds the token or a claim', async () => {
    const token = await signed({ ...CLAIMS, aud: 'another-app' })
    const error = await verifier()
      .verify(token)
      .catch(reason => reason)
    expect(JSON.stringify([error.message, error.cause, Object.values(error)])).not.toMatch(
      /STF-7|ada@|another-app|eyJ/,
    )
  })
})

describe('an old id_token', () => {
  it.each<[string, Partial<SsoVerifierOptions>, last: string, after: string]>([
    ['after its end, by the clock of the options', {}, '04:50:29', '04:50:31'],
    ['above the greatest age', { maxAgeSeconds: 900 }, '04:05:29', '04:05:31'],
  ])('is refused %s', async (_, changed, last, after) => {
    const { verify, clock } = verifier(changed)
    const token = await signed()
    clock.set(`2026-11-21T${last}Z`)
    expect(await verify(token)).toEqual(CLAIMS)
    clock.set(`2026-11-21T${after}Z`)
    await expect(verify(token)).rejects.toEqual(refusedWith('SSO_EXPIRED'))
  })
})

describe('an id_token of somebody else', () => {
  // Promise: web-app/sso-proof
  it('is refused, although it is genuine: a visitor may have found or borrowed it', async () => {
    const { verify } = verifier()
    const other = sessionUser({ role: 'Staff', refNo: 'STF-8' })
    await expect(verify(await signed(), other)).rejects.toEqual(refusedWith('SSO_OTHER_USER', 'sameUser'))
  })

  it.each<[string, object, object]>([
    ['a claim that is missing', { employee_id: undefined }, {}],
    ['an empty claim and an empty field', { employee_id: '' }, { refNo: '' }],
    ['a list', { employee_id: ['STF-7'] }, {}],
    ['an object', { employee_id: { toString: 'STF-7' } }, {}],
    ['null', { employee_id: null }, { refNo: 'null' }],
    ['another case', { employee_id: 'stf-7' }, {}],
  ])('or cannot be told from one, by %s', async (_, claims, user) => {
    const token = await signed({ ...CLAIMS, ...claims } as JWTPayload)
    await expect(verifier().verify(token, { ...staff, ...user })).rejects.toEqual(otherUser)
  })

  it('by e-mail: upper and lower case are alike, an address that nobody confirmed or that only looks alike is none', async () => {
    const { verify } = verifier({ sameUser: { claim: 'email', field: 'email' } })
    expect(await verify(await signed())).toEqual(CLAIMS)
    const { email_verified: _, ...unsaid } = CLAIMS as JWTPayload
    expect(await verify(await signed(unsaid))).toEqual(unsaid)
    const kate = { ...staff, email: 'kate@school.example' }
    for (const [changed, user] of [
      [{ email_verified: false }, staff],
      [{ email_verified: 'false' }, staff],
      [{ email: 'ad\u0430@school.example' }, staff],
      // A Kelvin sign becomes a k in lower case.
      [{ email: '\u212aate@school.example' }, kate],
    ] as const)
      await expect(verify(await signed({ ...CLAIMS, ...changed }), user)).rejects.toEqual(otherUser)
  })

  it('by another claim, whether the e-mail address is confirmed or not', async () => {
    expect(await verifier().verify(await signed({ ...CLAIMS, email_verified: false }))).toMatchObject({
      email_verified: false,
    })
  })

  it('by the user id, as text or number', async () => {
    const { verify } = verifier({ sameUser: { claim: 'uid', field: 'userId' } })
    for (const uid of [staff.userId, `${staff.userId}`])
      expect(await verify(await signed({ ...CLAIMS, uid }))).toMatchObject({ uid })
    await expect(verify(await signed({ ...CLAIMS, uid: 0 }))).rejects.toEqual(otherUser)
  })

  it('not by a number in which two people become one', async () => {
    const { verify } = verifier({ sameUser: { claim: 'uid', field: 'refNo' } })
    const neighbour = { ...staff, refNo: '9007199254740992' }
    // As the provider sends 9007199254740993.
    const token = await signed({ ...CLAIMS, uid: 2 ** 53 })
    await expect(verify(token, neighbour)).rejects.toEqual(
      rejected('claim uid is a number that cannot be read'),
    )
  })

  it('by a function, only when it says exactly true: a promise of no is no yes', async () => {
    const asked: unknown[] = []
    const own = (answer: unknown) =>
      verifier({ sameUser: (...about) => asked.push(about) > 0 && (answer as boolean) }).verify
    expect(await own(true)(await signed())).toEqual(CLAIMS)
    expect(asked).toEqual([[CLAIMS, staff]])
    for (const answer of [false, undefined, 1, 'yes', Promise.resolve(false), Promise.resolve(true)])
      await expect(own(answer)(await signed())).rejects.toEqual(otherUser)
  })
})

describe('an identity provider in trouble', () => {
  const unending: Script = response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"keys":[')
  }
  it.each<[string, Script, timeoutMs?: number]>([
    ['500', json({ detail: 'eyJ' }, 500)],
    ['a closed connection', reset],
    ['silence', hang, 100],
    ['HTML', response => response.end('<p>keys</p>')],
    ['no keys', json({})],
    ['keys that are none', json({ keys: 'all' })],
    ['far too much', json({ keys: [], more: 'x'.repeat(300_000) })],
    ['a response that never ends', unending, 100],
  ])('that answers with %s: nobody is let in', async (_, script, timeoutMs = 60_000) => {
    upstream.answer(script)
    const { verify } = verifier({ timeoutMs })
    const error = await verify(await signed()).catch(reason => reason)
    expect(error).toEqual(refusedWith('SSO_UNAVAILABLE', `${upstream.url}/keys`))
    expect(error.message).not.toContain('eyJ')
    // And again as soon as it works: a slow machine may need more tries than one within the limit of time.
    upstream.answer(json(jwks))
    const token = await signed()
    await expect.poll(() => verify(token).catch(reason => reason)).toEqual(CLAIMS)
  })

  it('that redirects is not followed: not even to keys that would fit', async () => {
    await using theirs = await startUpstream(json({ keys: [await publicJwk(stranger)] }))
    upstream.answer(response => response.writeHead(302, { location: `${theirs.url}/keys` }).end())
    const token = await signed(CLAIMS, { by: stranger })
    await expect(verifier().verify(token)).rejects.toEqual(refusedWith('SSO_UNAVAILABLE', 'redirect'))
    expect(theirs.requests).toEqual([])
  })

  it('that fails with keys in its response gives none', async () => {
    upstream.answer(json({ keys: [await publicJwk(stranger)] }, 500))
    const token = await signed(CLAIMS, { by: stranger })
    await expect(verifier().verify(token)).rejects.toEqual(refusedWith('SSO_UNAVAILABLE', 'HTTP 500'))
  })

  it('whose key is too short to be safe lets nobody in', async () => {
    const name = 'RSASSA-PKCS1-v1_5'
    const short = { name, hash: 'SHA-256', modulusLength: 1_024, publicExponent: new Uint8Array([1, 0, 1]) }
    const pair = await crypto.subtle.generateKey(short, true, ['sign', 'verify'])
    upstream.answer(json({ keys: [await publicJwk({ ...pair, kid: 'key-1' })] }))
    const parts = [{ alg: 'RS256', kid: 'key-1' }, CLAIMS]
    const head = parts.map(part => base64url.encode(JSON.stringify(part))).join('.')
    const signature = await crypto.subtle.sign(name, pair.privateKey, new TextEncoder().encode(head))
    await expect(verifier().verify(`${head}.${base64url.encode(new Uint8Array(signature))}`)).rejects.toEqual(
      refusedWith('SSO_UNAVAILABLE', 'cannot be used'),
    )
  })

  it('is asked once for many unknown keys at a time', async () => {
    const { verify } = verifier()
    await verify(await signed())
    for (let guess = 0; guess < 20; guess += 1) {
      const token = await signed(CLAIMS, { by: { ...stranger, kid: `guess ${guess}` } })
      await expect(verify(token)).rejects.toEqual(rejected('no key'))
    }
    expect(upstream.requests.length).toBe(1)
  })
})

describe('a verifier that would let in too many is not made', () => {
  it.each<[string, object, string]>([
    ['no issuer', { issuer: undefined }, 'issuer'],
    ['an empty issuer', { issuer: '' }, 'issuer'],
    ['no audience', { audience: undefined }, 'audience'],
    ['an empty list', { audience: [] }, 'audience'],
    ['an empty audience', { audience: ['', CLIENT] }, 'audience'],
    ['no way to tell the user', { sameUser: undefined }, 'sameUser'],
    ['a field that is not the user’s', { sameUser: { claim: 'name', field: 'fullName' } }, 'sameUser'],
    ['a claim without a name', { sameUser: { claim: '', field: 'refNo' } }, 'sameUser'],
    ['keys over plain http', { jwksUrl: 'http://login.school.example/keys' }, 'https'],
    ['keys of this machine by another protocol', { jwksUrl: 'ftp://127.0.0.1/keys' }, 'https'],
    ['keys of a password', { jwksUrl: 'https://:b@login.school.example/keys' }, 'user name'],
    ['keys of a name alone', { jwksUrl: 'https://a@login.school.example/keys' }, 'user name'],
    ['a claim that is a number', { sameUser: { claim: 7, field: 'refNo' } }, 'sameUser'],
    ['a time limit that no timer has', { timeoutMs: 2 ** 31 }, 'timeoutMs'],
    ['keys from a file', { jwksUrl: 'file:///etc/keys.json' }, 'https'],
    ['keys of a user name', { jwksUrl: 'https://a:b@login.school.example/keys' }, 'user name'],
    ['an age of nothing', { maxAgeSeconds: 0 }, 'maxAgeSeconds'],
    ['an age that is no number', { maxAgeSeconds: Number.NaN }, 'maxAgeSeconds'],
    ['an age that is a text', { maxAgeSeconds: '900' }, 'maxAgeSeconds'],
    ['a time limit of nothing', { timeoutMs: 0 }, 'timeoutMs'],
    ['a time limit that is a text', { timeoutMs: '900' }, 'timeoutMs'],
  ])('%s', (_, changed, words) => {
    expect(() => verifier(changed)).toThrow(
      expect.objectContaining({ code: 'EXTENSION_OPTION_INVALID', message: expect.stringContaining(words) }),
    )
  })

  it('but one with the smallest age, and with the shortest and the longest time limit, is', () => {
    for (const changed of [{ maxAgeSeconds: 1 }, { timeoutMs: 1 }, { timeoutMs: 2 ** 31 - 1 }])
      expect(() => verifier(changed)).not.toThrow()
  })

  it('the longest time limit is one that no timer of Node shortens', async () => {
    using warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    expect(await verifier({ timeoutMs: 2 ** 31 - 1 }).verify(await signed())).toEqual(CLAIMS)
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    'https://login.school.example/keys?app=1',
    'http://localhost:8080/keys',
    'http://[::1]:8080/keys',
  ])('but one with keys at %s is', jwksUrl => {
    expect(() => verifier({ jwksUrl })).not.toThrow()
  })
})
