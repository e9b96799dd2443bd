import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient } from '../../../shared/client/index.ts'
import type { PopupContent } from '../../../shared/contract/index.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

/** In the order in which the service sends them. */
const messagesOf = async (siteId: 'academy' | 'pre-school', lang?: 'en-US' | 'zh-HK') => {
  const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
  return (await client.rawPopups({ siteId, ...(lang && { lang }) })).content as PopupContent
}
const titles = async (...website: Parameters<typeof messagesOf>) =>
  (await messagesOf(...website)).map(message => message.msgTitle)

describe('popup messages', () => {
  // Promise: silent/order, content/open, popups/array, popups/website
  it('are those flagged for the website asked for, newest first', async () => {
    expect(await titles('academy', 'en-US')).toEqual(['Classes suspended', 'Library closed'])
    expect(await titles('pre-school', 'en-US')).toEqual(['Classes suspended'])
  })

  // Promise: silent/empty-lang, content/languages, content/default-language, popups/language
  it('come in the language asked for, in English when none is', async () => {
    expect(await titles('academy', 'zh-HK')).toEqual(['停課', '圖書館暫停開放'])
    expect(await titles('academy')).toEqual(await titles('academy', 'en-US'))
    const empty = await fetch(`${school.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy&lang=`)
    expect((await empty.json()).content[0].msgTitle).toBe('Classes suspended')
  })

  // Promise: silent/unknown-icon, popups/fields
  it('carry icon and button as entered, "1" included, and leave them out where there is none', async () => {
    const messages = await messagesOf('academy')
    expect(messages[0]).toMatchObject({ iconId: '5', needConfirm: 'Accept', displayDate: '20261120070000' })
    expect(messages[1]).toEqual({
      msgTitle: 'Library closed',
      msgBody: '<p>Closed.</p>',
      displayDate: '20261118080000',
      iconId: '1',
    })
  })

  // Promise: popups/body
  it('name pictures of their bodies by absolute addresses that answer', async () => {
    const messages = await messagesOf('academy')
    const src = /src="([^"]+)"/.exec(messages[0]?.msgBody ?? '')?.[1] ?? ''
    expect(src.startsWith(`${school.addresses.base}/media/`)).toBe(true)
    expect((await fetch(src)).headers.get('content-type')).toBe('image/png')
  })

  // Promise: popups/website
  it('entered while the service runs are answered at once, changed and withdrawn as well', async () => {
    const { popups } = school.service
    const text = { msgTitle: 'Fire drill', msgBody: '<p>At ten.</p>' }
    const popupId = popups.put({
      sites: ['pre-school'],
      displayDate: '20261120093000',
      onWebsite: true,
      needConfirm: 'confirm',
      texts: { 'en-US': text, 'zh-HK': { msgTitle: '', msgBody: '' } },
    })
    expect(await titles('pre-school')).toEqual(['Fire drill', 'Classes suspended'])
    // Never written in Chinese: had in English.
    expect(await titles('pre-school', 'zh-HK')).toEqual(['Fire drill', '停課'])
    expect(await titles('academy')).toEqual(['Classes suspended', 'Library closed'])

    const stored = popups.list().find(popup => popup.popupId === popupId)
    expect(stored).toMatchObject({ sites: ['pre-school'], needConfirm: 'confirm', onWebsite: true })
    if (stored) popups.put({ ...stored, sites: ['academy'] })
    expect(await titles('pre-school')).toEqual(['Classes suspended'])
    expect(await titles('academy')).toEqual(['Fire drill', 'Classes suspended', 'Library closed'])

    expect(popups.withdraw(popupId)).toBe(true)
    expect(await titles('academy')).toEqual(['Classes suspended', 'Library closed'])
    expect(popups.list().map(popup => popup.popupId)).toContain(popupId)
    expect(popups.withdraw(9999)).toBe(false)
  })
  // Promise: silent/future-date
  it('of a later day are sent at once, the one entered last first', async () => {
    const { popups } = school.service
    const enter = (msgTitle: string) =>
      popups.put({
        sites: ['pre-school'],
        displayDate: '20991231235900',
        onWebsite: true,
        texts: { 'en-US': { msgTitle, msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
      })
    const entered = [enter('Open day'), enter('Open day, too')]
    expect((await titles('pre-school')).slice(0, 2)).toEqual(['Open day, too', 'Open day'])
    for (const popupId of entered) popups.withdraw(popupId)
  })

  it('that are deleted are gone from every website and list, and come back as they were', async () => {
    const { popups } = school.service
    const before = await titles('pre-school')
    const [first] = popups.list()
    if (!first) throw new Error('no message')
    expect(popups.remove(first.popupId)).toBe(true)
    expect(popups.remove(first.popupId)).toBe(false)
    expect(popups.list()).not.toContainEqual(first)
    expect(popups.get(first.popupId)).toEqual({ ...first, deleted: true, state: 'deleted' })
    expect(popups.page({ state: 'deleted', limit: 5 })).toEqual([
      { ...first, deleted: true, state: 'deleted' },
    ])
    // Neither on nor off a website while it is deleted.
    expect([popups.send(first.popupId), popups.withdraw(first.popupId)]).toEqual([false, false])
    expect(popups.restore(first.popupId)).toBe(true)
    expect(popups.restore(first.popupId)).toBe(false)
    expect(popups.get(first.popupId)).toEqual(first)
    expect(await titles('pre-school')).toEqual(before)
  })
})
