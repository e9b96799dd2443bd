/** The trip sign-up over HTTP, with the reference service behind it: who sees what, and what a request made by hand gets. */
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wordsIn } from '../../../demo/trip/strings.ts'
import { createExtension } from '../../../extension/index.ts'
import type { AppLanguage, Arrival } from '../../../shared/contract/entrance-headers.ts'
import { phone } from '../../extension/phone.ts'
import { arrivalOf, startTripSchool, TRIP_NOW, type TripSchool } from '../../support/trip-school.ts'

const SHEUNG = 2001
const THORNBURY = 2003
const STUDENT = 3001
const STAFF = 1001
const ISLAND = '/trips/tern-island/TB260001'
const say = wordsIn('en-US')
/** In the school's system since today; the trip office does not know them. */
const NEWCOMER = {
  userId: 2099,
  role: 'Guardian',
  refNo: 'GDN-2099',
  firstName: 'Perpetua',
  lastName: 'Newcombe',
  chineseName: '',
  email: 'perpetua@families.example',
  children: [3001],
} as const

let school: TripSchool
const log: string[] = []

beforeAll(async () => {
  school = await startTripSchool({ logger: pino({ level: 'trace' }, { write: line => void log.push(line) }) })
})
afterAll(async () => {
  await school?.[Symbol.asyncDispose]()
})
afterEach(() => school.app.signUps.withdraw('tern-island', 'TB260001'))

/** A phone without a browser: its cookies, and requests as it sends them. */
async function phoneOf(
  userId: number,
  { language = 'en', selected }: { language?: AppLanguage; selected?: Arrival['selected'] } = {},
) {
  const { open: call, jar } = phone(new URL(school.url).origin)
  const entered = await call('/', { headers: arrivalOf(school, userId, language, selected) })
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { entered, call, post, jar }
}

const signUpOf = (studentRef = 'TB260001', tripId = 'tern-island') =>
  school.app.signUps.of(tripId, studentRef)
const childrenIn = (text: string) => [...text.matchAll(/<h2 id="child-(\w+)"/g)].map(([, refNo]) => refNo)

describe('a guardian', () => {
  it('sees their own children, the selected one first; another family’s child has no effect', async () => {
    const all = await phoneOf(SHEUNG, { selected: 'all' })
    expect(childrenIn(all.entered.text)).toEqual(['TB260001', 'TB260028'])
    const younger = await phoneOf(SHEUNG, { selected: { userId: 3028, refNo: 'TB260028' } })
    for (const { text } of [younger.entered, await younger.call('/')])
      expect(childrenIn(text)).toEqual(['TB260028', 'TB260001'])
    const other = await phoneOf(SHEUNG, { selected: { userId: 3003, refNo: 'TB260003' } })
    expect(other.entered.text).toBe(all.entered.text)
  })

  it('gets one and the same page for another family’s child, an unknown child and an unknown trip', async () => {
    const { call, post } = await phoneOf(SHEUNG)
    const paths = [
      '/trips/tern-island/TB260003',
      '/trips/tern-island/TB269999',
      '/trips/no-trip/TB260001',
      '/trips/farm-morning/TB260001',
    ]
    const pages = await Promise.all(paths.flatMap(path => [call(path), post(path, { consent: 'yes' })]))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(signUpOf('TB260003')).toBeUndefined()
    expect((await post('/trips/light-and-sound/TB260003', { withdraw: 'yes' })).status).toBe(404)
    expect(signUpOf('TB260003', 'light-and-sound')).toBeDefined()
  })

  it('signs, is sent on to a page that may be loaded again, signs nothing twice, and withdraws', async () => {
    const { call, post } = await phoneOf(SHEUNG)
    const fields = { consent: 'yes', note: '  Hay fever\r\n=1+1  ' }
    const sent = await post(ISLAND, fields)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, ISLAND])
    const { text } = await call(ISLAND)
    expect(text).toContain(say('signedTitle', { child: 'Hoi-ching Sheung' }))
    expect(text).toContain('Yuk-lan Sheung 常玉蘭')
    const first = signUpOf()
    expect(first).toMatchObject({ guardianRef: 'GDN-2001', note: 'Hay fever\n=1+1' })
    expect((await post(ISLAND, fields)).status).toBe(303)
    const late = await post(ISLAND, { ...fields, note: 'Hay fever, and wasps' })
    expect(late.status).toBe(422)
    for (const shown of [say('errorAlready', { child: 'Hoi-ching Sheung' }), 'Hay fever, and wasps'])
      expect(late.text).toContain(shown)
    expect(signUpOf()).toEqual(first)
    expect((await post(ISLAND, { withdraw: 'yes' })).status).toBe(303)
    expect(signUpOf()).toBeUndefined()
  })

  it.each([
    ['without the tick', { note: 'No nuts' }, 'errorConsent'],
    ['with a note that is too long', { note: '花'.repeat(501), consent: 'yes' }, 'errorNote'],
  ] as const)('who sends the form %s is told, and keeps what was typed', async (_name, fields, error) => {
    const { post } = await phoneOf(SHEUNG)
    const { status, text } = await post(ISLAND, fields)
    expect(status).toBe(422)
    expect(text).toContain(say(error, { most: 500 }))
    expect(text).toContain(`${fields.note}</textarea>`)
    expect(signUpOf()).toBeUndefined()
  })

  it('who loses the last place while typing is told, and what was typed stays in sight', async () => {
    const { post } = await phoneOf(SHEUNG)
    const { text } = await post('/trips/light-and-sound/TB260001', {
      consent: 'yes',
      note: 'Afraid of geese',
    })
    for (const shown of [say('errorFull'), 'Afraid of geese']) expect(text).toContain(shown)
    expect(signUpOf('TB260001', 'light-and-sound')).toBeUndefined()
  })

  it('can neither sign nor withdraw after the last day', async () => {
    const { post } = await phoneOf(SHEUNG)
    const path = '/trips/lighthouse-night/TB260001'
    expect((await post(path, { withdraw: 'yes' })).text).toContain(say('errorClosed'))
    expect(signUpOf('TB260001', 'lighthouse-night')).toBeDefined()
  })

  it('sees a note as text, whatever it is', async () => {
    const { post } = await phoneOf(SHEUNG)
    const { text } = await post(ISLAND, { note: '</textarea><script>alert(1)</script>' })
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;')
  })
})

describe('a form', () => {
  it('from a page of another origin changes nothing', async () => {
    const { call, post } = await phoneOf(SHEUNG)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      expect((await post(ISLAND, { consent: 'yes' }, headers)).status).toBeGreaterThanOrEqual(400)
      await post('/sign-out', {}, headers)
    }
    expect(signUpOf()).toBeUndefined()
    expect((await call('/')).status).toBe(200)
    expect((await post(ISLAND, { consent: 'yes' }, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  it('after the end of the visit is refused', async () => {
    const { post } = await phoneOf(SHEUNG)
    school.clock.set('2026-11-20T10:00:00Z')
    const { status } = await post(ISLAND, { consent: 'yes' })
    school.clock.set(TRIP_NOW)
    expect(status).toBe(401)
    expect(signUpOf()).toBeUndefined()
  })

  it('that is no form gets a page and not an exception', async () => {
    const { call } = await phoneOf(SHEUNG)
    const json = { method: 'POST', body: '<x/>', headers: { 'content-type': 'application/xml' } }
    expect((await call(ISLAND, json)).status).toBe(415)
  })
})

it('staff alone see who has signed up', async () => {
  const guardian = await phoneOf(SHEUNG)
  await guardian.post(ISLAND, { consent: 'yes', note: 'Hay fever' })
  const staff = await phoneOf(STAFF)
  const { text } = await staff.call('/lists/tern-island')
  for (const shown of ['Hay fever', 'Yuk-lan Sheung 常玉蘭', 'Carries an inhaler'])
    expect(text).toContain(shown)
  for (const userId of [SHEUNG, STUDENT]) {
    const { status, text } = await (await phoneOf(userId)).call('/lists/tern-island')
    expect(status).toBe(403)
    expect(text).not.toContain('TB26')
  }
})

it('a student sees own trips and cannot sign', async () => {
  const { entered, call, post } = await phoneOf(STUDENT)
  expect(entered.text).toContain('Tern Island')
  expect(entered.text).not.toContain('farm')
  expect((await call(ISLAND)).text).not.toContain('<textarea')
  expect((await call('/trips/tern-island/TB260003')).status).toBe(404)
  expect((await post(ISLAND, { consent: 'yes' })).status).toBe(403)
  expect(signUpOf()).toBeUndefined()
})

describe('a visitor', () => {
  it('who is not on the school’s list reads what to do in the app’s language, and gets no visit', async () => {
    school.service.school.directory.add(NEWCOMER)
    for (const [language, lang] of [
      ['en', 'en-US'],
      ['zh', 'zh-HK'],
    ] as const) {
      const { entered, jar } = await phoneOf(NEWCOMER.userId, { language })
      expect(entered.status).toBe(403)
      expect(entered.text).toContain(wordsIn(lang)('refusedText'))
      expect([...jar.keys()]).toEqual([])
    }
  })

  it('whom the app sends in anywhere takes the place of who was there before', async () => {
    for (const path of ['/', '/nothing', '/trip.css']) {
      const { call } = await phoneOf(SHEUNG)
      await call(path, { headers: arrivalOf(school, THORNBURY, 'zh') })
      const { text } = await call('/')
      expect(childrenIn(text)).toContain('TB260003')
      expect(text).toContain('<html lang="zh-HK"')
    }
  })
})

it('no page may be kept by anybody or framed, and none runs a script', async () => {
  const { call } = await phoneOf(SHEUNG)
  for (const path of ['/', ISLAND, '/nothing']) {
    const { headers, text } = await call(path)
    expect(headers.get('cache-control'), path).toContain('no-store')
    expect(headers.get('content-security-policy'), path).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'$/,
    )
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/)
  }
})

it('every file that a page and its styles name is there', async () => {
  const { call } = await phoneOf(SHEUNG)
  const texts = [await call('/'), await call('/school.css'), await call('/trip.css')]
  const named = texts.flatMap(({ text }) => [...text.matchAll(/(?<=")\/?([\w-]+\.(?:css|svg|woff2))(?=")/g)])
  const paths = new Set(named.map(([, name]) => `/${name}`))
  expect([...paths]).toEqual(
    expect.arrayContaining(['/school.css', '/noto-serif-display.woff2', '/crest.svg']),
  )
  for (const path of paths) expect([path, (await call(path)).status]).toEqual([path, 200])
})

it('its log says why nobody can enter any more, and names no visitor', async () => {
  const { call, post } = await phoneOf(SHEUNG)
  expect((await call(ISLAND)).status).toBe(200)
  expect((await post(ISLAND, { consent: 'yes', note: 'Hay fever' })).status).toBe(303)
  expect((await call(`${ISLAND}0`)).status).toBe(404)
  school.service.faults.add({ endpoint: 'session', when: 'until-cleared', fault: { kind: 'reset' } })
  const { entered } = await phoneOf(SHEUNG)
  school.service.faults.clear()
  expect(entered.status).toBe(503)
  expect(log.join('')).toContain('UPSTREAM_UNAVAILABLE')
  expect(log.join('')).not.toMatch(/TB260001|GDN-|Sheung|tern-island|Hay fever/)
})

it('its visit has a cookie of its own, which no other web-app of the kit on the same host replaces or ends', async () => {
  const neighbour = createExtension({
    ...{ appId: school.service.app.id, sessionUrl: school.service.sessionUrls.staging },
    ...{ environment: 'staging', secret: 'the secret of the web-app next door', onVisit: () => null },
  })
  const names = [...(await phoneOf(SHEUNG)).jar.keys()]
  expect(names).toContainEqual(expect.stringContaining('visit'))
  expect(names).not.toContain(neighbour.signOut().split('=')[0])
})
