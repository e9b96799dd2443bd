/** The sealed visit: opened by who sealed it, to the second, and by nobody else. */
import fc from 'fast-check'
import { base64url, EncryptJWT } from 'jose'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  cookiePairs,
  createSealer,
  isSealed,
  LONGEST_COOKIE,
  type SealParts,
} from '../../extension/session-cookie.ts'
import { heldClock } from '../support/held-clock.ts'

const NOON = '2026-11-21T04:00:00Z'
const ONE = Temporal.Instant.from('2026-11-21T05:00:00Z')
const SECRET = 'a first secret, long enough for anybody'
const OTHER_SECRET = 'another secret, long enough for anybody'
const clock = heldClock(NOON)
const content = { account: { familyId: 7 }, name: '常玉蘭' }

const parts: SealParts = {
  secrets: [SECRET],
  appId: 'sample-school',
  environment: 'staging',
  cookieName: '__Host-schoolbell-visit',
  clock,
}
const sealer = (changed: Partial<SealParts> = {}) =>
  createSealer<Record<string, unknown>>({ ...parts, ...changed })
const invalid = expect.objectContaining({ code: 'COOKIE_INVALID' })
const expired = expect.objectContaining({ code: 'EXPIRED' })

describe('a sealed visit', () => {
  // Promise: web-app/cookie
  it('is read as it was sealed, shows nothing of itself, and is never sealed twice alike', async () => {
    const { sealed, setCookie } = await sealer().seal(content, ONE)
    expect((await sealer().seal(content, ONE)).sealed).not.toBe(sealed)
    expect(await sealer().open(sealed)).toEqual({ content, expiresAt: ONE })
    const shown = sealed.split('.').map(part => Buffer.from(part, 'base64url').toString())
    expect(shown.join()).not.toMatch(/familyId|常玉蘭|sample-school|first secret/)
    expect(setCookie).toBe(
      `__Host-schoolbell-visit=${sealed}; Max-Age=3600; Path=/; Secure; HttpOnly; SameSite=Lax`,
    )
  })

  it('opens until the last moment before its end, and leaves the browser a moment too early rather than too late', async () => {
    const moving = heldClock(NOON)
    const { sealed } = await sealer({ clock: moving }).seal(content, ONE)
    moving.set('2026-11-21T04:59:58.001Z')
    expect((await sealer({ clock: moving }).seal(content, ONE)).setCookie).toContain('; Max-Age=1;')
    moving.set('2026-11-21T04:59:59.999Z')
    expect(await sealer({ clock: moving }).open(sealed)).toMatchObject({ expiresAt: ONE })
    moving.set('2026-11-21T05:00:00Z')
    for (const late of [sealer({ clock: moving }).open(sealed), sealer({ clock: moving }).seal(content, ONE)])
      await expect(late).rejects.toEqual(expired)
  })

  // Promise: web-app/changed-cookie
  it('changed in any one character, it is not taken, though Base64 has several ways to write some bytes', async () => {
    const { sealed } = await sealer().seal(content, ONE)
    // Of the last one Base64 does not use all bits.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < sealed.length; at += 1) {
      const isLast = at === sealed.length - 1
      const neighbours = sealed[at] === '.' ? 'A' : `${isLast ? last : 'ABCDEFGH'}-_.= `
      const others = [...neighbours].filter(character => character !== sealed[at])
      const changed = isLast ? others : others.slice(at % others.length).slice(0, 1)
      for (const character of changed)
        await expect(
          sealer().open(sealed.slice(0, at) + character + sealed.slice(at + 1)),
          `${character} at ${at}`,
        ).rejects.toEqual(invalid)
    }
  })

  it('cut short or made longer anywhere, it is not taken', async () => {
    const { sealed } = await sealer().seal(content, ONE)
    const lengths = [0, 1, 10, sealed.indexOf('.'), sealed.lastIndexOf('.'), sealed.length - 1]
    for (const length of lengths)
      await expect(sealer().open(sealed.slice(0, length))).rejects.toEqual(invalid)
    for (const longer of [`${sealed}A`, `${sealed}=`, ` ${sealed}`, `${sealed}.`, sealed + sealed])
      await expect(sealer().open(longer)).rejects.toEqual(invalid)
  })

  // Promise: web-app/cookie
  it.each<[string, Partial<SealParts>]>([
    ['another secret', { secrets: [OTHER_SECRET] }],
    ['the other environment', { environment: 'production' }],
    ['another app id', { appId: 'sample-school-2' }],
    ['another web-app of the school with the same secret', { cookieName: '__Host-tuck-shop' }],
  ])('opens nothing for %s', async (_, changed) => {
    const { sealed } = await sealer(changed).seal(content, ONE)
    expect(await sealer(changed).open(sealed)).toMatchObject({ content })
    await expect(sealer().open(sealed)).rejects.toEqual(invalid)
  })

  it('with parts of two visits in one, it is not taken', async () => {
    const seals = ['one', 'two'].map(name => sealer().seal({ name }, ONE))
    const [mine = [], hers = []] = (await Promise.all(seals)).map(({ sealed }) => sealed.split('.'))
    for (const at of [2, 3, 4])
      await expect(sealer().open(mine.with(at, hers[at] ?? '').join('.'))).rejects.toEqual(invalid)
  })

  // Promise: web-app/changed-cookie
  it('is not taken unsealed, signed only, or under an algorithm of its own choice', async () => {
    const { sealed } = await sealer().seal(content, ONE)
    const [, ...rest] = sealed.split('.')
    const header = (about: object) => base64url.encode(JSON.stringify(about))
    const claims = base64url.encode(JSON.stringify({ exp: ONE.epochMilliseconds / 1000, content }))
    const kid = JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()).kid
    const forged = [
      `${header({ alg: 'none' })}.${claims}.`,
      `${header({ alg: 'HS256', kid })}.${claims}.${base64url.encode('signature')}`,
      [header({ alg: 'dir', enc: 'A128GCM', kid }), ...rest].join('.'),
      [header({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', kid, p2c: 1e9, p2s: 'AAAA' }), ...rest].join('.'),
      [header({ alg: 'dir', enc: 'A256GCM' }), ...rest].join('.'),
      await new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .setExpirationTime('1h')
        .encrypt(new Uint8Array(32)),
    ]
    for (const each of forged) await expect(sealer().open(each)).rejects.toEqual(invalid)
  })

  it('whatever is sent in its place, it is refused and nothing else happens', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.uint8Array({ maxLength: 40 }).map(bytes => base64url.encode(bytes)),
          { maxLength: 6 },
        )
        .map(all => all.join('.')),
      fc.tuple(fc.json(), fc.string()).map(([json, rest]) => `${base64url.encode(json)}.${rest}...`),
    )
    await fc.assert(
      fc.asyncProperty(text, async value => {
        await expect(sealer().open(value)).rejects.toEqual(invalid)
      }),
      { numRuns: 60 },
    )
  })
})

it('a text is known as a sealed visit by its form, whoever has sealed it', async () => {
  expect(isSealed((await sealer({ secrets: [OTHER_SECRET] }).seal(content, ONE)).sealed)).toBe(true)
  const headers = [
    { alg: 'dir', enc: 'A256GCM' },
    { alg: 'HS256', enc: 'A256GCM', kid: '1' },
    { alg: 'dir', kid: '1' },
  ]
  const others = headers.map(header => `${base64url.encode(JSON.stringify(header))}....`)
  for (const other of ['', 'x', 'a.b.c', ...others]) expect([other, isSealed(other)]).toEqual([other, false])
})

it('the pairs of a Cookie header lose the blanks around them, and no other character', () => {
  expect(cookiePairs('x=y z; \ta=b c \t;d=e;\u00a0f=g')).toEqual(['x=y z', 'a=b c', 'd=e', '\u00a0f=g'])
  expect(cookiePairs(null)).toEqual([''])
})

describe('secrets', () => {
  // Promise: web-app/secret
  it('a new one in front seals, and the old one behind still opens what it sealed', async () => {
    const before = await sealer().seal(content, ONE)
    const rotated = sealer({ secrets: [OTHER_SECRET, SECRET] })
    expect(await rotated.open(before.sealed)).toMatchObject({ content })
    const after = await rotated.seal(content, ONE)
    expect(await sealer({ secrets: [OTHER_SECRET] }).open(after.sealed)).toMatchObject({ content })
    await expect(sealer().open(after.sealed)).rejects.toEqual(invalid)
  })
})

describe('the cookie', () => {
  it('is at most 4,050 bytes with its name and attributes; a larger visit says what takes the room, not what it says', async () => {
    const note = (length: number) => ({ account: { note: 'n'.repeat(length) } })
    const fits = async (length: number) => (await sealer().seal(note(length), ONE)).setCookie.length
    // Three bytes of a visit make four of a cookie.
    const room = Math.floor(((LONGEST_COOKIE - (await fits(0))) / 4) * 3)
    expect(await fits(room - 3)).toBeLessThanOrEqual(4_050)
    expect(await fits(room - 3)).toBeGreaterThan(4_030)
    const rest = LONGEST_COOKIE - (await fits(room - 3))
    const named = (more: number) => sealer({ cookieName: parts.cookieName + 'x'.repeat(more) })
    expect((await named(rest).seal(note(room - 3), ONE)).setCookie).toHaveLength(4_050)
    const tooLarge = expect.objectContaining({ code: 'COOKIE_TOO_LARGE' })
    await expect(named(rest + 1).seal(note(room - 3), ONE)).rejects.toEqual(tooLarge)
    const failed = await sealer()
      .seal(note(room + 6), ONE)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'COOKIE_TOO_LARGE', status: 500 })
    expect(`${failed}`).toMatch(/account 2\d{3}\)/)
    expect(`${failed}`).not.toContain('nnn')
  })

  it('is taken away by one of the same name and attributes', () => {
    expect(sealer().noCookie()).toBe(
      '__Host-schoolbell-visit=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax',
    )
  })
})
