/** What of a message can be read and reached, in windows of every shape. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dialogFaults } from '../support/visitor/dialog-faults.ts'
import {
  DESKTOP,
  LANDSCAPE,
  openVisitor,
  PHONE,
  type Visitor,
  ZOOMED,
  ZOOMED_PHONE,
} from '../support/visitor/visitor.ts'
import { serveWidgetPage, type WidgetPage } from '../support/widget-page.ts'
import { message } from '../support/widget-visit.ts'

let site: WidgetPage
let visitor: Visitor
beforeAll(async () => {
  ;[site, visitor] = await Promise.all([serveWidgetPage(), openVisitor({ reducedMotion: true })])
})
afterAll(async () => {
  await visitor?.close()
  await site?.close()
})

/** Stands for the address of a picture, which is known once the page is served. */
const PICTURE = '{picture}'
const BODIES = {
  short: '<p>All classes are suspended. Stay at home.</p>',
  long: '<p>All classes are suspended. Stay at home and keep the windows closed until the signal is cancelled.</p>'.repeat(
    25,
  ),
  table: `<p>Buses today:</p><table><tr><th>Route</th><th>Stop</th><th>Time</th><th>Remark</th><th>Number</th></tr>${'<tr><td>Harbour North</td><td>Pier Road</td><td>15:30</td><td>an hour late</td><td>TB1234</td></tr>'.repeat(5)}</table><p>All others are on time.</p>`,
  picture: `<p>The pier today:</p><p><img src="${PICTURE}" width="1200" height="900" alt="The pier under water"></p><p>Keep away.</p>`,
  'styles of an office':
    '<ul style="width:100%"><li>Bring water.</li></ul><p style="width:600px;padding-left:60px">Meet at the pier.</p>',
  'one long word': `<p>${'Donaudampfschifffahrt'.repeat(12)}</p>`,
  'plain text': 'Stay at home.',
}
const SIZES = {
  PHONE,
  'the narrowest phone': { width: 320, height: 568 },
  LANDSCAPE,
  DESKTOP,
  ZOOMED,
  // The window of the installed WebKit does not become so narrow.
  ...(inject('engine') !== 'WebKit' && { ZOOMED_PHONE }),
}

const show = async (lang: 'en' | 'zh-HK', more: Record<string, string>, title = 'Typhoon signal no. 8') => {
  site.answer = {}
  const body = more.msgBody?.replace(PICTURE, site.picture)
  for (const asked of ['en-US', 'zh-HK'])
    site.answer[asked] = [message(title, body === undefined ? more : { ...more, msgBody: body })]
  await visitor.open(site.page({ lang }))
  await visitor.sees('[part=title]')
}

describe.each(Object.entries(SIZES))('in a window as %s, %o', (_, size) => {
  beforeAll(() => visitor.resize(size))

  it.each(Object.entries(BODIES))(
    'a %s body is read to its end, and its button is in reach',
    async (name, msgBody) => {
      await show('en', { msgBody, iconId: '4', needConfirm: 'confirm' })
      const { faults, lines, scrolls } = await visitor.run(dialogFaults)
      expect(faults).toEqual([])
      expect(lines).toBeGreaterThan(1)
      if (name === 'long') expect(scrolls).toBe(true)
    },
  )

  it('one without button and icon, and one in Chinese', async () => {
    await show('en', {})
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    await show(
      'zh-HK',
      {
        msgBody: `<p>${'由於八號烈風或暴風信號現正生效，今日全校停課，請留在家中。'.repeat(6)}</p>`,
        needConfirm: 'Accept',
      },
      '八號烈風或暴風信號現正生效：全校停課',
    )
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
  })

  it('a long title leaves the body and the button in reach', async () => {
    await show('en', { needConfirm: 'confirm' }, 'School closed today because of the weather. '.repeat(20))
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
  })
})
