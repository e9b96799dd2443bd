/** The trip sign-up over HTTP, with the reference service behind it: who sees what, and what a request made by hand gets. */
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TELEPHONE, wordsIn } from '../../../demo/trip/strings.ts'
import { createExtension } from '../../../extension/index.ts'
import type { AppLanguage, Arrival } from '../../../shared/contract/entrance-headers.ts'
import { phone } from '../../extension/phone.ts'
import { requestLimits } from '../../support/request-limits.ts'
import { arrivalOf, startTripSchool, type TripSchool } from '../../support/trip-school.ts'

const SHEUNG = 2001
const THORNBURY = 2003
const STUDENT = 3001
const STAFF = 1001
const say = wordsIn('en-US')
/** In the school's system since today; nobody has told the trip office. */
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
/** All that it has logged. */
const log: string[] = []

beforeAll(async () => {
  school = await startTripSchool({ logger: pino({ level: 'trace' }, { write: line => void log.push(line) }) })
})
afterAll(async () => {
  await school?.[Symbol.asyncDispose]()
})
afterEach(() =>
  inRecords(database =>
    database.exec(
      "DELETE FROM draft; DELETE FROM sign_up WHERE trip_id = 'tern-island' AND student_ref = 'TB260001'",
    ),
  ),
)

it('waits for the head of a request for seconds, and for all of a form for a minute', async () => {
  expect(await requestLimits(school.url)).toEqual({ headMs: 20_000, wholeMs: 60_000 })
})

/** A phone without a browser: its cookies, and requests as it sends them. */
async function phoneOf(
  userId: number,
  options: { language?: AppLanguage; selected?: Arrival['selected'] } = {},
) {
  const { language = 'en', selected } = options
  const { open: call, jar } = phone(new URL(school.url).origin)
  const entered = await call('/', { headers: arrivalOf(school, userId, language, selected) })
  /** A form, as a hand sends it. */
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(school.url).origin, ...headers },
    })
  /** A form, and the page that follows it. */
  const send = async (path: string, fields: Record<string, string>) => {
    const { status, headers } = await post(path, fields)
    expect(status).toBe(303)
    const [page = ''] = (headers.get('location') ?? '').split('#')
    return { page, text: (await call(page)).text }
  }
  /** What stands unseen in a page's form. */
  const formIn = async (path: string) => {
    const { text } = await call(path)
    const [mark, shown] = ['mark', 'shown'].map(
      name => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '',
    )
    return { mark: mark as string, shown: shown as string }
  }
  const markIn = async (path: string) => (await formIn(path)).mark
  /** Opens a trip, and sends its form. */
  const sign = async (fields: Record<string, string>, trip = ISLAND) =>
    send(`${trip}/sign`, { mark: await markIn(trip), ...fields })
  return { entered, call, post, send, sign, formIn, markIn, jar }
}

/** The office writes down another parent of a child. */
function addParent(userId: number, studentRef: string): void {
  inRecords(database =>
    database.prepare('INSERT OR IGNORE INTO family VALUES (?, ?)').run(`GDN-${userId}`, studentRef),
  )
}

function inRecords(change: (database: Database.Database) => unknown): void {
  const database = new Database(school.db)
  change(database)
  database.close()
}

const ISLAND = '/trips/tern-island/TB260001'
const signUpOf = (studentRef = 'TB260001', tripId = 'tern-island') =>
  school.app.records.signUps.of(tripId, studentRef)
const draftsOf = (guardianRef: string) => school.app.records.drafts.of(guardianRef)
const childrenIn = (text: string) => [...text.matchAll(/<h2 id="child-(\w+)"/g)].map(([, refNo]) => refNo)

describe('a guardian', () => {
  it('sees their own children, the selected one first; who names another family’s child sees what they see without', async () => {
    const all = await phoneOf(SHEUNG, { selected: 'all' })
    expect(childrenIn(all.entered.text)).toEqual(['TB260001', 'TB260028'])
    const younger = await phoneOf(SHEUNG, { selected: { userId: 3028, refNo: 'TB260028' } })
    for (const { text } of [younger.entered, await younger.call('/')])
      expect(childrenIn(text)).toEqual(['TB260028', 'TB260001'])
    const other = await phoneOf(SHEUNG, { selected: { userId: 3003, refNo: 'TB260003' } })
    expect(other.entered.text).toBe(all.entered.text)
    expect(other.entered.text).not.toContain('Thornbury')
  })

  it('gets one and the same page for another family’s child, an unknown child and an unknown trip', async () => {
    const phone = await phoneOf(SHEUNG)
    const paths = [
      '/trips/tern-island/TB260003',
      '/trips/tern-island/TB269999',
      '/trips/no-trip/TB260001',
      '/trips/farm-morning/TB260001',
    ]
    const pages = await Promise.all(paths.map(path => phone.call(path)))
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  })

  it('cannot sign or withdraw another family’s child with a form made by hand, nor leave words there', async () => {
    const phone = await phoneOf(SHEUNG)
    const path = '/trips/tern-island/TB260003'
    const fields = { mark: await phone.markIn(ISLAND), consent: 'yes' }
    for (const sent of [fields, { note: 'x'.repeat(30_000), language: 'en-US' }])
      expect((await phone.post(`${path}/sign`, sent)).status).toBe(404)
    expect(signUpOf('TB260003')).toBeUndefined()
    expect(draftsOf('GDN-2001')).toEqual([])
    expect((await phone.post('/trips/light-and-sound/TB260003/withdraw', {})).status).toBe(404)
    expect(signUpOf('TB260003', 'light-and-sound')).toBeDefined()
  })

  it('signs, is sent on to a page that may be loaded again, signs nothing twice, and is told of a note that came too late', async () => {
    const phone = await phoneOf(SHEUNG)
    const fields = { mark: await phone.markIn(ISLAND), consent: 'yes', note: '  Hay fever\r\n=1+1  ' }
    const sent = await phone.send(`${ISLAND}/sign`, fields)
    expect(sent.page).toBe(`${ISLAND}?done=signed`)
    expect(sent.text).toContain(say('justSigned'))
    expect(sent.text).toContain('Yuk-lan Sheung 常玉蘭')
    const first = signUpOf()
    expect(first).toMatchObject({
      guardianRef: 'GDN-2001',
      note: 'Hay fever\n=1+1',
      consent: say('consent', { child: 'Hoi-ching Sheung', title: 'Tern Island with the bird wardens' }),
    })
    expect((await phone.send(`${ISLAND}/sign`, fields)).text).toContain(say('justSigned'))
    const late = await phone.send(`${ISLAND}/sign`, { ...fields, note: 'Hay fever, and wasps' })
    expect(late.page).toBe(`${ISLAND}?problem=already`)
    expect(late.text).toContain('Hay fever, and wasps')
    expect(signUpOf()).toEqual(first)
    expect((await phone.post(`${ISLAND}/withdraw`, {})).status).toBe(303)
    expect(signUpOf()).toBeUndefined()
  })

  it.each([
    ['without the tick', { note: 'No nuts' }, 'errorConsent'],
    ['with a note that is too long', { note: '花'.repeat(501), consent: 'yes' }, 'errorNote'],
  ] as const)('who sends the form %s is told, and keeps what was typed', async (_name, fields, error) => {
    const phone = await phoneOf(SHEUNG)
    const { page, text } = await phone.sign(fields)
    expect(text).toContain(say(error, { n: 501, most: 500 }))
    expect(text).toContain(`${fields.note}</textarea>`)
    expect(signUpOf()).toBeUndefined()
    // Back, after a good sending.
    await phone.sign({ note: 'Short', consent: 'yes' })
    const again = (await phone.call(page)).text
    expect(again).toContain(say('signedTitle', { child: 'Hoi-ching Sheung' }))
    expect(again).not.toContain(say('errorTitle'))
  })

  it('who signs after the other parent did is told, and what they wrote stays in sight and in the form', async () => {
    addParent(2004, 'TB260001')
    const phones = { first: await phoneOf(SHEUNG), second: await phoneOf(2004) }
    const mark = await phones.second.markIn(ISLAND)
    const note = 'PEANUT ALLERGY, adrenaline pen in the bag'
    await phones.first.sign({ consent: 'yes' })
    const { text } = await phones.second.send(`${ISLAND}/sign`, { mark, consent: 'yes', note })
    expect(text).not.toContain(say('justSigned'))
    expect(text).toContain(say('errorAlready', { child: 'Hoi-ching Sheung' }))
    for (const shown of ['Yuk-lan Sheung 常玉蘭', note, say('unsentWords', { telephone: TELEPHONE })])
      expect(text).toContain(shown)
    expect((await phones.first.call(ISLAND)).text).not.toContain('PEANUT')
    expect((await phones.second.send(`${ISLAND}/withdraw`, {})).text).toContain(`${note}</textarea>`)
  })

  it('whose form meets a fault of ours, or a trip that has gone, has the words before them still', async () => {
    const phone = await phoneOf(SHEUNG)
    const fields = { mark: await phone.markIn(ISLAND), consent: 'yes', note: 'Long in the making' }
    const send = async (path: string) => {
      const { status, text } = await phone.post(path, fields)
      return { status, isShown: text.includes(fields.note) }
    }
    expect(await send('/trips/gone/TB260001/sign')).toEqual({ status: 404, isShown: true })
    inRecords(database => database.exec('ALTER TABLE sign_up RENAME TO away'))
    const failed = await send(`${ISLAND}/sign`)
    inRecords(database => database.exec('ALTER TABLE away RENAME TO sign_up'))
    expect(failed).toEqual({ status: 500, isShown: true })
  })

  it('who loses the last place while typing is told, and what was typed stays in sight', async () => {
    const phone = await phoneOf(SHEUNG)
    const farm = '/trips/farm-morning/TB260028'
    const fields = { mark: await phone.markIn(farm), consent: 'yes', note: 'Afraid of geese' }
    const places = (change: string) =>
      inRecords(database =>
        database.exec(`UPDATE trip SET places = places ${change} 1 WHERE trip_id = 'farm-morning'`),
      )
    places('-')
    const full = await phone.send(`${farm}/sign`, fields)
    places('+')
    for (const shown of [say('errorFull'), fields.note]) expect(full.text).toContain(shown)
    expect(signUpOf('TB260028', 'farm-morning')).toBeUndefined()
  })

  it('who opens the address of a form again is sent to the trip', async () => {
    const phone = await phoneOf(SHEUNG)
    for (const sent of ['sign', 'withdraw']) {
      const { status, headers } = await phone.call(`${ISLAND}/${sent}`)
      expect([status, headers.get('location')]).toEqual([303, `${ISLAND}#reply`])
    }
  })

  it('sees a note as text, whatever it is', async () => {
    const phone = await phoneOf(SHEUNG)
    const { text } = await phone.sign({ note: '</textarea><script>alert(1)</script>' })
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;')
  })
})

describe('a form', () => {
  it('changes nothing that is not from a page of this web-app', async () => {
    const phone = await phoneOf(SHEUNG)
    const mark = await phone.markIn(ISLAND)
    const post = async (path: string, headers: Record<string, string>) => {
      const body = new URLSearchParams({ mark, consent: 'yes' })
      return (await phone.call(path, { method: 'POST', body, headers })).status
    }
    for (const headers of [
      ...['https://evil.example', 'http://127.0.0.1:1', 'null', 'http://127.0.0.1.evil.example'].map(
        origin => ({ origin }),
      ),
      // Of no origin a browser says more.
      {},
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      for (const path of [`${ISLAND}/sign`, '/sign-out'])
        expect([headers, await post(path, headers)]).toEqual([headers, 403])
    expect(signUpOf()).toBeUndefined()
    expect((await phone.call('/')).status).toBe(200)
    expect(await post(`${ISLAND}/sign`, { 'sec-fetch-site': 'same-origin' })).toBe(303)
  })

  it('without its mark, or older than a day, is shown again with what was typed', async () => {
    const phone = await phoneOf(SHEUNG)
    const { text } = await phone.send(`${ISLAND}/sign`, { mark: 'forged', consent: 'yes', note: 'Kept' })
    expect(text).toContain(say('errorOld'))
    expect(text).toContain('Kept</textarea>')
  })

  it('of one parent is not signed by the other, who has opened the page since on the same phone', async () => {
    addParent(2004, 'TB260001')
    const first = await phoneOf(SHEUNG)
    const mark = await first.markIn(ISLAND)
    const second = await phoneOf(2004)
    const { status, text } = await second.post(`${ISLAND}/sign`, { mark, consent: 'yes', note: 'Ours' })
    expect({ status, isTold: text.includes(say('othersTitle')) }).toEqual({ status: 409, isTold: true })
    expect(text).not.toContain('Ours')
    expect(signUpOf()).toBeUndefined()
    expect(draftsOf('GDN-2004')).toEqual([])
    expect((await first.call(ISLAND)).text).toContain('Ours</textarea>')
  })

  it('sent without a visit says that nothing was sent, and shows what was typed even where nobody knows whose it is', async () => {
    const phone = await phoneOf(THORNBURY)
    const path = '/trips/tern-island/TB260003'
    const mark = await phone.markIn(path)
    phone.jar.clear()
    const { status, text } = await phone.post(`${path}/sign`, { mark, consent: 'yes' })
    expect({ status, isTold: text.includes(say('endedUnsent')) }).toEqual({ status: 401, isTold: true })
    const forged = await phone.post(`${path}/sign`, { mark: `${mark}x`, note: 'Long in the making' })
    expect(forged.text).toContain(say('endedUnsent'))
    expect(forged.text).toContain('Long in the making')
    expect(draftsOf('GDN-2003')).toEqual([])
    // Longer than a slip takes: what is kept is kept whole.
    const note = 'Long in the making. '.repeat(40).trim()
    const genuine = await phone.post(`${path}/sign`, { mark, note })
    expect(genuine.text).toContain(say('endedSigning'))
    expect(draftsOf('GDN-2003')).toEqual([expect.objectContaining({ note })])
  })

  it('in one language goes along to the other with what was typed, and is not sent by it', async () => {
    const phone = await phoneOf(SHEUNG)
    const fields = { consent: 'yes', note: 'Hay fever 花粉症', language: 'zh-HK' }
    const { text } = await phone.sign(fields)
    expect(text).toContain('<html lang="zh-HK">')
    expect(text).toContain('Hay fever 花粉症</textarea>')
    expect(text).toContain(wordsIn('zh-HK')('draftNote'))
    expect(signUpOf()).toBeUndefined()
    const emptied = { ...(await phone.formIn(ISLAND)), note: '', language: 'en-US' }
    expect((await phone.sign(emptied)).text).not.toContain('Hay fever')
  })

  it('of two phones of one guardian takes no words from the other', async () => {
    const [one, other] = [await phoneOf(SHEUNG), await phoneOf(SHEUNG)]
    const [first, second] = [await one.formIn(ISLAND), await other.formIn(ISLAND)]
    await one.send(`${ISLAND}/sign`, { ...first, note: 'PEANUT ALLERGY' })
    for (const note of ['', 'Seasick', 'Seasick'])
      await other.send(`${ISLAND}/sign`, { ...second, note, language: 'en-US' })
    expect((await one.call(ISLAND)).text).toContain('PEANUT ALLERGY\n\nSeasick</textarea>')
    const { text } = await other.send(`${ISLAND}/sign`, { ...second, consent: 'yes', note: 'Seasick' })
    expect(text).toContain(say('justSigned'))
    expect(text).toContain('PEANUT ALLERGY')
    expect(text).toContain(say('unsentWords', { telephone: TELEPHONE }))
  })

  it('that is no form, or far too long, gets a page and not an exception', async () => {
    const phone = await phoneOf(SHEUNG)
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await phone.call(`${ISLAND}/sign`, json)).status).toBe(415)
    expect((await phone.post(`${ISLAND}/sign`, { note: 'x'.repeat(50_000) })).status).toBe(413)
    expect((await phone.call('/%E0%A4%A')).status).toBe(404)
  })
})

describe('staff', () => {
  it('get a list that a spreadsheet reads to the letter and runs nothing of', async () => {
    const guardian = await phoneOf(SHEUNG)
    const note = '=HYPERLINK("https://evil.example","Click")\n"quoted", 對花生敏感'
    await guardian.sign({ consent: 'yes', note })
    const staff = await phoneOf(STAFF)
    const { headers, text } = await staff.call('/lists/tern-island/list.csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="tern-island.csv"')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows: string[][] = parse(text, { bom: true })
    expect(rows[0]).toEqual(['Class', 'Ref. no.', 'Student', 'Chinese name', 'Note', 'Signed by', 'Received'])
    const student = ['1A - Rowing', 'TB260001', 'Hoi-ching Sheung', '常海晴']
    const own = [...student, `'${note}`, 'Yuk-lan Sheung 常玉蘭', '2026-11-20 09:30']
    expect(rows.find(row => row[1] === 'TB260001')).toEqual(own)
    expect(rows.flat().filter(cell => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(rows.length).toBe(1 + 14 + 13)
  })

  it('alone see lists: a guardian and a student are told that the page is for others', async () => {
    for (const userId of [SHEUNG, STUDENT]) {
      const phone = await phoneOf(userId)
      for (const path of ['/lists/tern-island', '/lists/tern-island/list.csv']) {
        const { status, text } = await phone.call(path)
        expect({ status, isTold: text.includes(say('roleTitle')) }).toEqual({ status: 403, isTold: true })
        expect(text).not.toContain('TB26')
      }
    }
  })
})

describe('a student', () => {
  it('sees own trips and cannot sign, not even with a guardian’s form', async () => {
    const guardian = await phoneOf(SHEUNG)
    const mark = await guardian.markIn(ISLAND)
    const student = await phoneOf(STUDENT)
    expect(student.entered.text).toContain('Tern Island')
    expect(student.entered.text).not.toContain('farm')
    expect((await student.call(ISLAND)).status).toBe(403)
    expect((await student.call('/trips/farm-morning')).status).toBe(404)
    expect((await student.call('/trips/tern-island')).text).not.toContain('<textarea')
    expect((await student.post(`${ISLAND}/sign`, { mark, consent: 'yes' })).status).toBe(409)
    expect((await student.post('/trips/lighthouse-night/TB260001/withdraw', {})).status).toBe(403)
    expect(signUpOf()).toBeUndefined()
  })
})

describe('a visitor', () => {
  it('who is not on the school’s list reads in both languages what to do, and gets no visit', async () => {
    school.service.school.directory.add(NEWCOMER)
    for (const language of ['en', 'zh'] as const) {
      const { entered, jar } = await phoneOf(NEWCOMER.userId, { language })
      expect(entered.status).toBe(403)
      for (const lang of ['en-US', 'zh-HK'] as const)
        expect(entered.text).toContain(wordsIn(lang)('refusedText'))
      expect(entered.text).toContain(`<html lang="${language === 'en' ? 'en-US' : 'zh-HK'}"`)
      expect([...jar.keys()]).toEqual([])
    }
  })

  it('whom the app sends in anywhere takes the place of who was there before', async () => {
    for (const path of ['/', '/nothing', '/trip.css']) {
      const phone = await phoneOf(SHEUNG)
      await phone.call(path, { headers: arrivalOf(school, THORNBURY, 'en') })
      expect(childrenIn((await phone.call('/')).text)).toContain('TB260003')
    }
  })

  it('comes back from the language switch to a page of this web-app and to no other', async () => {
    const phone = await phoneOf(SHEUNG)
    const to = async (from: string) =>
      (await phone.call(`/language?${new URLSearchParams({ to: 'zh-HK', from })}`)).headers.get('location')
    expect(await to(`${ISLAND}?done=signed`)).toBe(`${ISLAND}?done=signed`)
    for (const from of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:1',
    ])
      expect(await to(from), from).toBe('/')
    for (const from of ['/.//evil.example/', '/..//evil.example', '/\t/evil.example'])
      expect(await to(from), from).not.toMatch(/^\/[/\\]/)
    expect((await phone.call('/')).text).toContain('<html lang="zh-HK"')
  })

  it('who opens the page again from the app reads it in the app’s language', async () => {
    const phone = await phoneOf(SHEUNG)
    await phone.call('/language?to=zh-HK&from=/')
    const again = await phone.call('/', { headers: arrivalOf(school, SHEUNG, 'en') })
    expect(again.text).toContain('<html lang="en-US"')
    expect((await phone.call('/')).text).toContain('<html lang="en-US"')
  })
})

it('no answer may be kept by anybody or framed, and none runs a script', async () => {
  const phone = await phoneOf(SHEUNG)
  for (const path of ['/', ISLAND, '/nothing', '/signed-out']) {
    const { headers, text } = await phone.call(path)
    expect(headers.get('cache-control'), path).toContain('no-store')
    expect(headers.get('content-security-policy'), path).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'$/,
    )
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/)
  }
  const styles = await phone.call('/trip.css')
  expect(styles.headers.getSetCookie()).toEqual([])
})

it('every file that a page and its styles name is there', async () => {
  const phone = await phoneOf(SHEUNG)
  const texts = [await phone.call('/'), await phone.call('/school.css'), await phone.call('/trip.css')]
  const named = texts.flatMap(({ text }) => [...text.matchAll(/(?<=")\/?([\w-]+\.(?:css|svg|woff2))(?=")/g)])
  const paths = new Set(named.map(([, name]) => `/${name}`))
  expect([...paths]).toEqual(
    expect.arrayContaining(['/school.css', '/noto-serif-display.woff2', '/crest.svg']),
  )
  for (const path of paths) expect([path, (await phone.call(path)).status]).toEqual([path, 200])
})

it('its log says that it listens and why nobody can enter any more, and names no visitor', async () => {
  const phone = await phoneOf(SHEUNG)
  expect((await phone.call(ISLAND)).status).toBe(200)
  expect((await phone.post(`${ISLAND}/sign`, { note: 'Hay fever' })).status).toBe(303)
  expect((await phone.call(`${ISLAND}0`)).status).toBe(404)
  school.service.faults.add({ endpoint: 'session', when: 'until-cleared', fault: { kind: 'reset' } })
  const { entered } = await phoneOf(SHEUNG)
  school.service.faults.clear()
  expect(entered.status).toBe(503)
  for (const said of ['listening', 'UPSTREAM_UNAVAILABLE']) expect(log.join('')).toContain(said)
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
