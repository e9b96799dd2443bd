/** Each schema accepts the form that the interface documents and refuses what it forbids. */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import * as contract from '../../../shared/contract/index.ts'

const popup = {
  msgTitle: 'Tropical cyclone signal',
  msgBody: '<p>All classes are suspended.</p>',
  displayDate: '20260921063000',
  iconId: '4',
  needConfirm: 'Accept',
}
const picture = {
  fileType: 'image/jpeg',
  fileSize: 1024,
  url: 'https://media.example/a.jpg',
  thumbnailUrl: 'https://media.example/a-200.jpg',
  mobileScreenImageUrl: 'https://media.example/a-1024.jpg',
  imageWidth: 1600,
  imageHeight: 900,
  imageDateTime: '2026-09-01T02:03:04.000Z',
}
const { imageWidth, imageHeight, imageDateTime, ...anyFile } = picture
const pdf = { ...anyFile, fileType: 'application/pdf' }
const entry = {
  newsId: '1001',
  newsTitle: 'Sports day',
  newsContent: '<p>On the lower field.</p>',
  newsDate: '20260901',
  newsDateTime: '20260901100000',
  attachments: [picture, pdf],
}
const record = {
  _id: 9,
  status: 'Late',
  user: 7,
  entryDate: '2026-09-01T00:10:00.000Z',
  note: '',
  approvedBy: { _id: 3, firstName: 'Ada', lastName: 'Example' },
  approvedAt: '2026-09-01T01:00:00.000Z',
}
const item = {
  _id: 7,
  refNo: 'S7',
  firstName: 'Bo',
  lastName: 'Example',
  imageUrl: '',
  attendanceEntry: record,
}
const user = {
  userId: 7,
  appId: 'sample-school',
  createdAt: '2026-09-01T00:00:00.000Z',
  expireAt: '2026-09-02T00:00:00.000Z',
  firstName: 'Bo',
  lastName: 'Example',
  fullName: 'Bo Example',
  chineseName: '',
  refNo: 'S7',
  email: 'bo@school.example',
  imageUrl: 'https://media.example/bo.png',
  role: 'Student',
}
const entrance = {
  'x-app-id': 'sample-school',
  'x-session-token': 'secret',
  'x-language': 'zh',
  'x-sso-response': 'e30=',
  'x-selected-sub-user-id': 'all',
  'x-selected-sub-ref-no': '',
}

const RESOURCES: [name: string, schema: TSchema, value: Record<string, unknown>, optional: string[]][] = [
  ['popup message', contract.PopupMessage, popup, ['iconId', 'needConfirm']],
  ['picture', contract.PictureAttachment, picture, ['imageDateTime']],
  ['file', contract.FileAttachment, pdf, []],
  ['news entry', contract.NewsEntry, entry, ['attachments']],
  ['attendance record', contract.AttendanceEntry, record, ['note', 'approvedBy', 'approvedAt']],
  ['attendance item', contract.AttendanceItem, item, ['attendanceEntry']],
  ['session user', contract.SessionUser, user, []],
  [
    'entrance',
    contract.EntranceHeaders,
    entrance,
    ['x-language', 'x-sso-response', 'x-selected-sub-user-id', 'x-selected-sub-ref-no'],
  ],
  ['envelope', contract.Envelope, { txID: 't', code: 'D00000', message: 'successful return' }, []],
]

describe.each(RESOURCES)('%s', (_name, schema, value, optional) => {
  it('is accepted as documented, and with fields that a later version may add', () => {
    expect(Check(schema, value)).toBe(true)
    expect(Check(schema, { ...value, addedLater: 1 })).toBe(true)
  })

  // Promise: popups/fields, news/fields, news/optional
  it.each(Object.keys(value))('without %s is accepted only where that field is optional', field => {
    const { [field]: _, ...rest } = value
    expect(Check(schema, rest)).toBe(optional.includes(field))
  })

  it.each(Object.keys(value))('never accepts an object without a meaning for %s', field => {
    expect(Check(schema, { ...value, [field]: { unlikely: Symbol('x') } })).toBe(false)
  })
})

describe('rules of single fields', () => {
  // Promise: news/picture-fields
  it('picture fields belong to pictures: a picture without a width is none', () => {
    const { imageWidth: _, ...narrow } = picture
    expect(Check(contract.Attachment, narrow)).toBe(false)
    expect(Check(contract.Attachment, pdf)).toBe(true)
  })

  // Promise: news/types
  it.each(['image/gif', 'text/html', 'IMAGE/PNG', ''])('an attachment of type "%s" is refused', fileType => {
    expect(Check(contract.Attachment, { ...picture, fileType })).toBe(false)
  })

  // Promise: news/types
  it.each([...contract.PICTURE_TYPES, ...contract.OTHER_TYPES])(
    'an attachment of type %s is accepted',
    fileType => {
      expect(Check(contract.Attachment, { ...picture, fileType })).toBe(true)
    },
  )

  it.each([-1, 1.5, '10', Number.NaN])('a file size of %s is refused', fileSize => {
    expect(Check(contract.Attachment, { ...pdf, fileSize })).toBe(false)
  })

  it('a message with an icon outside the table is accepted, and the icon is not one', () => {
    expect(Check(contract.PopupMessage, { ...popup, iconId: '1' })).toBe(true)
    expect(contract.isIconId('1')).toBe(false)
    expect(contract.ICON_IDS.every(contract.isIconId)).toBe(true)
    for (const none of ['toString', 4, null]) expect(contract.isIconId(none)).toBe(false)
  })

  // Promise: popups/button
  it.each(['Confirm', 'accept', 'OK', ''])('a button "%s" is refused', needConfirm => {
    expect(Check(contract.PopupMessage, { ...popup, needConfirm })).toBe(false)
  })

  // Promise: attendance/statuses
  it.each(contract.ATTENDANCE_STATUSES)('the status %s is accepted, and not in lower case', status => {
    expect(Check(contract.AttendanceEntry, { ...record, status })).toBe(true)
    expect(Check(contract.AttendanceEntry, { ...record, status: status.toLowerCase() })).toBe(false)
  })

  // Promise: content/sites, content/languages
  it('sites and languages are the two of each', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(contract.isSiteId(text)).toBe(text === 'academy' || text === 'pre-school')
        expect(contract.isLanguage(text)).toBe(text === 'en-US' || text === 'zh-HK')
      }),
    )
    expect(contract.SITE_IDS.every(contract.isSiteId) && contract.LANGUAGES.every(contract.isLanguage)).toBe(
      true,
    )
  })

  // Promise: content/success
  it('a success carries content, a failure need not', () => {
    const success = contract.SuccessEnvelope(contract.PopupContent)
    expect(Check(success, { txID: 't', code: 'D00000', message: '', content: [popup] })).toBe(true)
    expect(Check(success, { txID: 't', code: 'D00000', message: '' })).toBe(false)
    expect(Check(success, { txID: 't', code: 'D20000', message: '', content: [] })).toBe(false)
    expect(Check(contract.FailureEnvelope, { txID: 't', code: 'D20003', message: 'timeout' })).toBe(true)
  })
})

describe('return codes', () => {
  // Promise: content/messages
  it('have the documented messages, the parameter in place of its mark', () => {
    expect(contract.returnMessage('D20001', 'siteId')).toBe('siteId should not be empty')
    expect(contract.returnMessage('D20002', 'lang')).toBe('lang is invalid')
    expect(contract.returnMessage('D20004')).toBe('siteID does not exist')
  })
})

it('up to 500 identifiers are asked for, each once, and blanks around them do not count', () => {
  const ids = Array.from({ length: 500 }, (_, id) => `N${id}`)
  expect(contract.newsIdsOf(` a,b ,a,, ,${ids}`)).toEqual(['a', 'b', ...ids])
  expect(contract.newsIdsOf()).toEqual([])
  const newsIDs = contract.NewsParameters.properties.newsIDs
  expect(Check(newsIDs, ids.join())).toBe(true)
  expect(Check(newsIDs, `${ids},${ids}`)).toBe(true)
  expect(Check(newsIDs, `${ids},one more`)).toBe(false)
})

describe('the headers of an entrance', () => {
  const arrival = { appId: 'sample-school', sessionToken: 'secret', language: 'zh' } as const
  const three = { 'x-app-id': 'sample-school', 'x-session-token': 'secret', 'x-language': 'zh' }

  it('are three, and those of a student and of single sign-on where there are any', () => {
    expect(contract.entranceHeaders(arrival)).toEqual(three)
    expect(
      contract.entranceHeaders({ ...arrival, selected: { userId: 7, refNo: 'S7' }, sso: { name: '常' } }),
    ).toEqual({
      ...three,
      'x-selected-sub-user-id': '7',
      'x-selected-sub-ref-no': 'S7',
      'x-sso-response': Buffer.from('{"name":"常"}').toString('base64'),
    })
  })

  it('of all children name no reference number', () => {
    expect(contract.entranceHeaders({ ...arrival, selected: 'all' })).toEqual({
      ...three,
      'x-selected-sub-user-id': 'all',
      'x-selected-sub-ref-no': '',
    })
  })
})
