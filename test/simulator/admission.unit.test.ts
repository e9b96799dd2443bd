/** At which names a phone of the simulator is served. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { Admission } from '../../simulator/admission.ts'

const refusalAt = (admission: Admission, host: string) =>
  admission.refusalOf({ headers: { host }, rawHeaders: ['Host', host], url: '/' } as IncomingMessage)

it.each([
  ['Laptop.local', 4050, 'laptop.local:4050'],
  ['2001:DB8:0:0:0:0:0:1', 4050, '[2001:db8::1]:4050'],
  ['laptop.local', 80, 'laptop.local'],
])('one at %s, port %d, at the name that browsers make of its link, and at no other', (host, port, sent) => {
  const admission = new Admission({ host, port }, () => 'a-secret')
  expect(new URL(admission.link('direct')).host).toBe(sent)
  expect(refusalAt(admission, sent)).toBeUndefined()
  expect(refusalAt(admission, 'elsewhere.example')).toBe(421)
})
