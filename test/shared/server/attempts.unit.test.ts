import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitAttempts } from '../../../shared/server/attempts.ts'

const LIMITS = { perAddress: 3, overall: 10, windowMs: 60_000 }

function counted() {
  let now = 0
  const attempts = limitAttempts({ ...LIMITS, elapsedMs: () => now })
  const fail = (address: string, times: number) => {
    for (let time = 0; time < times; time += 1) attempts.failed(address)
  }
  return {
    ...attempts,
    fail,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('failed attempts', () => {
  it('shut an address out at the limit, until the window is over', () => {
    const { fail, pass, waitFor } = counted()
    fail('192.0.2.1', 2)
    expect(waitFor('192.0.2.1')).toBe(0)
    pass(10_000)
    fail('192.0.2.1', 1)
    expect(waitFor('192.0.2.1')).toBe(50)
    pass(49_001)
    expect(waitFor('192.0.2.1')).toBe(1)
    pass(999)
    expect(waitFor('192.0.2.1')).toBe(0)
  })

  it('shut an address out from the first millisecond of a clock on', () => {
    const { fail, pass, waitFor } = counted()
    pass(1)
    fail('192.0.2.1', 3)
    expect(waitFor('192.0.2.1')).toBe(60)
  })

  it('are counted anew once a window is over', () => {
    const { fail, pass, waitFor } = counted()
    fail('192.0.2.1', 3)
    pass(60_001)
    fail('192.0.2.1', 2)
    expect(waitFor('192.0.2.1')).toBe(0)
    fail('192.0.2.1', 1)
    expect(waitFor('192.0.2.1')).toBe(60)
  })

  it('are forgotten with the right secret', () => {
    const { fail, succeeded, waitFor } = counted()
    fail('192.0.2.1', 3)
    succeeded('192.0.2.1')
    expect(waitFor('192.0.2.1')).toBe(0)
  })

  it('of many leave each that has failed none, and one that has not its try', () => {
    const { fail, waitFor } = counted()
    for (let host = 1; host <= 10; host += 1) fail(`192.0.2.${host}`, 1)
    expect(waitFor('192.0.2.7')).toBeGreaterThan(0)
    expect(waitFor('198.51.100.1')).toBe(0)
  })

  it('of one household count together, however many addresses of version 6 it has', () => {
    const { fail, waitFor } = counted()
    fail('2001:db8:1:2::1', 1)
    fail('2001:db8:1:2:ffff:ffff:ffff:ffff', 1)
    fail('2001:0DB8:0001:0002::3%eth0', 1)
    expect(waitFor('2001:db8:1:2::4')).toBeGreaterThan(0)
    expect(waitFor('2001:db8:1:3::1')).toBe(0)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '0:0:0:0:5:6:7:8'],
    ['2001:DB8::1', '2001:db8:0:0::2'],
    ['1::5:6:7:8', '1:0:0:0::'],
    ['::4:5:6:7:8', '0:0:0:4::9'],
    ['1:2::8', '1:2:0:0:5:6:7:8'],
    ['1::4:5:6:7:8', '1:0:0:4::9'],
  ])('%s and %s are one household', (one, other) => {
    const { fail, waitFor } = counted()
    fail(one, 3)
    expect(waitFor(other)).toBeGreaterThan(0)
    for (const elsewhere of ['9::1', '0:9::', '1:9::', '2001:db8:9::', '2001:db8:1:9::', '0:0:0:9::']) {
      expect(waitFor(elsewhere)).toBe(0)
    }
  })

  it('of an address of version 4 are the same in both notations', () => {
    const { fail, waitFor } = counted()
    fail('::ffff:192.168.100.201', 3)
    expect(waitFor('192.168.100.201')).toBeGreaterThan(0)
    expect(waitFor('::FFFF:192.168.100.201')).toBeGreaterThan(0)
    expect(waitFor('::ffff:192.168.100.20')).toBe(0)
  })

  it('of an address of version 6 that only ends like one of version 4 are not those of that', () => {
    const { fail, waitFor } = counted()
    fail('2001:db8::ffff:192.168.100.201', 3)
    expect(waitFor('192.168.100.201')).toBe(0)
  })

  it('whatever fails elsewhere, and whenever, an address that has not failed may try', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.ipV4(), fc.nat(90_000)), { maxLength: 200 }), failures => {
        const { fail, pass, waitFor } = counted()
        for (const [from, ms] of failures) {
          fail(from, 1)
          pass(ms)
        }
        expect(waitFor('2001:db8::1')).toBe(0)
      }),
    )
  })
})
