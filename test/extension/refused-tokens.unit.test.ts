/** What the session service has refused, and for how long it is not asked again. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ExtensionError, type ExtensionFault } from '../../extension/index.ts'
import { type RefusedTokens, refusedTokens } from '../../extension/refused-tokens.ts'
import { heldClock } from '../support/held-clock.ts'

const NOON = '2026-11-21T04:00:00Z'
let clock: ReturnType<typeof heldClock>
let refused: RefusedTokens
beforeEach(() => {
  clock = heldClock(NOON)
  refused = refusedTokens(clock)
})

const error = (code: ExtensionFault, retryAfterSeconds?: number) =>
  new ExtensionError(code, `no: ${code}`, { retryAfterSeconds })
const atMs = (milliseconds: number) => clock.set(new Date(Date.parse(NOON) + milliseconds).toISOString())
const known = (token: string) => refused.refusalOf(token)

describe('a token', () => {
  it.each(['TOKEN_REJECTED', 'APP_MISMATCH', 'EXPIRED'] as const)(
    'that is refused with %s is so for half a minute',
    code => {
      const refusal = error(code)
      refused.note('mine', refusal, 401)
      expect([known('mine'), known('hers')]).toEqual([refusal, undefined])
      atMs(29_999)
      expect(known('mine')).toBe(refusal)
      atMs(30_000)
      expect(known('mine')).toBeUndefined()
    },
  )

  it.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_MALFORMED', 'VISIT_REFUSED'] as const)(
    'is asked for again after %s',
    code => {
      refused.note('mine', error(code, 20), 500)
      refused.note('mine', error(code, 20), undefined)
      expect(known('mine')).toBeUndefined()
    },
  )

  it('is asked for again when the clock was set back', () => {
    refused.note('mine', error('EXPIRED'), undefined)
    atMs(-1)
    expect(known('mine')).toBeUndefined()
    atMs(0)
    expect(known('mine')).toBeDefined()
  })

  it('is one of the last thousand, those that came again among them', () => {
    refused.note('first', error('EXPIRED'), undefined)
    refused.note('second', error('EXPIRED'), undefined)
    for (let number = 0; number < 998; number += 1) refused.note(`${number}`, error('EXPIRED'), undefined)
    refused.note('first', error('EXPIRED'), undefined)
    expect(['first', 'second', '0'].map(token => known(token) !== undefined)).toEqual([true, true, true])
    refused.note('one more', error('EXPIRED'), undefined)
    expect(['first', 'second', '0'].map(token => known(token) !== undefined)).toEqual([true, false, true])
  })

  it('with 429 waits alone, as long as the service asks', () => {
    refused.note('mine', error('UPSTREAM_UNAVAILABLE', 7), 429)
    atMs(2_001)
    expect(known('mine')).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'no: UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 5,
    })
    expect(known('hers')).toBeUndefined()
    atMs(7_000)
    expect(known('mine')).toBeUndefined()
  })
})

describe('a pause that the service asks for with 503', () => {
  const pause = (seconds?: number) => refused.note('mine', error('UPSTREAM_UNAVAILABLE', seconds), 503)

  it('is for everybody, and says how much of it is left, in whole seconds', () => {
    pause(20)
    expect(known('hers')?.retryAfterSeconds).toBe(20)
    atMs(19_001)
    expect(known('hers')?.retryAfterSeconds).toBe(1)
    atMs(20_000)
    expect(known('hers')).toBeUndefined()
  })

  it('lasts a minute at most, and without a time not at all', () => {
    pause()
    expect(known('hers')).toBeUndefined()
    pause(61)
    atMs(59_999)
    expect(known('hers')).toBeDefined()
    atMs(60_000)
    expect(known('hers')).toBeUndefined()
  })

  it('is made longer by a later one, and never shorter', () => {
    pause(20)
    atMs(5_000)
    pause(10)
    atMs(19_999)
    expect(known('hers')).toBeDefined()
    pause(1)
    atMs(20_998)
    expect(known('hers')).toBeDefined()
    atMs(21_000)
    pause(2)
    expect(known('hers')?.retryAfterSeconds).toBe(2)
  })

  it('is none with another status, and what a token is refused for comes first', () => {
    refused.note('mine', error('UPSTREAM_UNAVAILABLE', 20), 502)
    expect(known('mine')).toBeUndefined()
    const refusal = error('EXPIRED')
    refused.note('mine', refusal, undefined)
    pause(20)
    expect([known('mine'), known('hers')?.code]).toEqual([refusal, 'UPSTREAM_UNAVAILABLE'])
  })
})
