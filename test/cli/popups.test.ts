/** `schoolbell popups` as support staff run it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import popupsCommand, { popupsText } from '../../cli/popups.ts'
import { ICON_IDS, ICONS } from '../../shared/contract/index.ts'
import { call } from '../support/call.ts'
import { refusal } from '../support/refusal.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
afterEach(() => void school.service.faults.clear())

const popups = (...args: string[]) => call(['popups', '--service-url', school.addresses.serviceUrl, ...args])

describe('schoolbell popups', () => {
  it('prints each message: title, date, what its icon means, button and text, then the txID', async () => {
    const { code, output, errors } = await popups()
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(
      new RegExp(
        [
          '^Classes suspended',
          '  Date    2026-11-20 07:00:00',
          '  Icon    5: Typhoon-8-se',
          '  Button  Accept',
          '',
          '  Stay at home\\.',
          '',
          'Library closed',
          '  Date    2026-11-18 08:00:00',
          '  Icon    1: not in the interface, no icon is shown',
          '  Button  none',
          '',
          '  Closed\\.',
          '',
          'txID {2}[0-9a-f-]{36}\n$',
        ].join('\n'),
      ),
    )
  })

  it('what a visitor does not see of a text is a remark', () => {
    const msgBody = '<p>Film:</p><iframe src="https://film.example/a"></iframe><img src="/map.png">'
    const { text } = popupsText([{ msgTitle: 'Film', msgBody, displayDate: '20261120070000' }], {
      siteId: 'academy',
      lang: 'en-US',
      txID: 't1',
    })
    expect(text.split('\n')).toEqual([
      'Film',
      '  Date    2026-11-20 07:00:00',
      '  Icon    none',
      '  Button  none',
      '  Remark  <iframe src="https://film.example/a"> is shown as a link: frames and films are not shown',
      '  Remark  <img src="/map.png"> is left out: a picture needs an https address',
      '',
      '  Film:',
      '  https://film.example/a',
      '',
      'txID  t1',
    ])
  })

  it('of another website in another language, as JSON', async () => {
    const { code, output } = await popups('--site', 'pre-school', '--lang', 'zh-HK', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(output)).toEqual({
      txID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content: [expect.objectContaining({ msgTitle: '停課', iconId: '5' })],
    })
  })

  it('an error says its code and the txID', async () => {
    const { faults, requests } = school.service
    faults.add({ endpoint: 'popups', when: { calls: 1 }, fault: { kind: 'code', code: 'D20003' } })
    requests.clear()
    const { code, output, errors } = await popups()
    expect({ code, output }).toEqual({ code: 1, output: '' })
    const { txID } = await requests.waitFor(({ endpoint }) => endpoint === 'popups')
    expect(errors).toContain(`D20003 timeout (txID ${txID})`)
  })

  it.each<[args: string[], reason: string]>([
    [['--site', 'both'], 'Allowed choices are academy, pre-school'],
    [['--lang', 'fr'], 'Allowed choices are en-US, zh-HK'],
    [['--timeout', '0'], 'It must be a number of milliseconds'],
  ])('a wrong call is refused and says why: %j', async (args, reason) => {
    expect(await refusal(popupsCommand(), args)).toContain(reason)
  })
})

describe('messages in words', () => {
  const asked = { siteId: 'academy', lang: 'en-US', txID: 't' }
  const message = { msgTitle: 'T', msgBody: '', displayDate: '20261120070000' }

  it('say what each icon means', () => {
    for (const iconId of ICON_IDS)
      expect(popupsText([{ ...message, iconId }], asked).text).toContain(
        `Icon    ${iconId}: ${ICONS[iconId]}`,
      )
  })

  it('hold a body’s text, paragraph by paragraph, and nothing of its tags, scripts and escape sequences', () => {
    const msgBody =
      '<h2>One &amp; two</h2><script>alert(1)</script><p>A <b>bold</b>\u001b[2J line<br>and &lt;more&gt;</p><ul><li>x</li><li>y</li></ul>'
    const { text } = popupsText([{ ...message, msgTitle: 'a\u001b]0;b\u0007', msgBody }], asked)
    expect(text).toContain('\n  One & two\n  A bold [2J line\n  and <more>\n  x\n  y\n')
    expect(text).not.toMatch(/alert|[^\P{Cc}\n]/u)
  })

  it('show a message that is not as the interface says, as a website does, with what is odd about it', () => {
    const odd = {
      ...message,
      msgTitle: 'Odd',
      displayDate: '20261340000000',
      iconId: 7,
      needConfirm: 'Confirm',
    }
    const { text, faults } = popupsText([message, odd], asked)
    expect(text).toContain('2026-11-20 07:00:00')
    expect(text).toMatch(
      new RegExp(
        [
          'Odd',
          '  Date    none',
          '  Icon    7: Typhoon-8-nw',
          '  Button  confirm',
          '  Remark  /content/1/displayDate must be a time that exists.*',
          '  Remark  /content/1/iconId must be a string',
          '  Remark  /content/1/needConfirm must be .*',
        ].join('\n'),
      ),
    )
    expect(text).not.toContain('Not shown')
    const [displayDate, iconId, needConfirm] = faults
    expect([displayDate?.path, iconId?.path, needConfirm?.path]).toEqual([
      '/content/1/displayDate',
      '/content/1/iconId',
      '/content/1/needConfirm',
    ])
  })

  it('stand in the order of a website: severe weather first', () => {
    const bun = { ...message, msgTitle: 'Bun', iconId: '1', msgBody: 5 }
    const rain = { ...message, msgTitle: 'Rain', iconId: '2' }
    const { text } = popupsText([{ ...message, iconId: '10' }, bun, rain], asked)
    expect(text).toMatch(/^Rain\n/)
    expect(text.indexOf('\nT\n')).toBeLessThan(text.indexOf('Not shown by a website: /content/1/msgBody'))
    expect(text).toContain('\nT\n')
  })

  it('stop after as many as a website shows, and say so', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...message, msgTitle: `Bun ${index}` }))
    const { text, faults } = popupsText([...many, 5, { ...message, iconId: '9', msgTitle: 'Storm' }], asked)
    expect(text).toMatch(/^Storm\n/)
    expect(text.match(/^Bun \d+$/gm)).toHaveLength(99)
    expect(text).toContain('Not shown by a website: /content/5000 must be an object')
    expect(text).toContain('\n/content has 5001 messages, of which a website shows 100\n')
    expect(faults.map(({ path }) => path)).toEqual(['/content', '/content/5000'])
  })

  it('of many that are wrong only the first hundred are named', () => {
    const { text, faults } = popupsText([...Array(5000).fill(5), message], asked)
    expect(text.match(/^Not shown by a website: .+$/gm)).toHaveLength(100)
    expect(text).toContain('\n/content has 5000 wrong elements, of which 100 are named\n')
    expect(faults).toHaveLength(101)
  })

  it('say that there are none', () => {
    expect(popupsText([], asked).text).toBe('No popup messages for academy in en-US.\n\ntxID  t')
    expect(popupsText({}, asked).text).toContain('/content must be an array')
  })
})
