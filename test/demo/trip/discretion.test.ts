/** What the trip sign-up leaves to others: to its log, and to the web-apps with which it shares a host. */
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExtension } from '../../../extension/index.ts'
import { phone } from '../../extension/phone.ts'
import { arrivalOf, startTripSchool, type TripSchool } from '../../support/trip-school.ts'

const ISLAND = '/trips/tern-island/TB260001'
const GUARDIAN = 2001

let school: TripSchool
const log: string[] = []
beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: line => void log.push(line) })
  school = await startTripSchool({ logger })
})
afterAll(async () => {
  await school?.[Symbol.asyncDispose]()
})

/** A parent’s phone, and what coming in has set on it. */
async function entered() {
  const hers = phone(new URL(school.url).origin)
  const { setCookie } = await hers.open('/', { headers: arrivalOf(school, GUARDIAN, 'en') })
  return { hers, names: setCookie.map(nameOf) }
}
const nameOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf('='))

it('its log says that it listens, and of nobody who comes', async () => {
  const { hers } = await entered()
  expect((await hers.open(ISLAND)).status).toBe(200)
  const writing = { method: 'POST', headers: { origin: new URL(school.url).origin } }
  expect((await hers.open(`${ISLAND}/sign`, writing)).status).toBeLessThan(400)
  expect((await hers.open(`${ISLAND}0`)).status).toBe(404)
  expect(log.join('')).toContain('listening')
  expect(log.join('')).not.toMatch(/TB260001|GDN-|Sheung|tern-island/)
})

it('its visit has a cookie of its own, which no other web-app of the kit on the same host replaces or ends', async () => {
  const neighbour = createExtension({
    ...{ appId: school.service.app.id, sessionUrl: school.service.sessionUrls.staging },
    ...{ environment: 'staging', secret: 'the secret of the web-app next door', onVisit: () => null },
  })
  const { names } = await entered()
  expect(names).toContainEqual(expect.stringContaining('visit'))
  expect(names).not.toContain(nameOf(neighbour.signOut()))
})
