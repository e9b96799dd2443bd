/** Templates of popup messages and the all clear, by the console’s API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AllClear, AllClearDone } from '../../../console/api/all-clear.ts'
import type { TemplateList, TemplateRecord } from '../../../console/api/popup-templates.ts'
import type { SeedPopup } from '../../../service/seed.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import { type OfficeSchool, startOfficeSchool } from '../../support/office.ts'

let school: OfficeSchool
beforeAll(async () => {
  school = await startOfficeSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const templates = async () => (await school.call<TemplateList>('GET', '/popup-templates')).body.templates
const template = async (id: string) =>
  (await school.call<TemplateRecord>('GET', `/popup-templates/${id}`)).body
const titles = async (siteId: 'academy' | 'pre-school') => {
  const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
  return (await client.popups({ siteId, lang: 'en-US' })).messages.map(({ msgTitle }) => msgTitle)
}
const own = {
  needConfirm: 'Accept',
  texts: {
    'en-US': { msgTitle: 'Black rain', msgBody: '<p>Stay. <img src="media:gate"></p>' },
    'zh-HK': { msgTitle: '黑雨', msgBody: '<p>留下。</p>' },
  },
}

describe('a template', () => {
  it('is there for each signal and for an event, with words in both languages and the icons of its messages', async () => {
    const all = await templates()
    expect(all.map(({ templateId, iconIds }) => [templateId, ...iconIds])).toEqual([
      ['black-rain', '2'],
      ['typhoon-3', '3'],
      ['typhoon-8', '4', '5', '6', '7'],
      ['typhoon-9', '8'],
      ['typhoon-10', '9'],
      ['event', '10'],
      ['all-clear'],
    ])
    for (const { texts, isChanged } of all) {
      expect(isChanged).toBe(false)
      for (const { msgTitle, msgBody } of Object.values(texts)) expect([msgTitle, msgBody]).not.toContain('')
    }
  })

  it('is the school’s to write: kept in a snapshot and an export, and given back by undo', async () => {
    const { state } = school.service
    const before = await template('black-rain')
    const save = () =>
      school.call<TemplateRecord & { current: TemplateRecord }>('PUT', '/popup-templates/black-rain', {
        ...{ ...own, stamp: before.stamp },
      })
    const changed = await save()
    expect(changed.body).toMatchObject({ ...own, isChanged: true, iconIds: ['2'] })
    expect(school.service.media.uses('gate')).toContainEqual(
      expect.objectContaining({ kind: 'template', id: 'black-rain' }),
    )
    const late = await save()
    expect([late.status, late.body.current]).toEqual([409, changed.body])

    const file = school.scratch.path('templates.zip')
    await state.export(file)
    const reset = await school.call<{ undo: string }>('DELETE', '/popup-templates/black-rain')
    expect(await template('black-rain')).toEqual(before)
    await school.call('POST', '/popup-templates/restore', reset.body)
    expect(await template('black-rain')).toEqual(changed.body)
    await school.call('DELETE', '/popup-templates/black-rain')
    await state.import(file)
    expect(await template('black-rain')).toEqual(changed.body)
  })

  it('that cannot be is refused, and so is one that there is not', async () => {
    const { stamp } = await template('event')
    const body = { msgTitle: '', msgBody: '<img src="media:nowhere">' }
    const refused = await school.call<{ errors: { path: string }[] }>('PUT', '/popup-templates/event', {
      texts: { 'en-US': body, 'zh-HK': { msgTitle: '', msgBody: '' } },
      stamp,
    })
    expect(refused.body.errors.map(({ path }) => path)).toEqual(['/texts/en-US/msgBody'])
    expect((await school.call('GET', '/popup-templates/typhoon-1')).status).toBe(404)
  })
})

describe('all clear', () => {
  const message = (msgTitle: string, iconId: string, more: Partial<SeedPopup> = {}): SeedPopup => ({
    sites: ['pre-school'],
    displayDate: '20261120091500',
    onWebsite: true,
    iconId,
    texts: { 'en-US': { msgTitle, msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
    ...more,
  })
  const offered = async () => (await school.call<AllClear>('GET', '/popups/all-clear')).body

  it('names what it takes down, takes it down and posts when classes resume, and is one act to undo', async () => {
    const { popups } = school.service
    popups.put(message('Rain to come', '2', { startsAt: '20261120120000' }))
    popups.put(message('Rain that was', '2', { endsAt: '20261120090000' }))
    popups.put(message('Concert', '10'))
    const { popups: severe, message: posted } = await offered()
    expect(severe.map(({ texts }) => texts['en-US'].msgTitle).toSorted()).toEqual([
      'Classes suspended',
      'Rain to come',
    ])
    const words = (await template('all-clear')).texts
    expect(posted).toMatchObject({
      sites: ['academy', 'pre-school'],
      displayDate: '20261120093000',
      texts: words,
    })

    const [before, beforeTitles] = [popups.list(), await titles('academy')]
    const popupIds = severe.map(({ popupId }) => popupId)
    const done = await school.call<AllClearDone>('POST', '/popups/all-clear', { popupIds })
    const { msgTitle } = words['en-US']
    expect(await titles('academy')).toEqual([msgTitle, 'Library closed'])
    expect(await titles('pre-school')).toEqual([msgTitle, 'Concert'])
    expect((await offered()).popups).toEqual([])
    expect(done.body.popup).toMatchObject({ state: 'live', displayDate: '20261120093000' })
    // Somebody else was faster.
    expect((await school.call('POST', '/popups/all-clear', { popupIds })).status).toBe(409)
    expect((await school.call('POST', '/popups/all-clear', { popupIds: [] })).status).toBe(422)

    const restored = await school.call('POST', '/popups/all-clear/restore', { undo: done.body.undo })
    expect(restored.status).toBe(204)
    expect(popups.list()).toEqual(before)
    expect(await titles('academy')).toEqual(beforeTitles)
  })

  it('leaves what was not chosen, and posts on the websites of what was', async () => {
    const planned = (await offered()).popups.find(({ state }) => state === 'planned')
    const done = await school.call<AllClearDone>('POST', '/popups/all-clear', {
      popupIds: [planned?.popupId],
    })
    expect(done.body.popup.sites).toEqual(['pre-school'])
    expect(await titles('academy')).toContain('Classes suspended')
  })
})
