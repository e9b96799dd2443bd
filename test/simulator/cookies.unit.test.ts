/** Which cookies a simulated phone keeps: those that a web view keeps over TLS, and no other. */
import { expect, it } from 'vitest'
import { phoneCookies } from '../../simulator/cookies.ts'
import { heldClock } from '../support/held-clock.ts'

const cookies = () =>
  phoneCookies({
    target: () => 'app.school.example',
    clock: heldClock('2026-11-21T04:00:00Z'),
    forgets: () => false,
  })

it.each([
  ['a=1; SameSite=None', 'CROSS_SITE_WITHOUT_SECURE'],
  ['a=1; samesite=none; HttpOnly', 'CROSS_SITE_WITHOUT_SECURE'],
  ['a=1; Partitioned; Path=/', 'PARTITIONED_WITHOUT_SECURE'],
  ['__Secure-a=1; Path=/', 'PREFIX_SECURE'],
  ['__secure-a=1; Path=/', 'PREFIX_SECURE'],
  ['__host-a=1; Path=/', 'PREFIX_HOST'],
  ['__Host-a=1; Path=/; Domain=app.school.example; Secure', 'PREFIX_HOST'],
  ['__Host-a=1; Path=/shop; Secure', 'PREFIX_HOST'],
  ['__Host-a=1; Secure', 'PREFIX_HOST'],
  [`a=${'x'.repeat(4_096)}`, 'TOO_LONG'],
  [`a=${'中'.repeat(1_366)}`, 'TOO_LONG'],
  ['a=1; Domain=other.example', 'FOR_NO_HOST_OF_THIS'],
])('%.60s is dropped', (line, why) => {
  const phone = cookies()
  const name = line.slice(0, line.indexOf('='))
  expect(phone.take('/', [line])).toMatchObject({ dropped: [{ name, why }], forBrowser: [] })
  expect(phone.send('/', undefined).header).toBeUndefined()
})

it.each([
  'a=1',
  'a=1; SameSite=None; Secure',
  'a=1; Partitioned; Secure',
  '__Secure-a=1; Secure',
  '__Host-a=1; Path=/; Secure',
  '__HOST-a=1; Path=/; Secure',
  `a=${'x'.repeat(4_095)}`,
  'a=1; Domain=school.example',
])('%.60s is kept', line => {
  const phone = cookies()
  expect(phone.take('/', [line]).dropped).toEqual([])
  expect(phone.send('/', undefined).header).toBe(line.split(';')[0])
})

it.each(['"cookies"', '"cache", "cookies"', '"*"'])(
  'Clear-Site-Data: %s ends all, on the phone and in the browser',
  header => {
    const phone = cookies()
    phone.take('/', ['a=1; Path=/', 'b=2; HttpOnly'])
    expect(phone.take('/out', [], header).forBrowser).toEqual(['a=; Path=/; Max-Age=0; SameSite=Lax'])
    expect(phone.send('/', undefined).header).toBeUndefined()
  },
)

it('Clear-Site-Data: "cache" ends none', () => {
  const phone = cookies()
  phone.take('/', ['a=1'])
  phone.take('/', [], '"cache"')
  expect(phone.send('/', undefined).header).toBe('a=1')
})
