/** The pages of a school as its families meet them: landing page, trip sign-up, published news. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Demo, startDemo } from '../../demo/demo.ts'
import { SAMPLE_TRIPS } from '../../demo/trip/sample-school.ts'
import { TEXTS, wordsIn } from '../../demo/trip/strings.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { type Served, serve } from '../support/serve.ts'
import { inFolder } from '../support/serve-folder.ts'
import { startTripSchool, type TripSchool } from '../support/trip-school.ts'
import { dialogFaults } from '../support/visitor/dialog-faults.ts'
import { expectSound } from '../support/visitor/page-faults.ts'
import { DESKTOP, openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'
import { dated, entries, school as newsSchool, type School } from '../sync-agent/outlets/files/support.ts'
import { ACADEMY_ZH } from '../sync-agent/support.ts'

let visitor: Visitor
beforeAll(async () => {
  visitor = await openVisitor({ reducedMotion: true })
})
afterAll(() => visitor?.close())

describe('the landing page', () => {
  let demo: Demo
  beforeAll(async () => {
    demo = await startDemo({ portBase: 0, widgetDir: WIDGET_DIR, logger: pino({ level: 'silent' }) })
  })
  afterAll(() => demo?.close())

  it.each(['en', 'zh'] as const)(
    'in %s: each message is read and closed, then the page and its news',
    async lang => {
      const home = `${demo.siteUrl}/${lang}/`
      await visitor.resize(PHONE)
      // What was read in one language is not shown again in the other: this is another visitor.
      await visitor.open(`${demo.siteUrl}/site.js`)
      await visitor.run(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await visitor.open(home)
      const seen: string[] = []
      for (let isOpen = true; isOpen; ) {
        seen.push(await visitor.sees('dialog[open] [part=title]'))
        expect((await visitor.run(dialogFaults)).faults).toEqual([])
        await visitor.run(look => look.find('dialog[open] :is([part=button], [part=close])')?.focus())
        await visitor.press('Enter')
        const next = await visitor.until((look, last) => {
          const title = look.find('[part=title]')?.textContent?.trim()
          return title !== last && (title ? 'message' : 'page')
        }, seen.at(-1))
        isOpen = next === 'message'
      }
      expect(seen.length).toBe(3)
      for (const size of [PHONE, DESKTOP]) {
        await visitor.resize(size)
        await visitor.open(home)
        await expectSound(visitor)
        expect(await visitor.run(() => document.documentElement.lang)).toBe(lang === 'en' ? 'en-HK' : 'zh-HK')
        await visitor.tap('main a[href*="/news/"]')
        await visitor.until(() => /\/news\/[^/]+$/.test(location.pathname))
        await visitor.sees('h1')
        await expectSound(visitor)
      }
    },
  )

  const openOnPhone = async () => {
    await visitor.resize(PHONE)
    await visitor.open(`${demo.siteUrl}/en/our-school`)
  }
  // The oldest browsers do not know whether scripts run.
  if (inject('engine') === 'Oldest')
    it('with a phone the menu stands open', async () => {
      await openOnPhone()
      await visitor.sees('header nav a', 'Term dates')
      await expectSound(visitor)
    })
  else
    it('with a phone the menu opens and closes', async () => {
      await openOnPhone()
      await visitor.waitsUntilGone('header nav a', 'Term dates')
      await visitor.tap('button[aria-expanded]')
      await visitor.sees('header nav a', 'Term dates')
      await expectSound(visitor)
      await visitor.press('Escape')
      await visitor.waitsUntilGone('header nav a', 'Term dates')
    })
})

describe.each(['en-US', 'zh-HK'] as const)('the trip sign-up in %s', lang => {
  let school: TripSchool
  beforeAll(async () => {
    school = await startTripSchool()
  })
  afterAll(() => school?.[Symbol.asyncDispose]())
  const say = wordsIn(lang)

  it('leads a guardian from the entrance to a receipt, and back', async () => {
    await visitor.resize(PHONE)
    const simulator = await school.service.simulator.open()
    const language = lang === 'en-US' ? 'en' : 'zh'
    const { phoneId } = await simulator.add(
      { userId: 2001, environment: 'staging', language, child: 'all', sessionMinutes: 60 },
      { entranceUrl: school.url },
    )
    await visitor.open(simulator.directLink(phoneId) ?? '')
    await visitor.sees('h1', TEXTS.app[lang])
    await expectSound(visitor)
    const { title } = SAMPLE_TRIPS.find(({ tripId }) => tripId === 'tern-island')?.texts[lang] ?? {
      title: '',
    }
    await visitor.tap('main a', title)
    await visitor.sees('h1', title)
    await expectSound(visitor)
    await visitor.run(look => look.find('textarea')?.focus())
    await visitor.type('Swims 100 m')
    await visitor.tap('button', say('sign'))
    await visitor.sees('[role=alert]', say('errorConsent'))
    expect(await visitor.run(look => (look.find('textarea') as HTMLTextAreaElement).value)).toBe(
      'Swims 100 m',
    )
    await expectSound(visitor)
    await visitor.tap('input[type=checkbox]')
    await visitor.tap('button', say('sign'))
    await visitor.sees('[role=status]')
    await visitor.sees('dd', 'Swims 100 m')
    await expectSound(visitor)
    await visitor.tap('summary')
    await visitor.tap('.withdraw button')
    await visitor.waitsUntilGone('dd', 'Swims 100 m')
    await expectSound(visitor)
    await simulator.remove(phoneId)
  })

  it('tells who comes without the app where to open it', async () => {
    await visitor.open(school.url)
    await visitor.sees('h1')
    await expectSound(visitor)
  })
})

describe('published pages', () => {
  let place: School
  let site: Served
  beforeAll(async () => {
    place = await newsSchool()
    site = await serve(inFolder(place.to))
    const body = `<h2>Programme</h2><table width="1400"><tr><th>Time</th><th>What</th></tr><tr><td>08:30</td><td>Race</td></tr></table><p>${'long'.repeat(60)}</p>`
    await place.copy([...entries(44), dated(45, { newsTitle: 'Sports Day', newsContent: body })])
    await place.copy([...entries(44), dated(45, { newsTitle: '運動會', newsContent: body })], [], ACADEMY_ZH)
    await place.publish({ baseUrl: site.origin })
  })
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]()
    await place?.[Symbol.asyncDispose]()
  })

  it.each([PHONE, DESKTOP])(
    'lead from the list to an entry, its other language and older news, in %o',
    async size => {
      await visitor.resize(size)
      await visitor.open(`${site.origin}/pages/academy/en-US/index.html`)
      await visitor.sees('h2', 'Sports Day')
      await expectSound(visitor)
      await visitor.tap('a', 'Sports Day')
      await visitor.sees('h1', 'Sports Day')
      await expectSound(visitor)
      await visitor.tap('a', '中文')
      await visitor.sees('h1', '運動會')
      await expectSound(visitor)
      await visitor.tap('a', '所有消息')
      await visitor.until(() => location.pathname.endsWith('/index.html'))
      await visitor.tap('a', '較早')
      await visitor.until(() => /page-\d+\.html$/.test(location.pathname))
      await expectSound(visitor)
    },
  )
})
