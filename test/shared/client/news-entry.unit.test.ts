/** Nothing good is held back because something beside it is odd: such an entry is read, with a remark on what was odd. */
import { describe, expect, it } from 'vitest'
import { readNewsEntry } from '../../../shared/client/news-entry.ts'

const ENTRY = {
  newsId: 'a',
  newsTitle: 'Title of a',
  newsContent: '<p>Body of a</p>',
  newsDate: '20260901',
  newsDateTime: '20260901083000',
  attachments: [],
}

function read(odd: object, zone?: string) {
  const found = readNewsEntry({ ...ENTRY, ...odd }, zone)
  if ('fault' in found) throw new Error(`${found.fault.path} ${found.fault.reason}`)
  return found
}

const pdf = {
  fileType: 'application/pdf',
  fileSize: 48_213,
  url: 'https://files.example/programme.pdf',
  thumbnailUrl: 'https://files.example/programme-200.png',
  mobileScreenImageUrl: 'https://files.example/programme-1024.png',
}
const picture = {
  fileType: 'image/jpeg',
  fileSize: 10,
  url: 'https://files.example/hall.jpg',
  thumbnailUrl: 'https://files.example/hall-200.jpg',
  mobileScreenImageUrl: 'https://files.example/hall-1024.jpg',
  imageWidth: 1600,
  imageHeight: 900,
  imageDateTime: '2026-09-01T02:03:04.000Z',
}
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const octets = 'application/octet-stream'
const kept = 'kept: not a type of the interface'
const noNumber = 'left out: not a whole number from'
const noAddress = 'left out: not an http(s) address'
const none = undefined

describe('an attachment beside a good one', () => {
  // Promise: silent/odd-attachment
  it.each<[of: object, odd: Record<string, unknown>, shown: object | undefined, done?: string]>([
    [pdf, { fileType: word }, {}, kept],
    [picture, { fileType: 'image/jpg' }, { fileType: 'image/jpeg' }, 'read as image/jpeg'],
    [picture, { fileType: 'IMAGE/JPEG' }, { fileType: 'image/jpeg' }, 'read as image/jpeg'],
    [pdf, { fileType: 'application/pdf; charset=binary' }, pdf, 'read as application/pdf'],
    [pdf, { fileType: 'application/pdf ; charset=binary' }, pdf, 'read as application/pdf'],
    [picture, { fileType: 'image/webp' }, {}, kept],
    [pdf, { fileType: null }, { fileType: octets }, `${octets} is used: it has no type`],
    [pdf, { fileType: 'PDF\u0001' }, { fileType: octets }, `${octets} is used: not a MIME type`],
    [picture, { imageWidth: none }, {}],
    [picture, { imageWidth: 0 }, { imageWidth: none }, `${noNumber} 1`],
    [picture, { imageHeight: '900' }, picture, 'read as 900'],
    [picture, { imageDateTime: 5 }, { imageDateTime: none }, 'left out: not a text'],
    [pdf, { imageWidth: 0 }, { imageWidth: none }],
    [pdf, { thumbnailUrl: null }, { thumbnailUrl: none }],
    [pdf, { mobileScreenImageUrl: '' }, { mobileScreenImageUrl: none }],
    [pdf, { thumbnailUrl: 'javascript:alert(1)' }, { thumbnailUrl: none }, noAddress],
    [picture, { fileSize: ' 10 ' }, picture, 'read as 10'],
    [picture, { fileSize: 0, imageWidth: 1 }, {}],
    [pdf, { fileSize: 'a10' }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: 1.5 }, { fileSize: none }, `${noNumber} 0`],
    [picture, { imageDateTime: '' }, { imageDateTime: none }],
    [picture, { imageDateTime: none }, {}],
    [pdf, { fileSize: none }, {}],
    [pdf, { fileSize: '10 kB' }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: '' }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: '0x10' }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: '1e3' }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: [10] }, { fileSize: none }, `${noNumber} 0`],
    [pdf, { fileSize: -1 }, { fileSize: none }, `${noNumber} 0`],
    [picture, { url: none }, none, `attachment ${noAddress}`],
    [pdf, { url: '/a.pdf' }, none, `attachment ${noAddress}`],
    [pdf, { url: 'ftp://a/b' }, none, `attachment ${noAddress}`],
    [pdf, { checksum: 'x' }, { checksum: none }],
  ])('%j with %j is shown with %j: %s', (of, odd, shown, done) => {
    const { entry, remarks } = read({ attachments: [{ ...of, ...odd }, pdf] })
    expect(entry.attachments).toEqual([...(shown ? [{ ...of, ...odd, ...shown }] : []), pdf])
    const [[name, value] = []] = Object.entries(odd)
    const came = JSON.stringify(value ?? undefined)
    expect(remarks).toEqual(done ? [{ path: `/attachments/0/${name}`, came, done }] : [])
  })

  it.each([
    [
      ['hall.jpg', pdf],
      [pdf],
      [{ path: '/attachments/0', came: '"hall.jpg"', done: 'left out: not an attachment' }],
    ],
    [[null, pdf], [pdf], []],
    ['none', [], [{ path: '/attachments', came: '"none"', done: 'left out: not a list' }]],
  ])('of %j these are shown: %j', (attachments, shown, remarks) => {
    expect(read({ attachments })).toMatchObject({ entry: { attachments: shown }, remarks })
  })
})

it.each<[address: unknown, shown: string | undefined, done?: string]>([
  ['', none],
  [null, none],
  ['https://files.example/c.jpg', 'https://files.example/c.jpg'],
  [' data:,x', none, noAddress],
  [7, none, noAddress],
])('a cover at %j is shown from %s', (address, shown, done) => {
  const { entry, remarks } = read({ thumbnailUrl: address, mobileScreenImageUrl: address })
  const covers = shown ? { mobileScreenImageUrl: shown, thumbnailUrl: shown } : {}
  expect(entry).toStrictEqual({ ...ENTRY, ...covers })
  const paths = done ? ['/mobileScreenImageUrl', '/thumbnailUrl'] : []
  expect(remarks).toEqual(paths.map(path => ({ path, came: JSON.stringify(address), done })))
})

describe('a time', () => {
  const asDay = 'read as 20260901'
  const asMoment = 'read as 20260901083000'
  const fromDay = 'made from newsDate: 20260901000000'
  const fromMoment = 'made from newsDateTime: 20260901'

  // Promise: silent/news-dates
  it.each<[date: unknown, time: unknown, clock: string, done: string[]]>([
    ['20260901', '20260901083000', '083000', []],
    ['2026-09-01', '202609010830', '083000', [asDay, asMoment]],
    ['20260901', '2026-09-01T08:30', '083000', [asMoment]],
    ['20260901', '2026-09-01 08:30:00.25', '083000', [asMoment]],
    ['20260901', '2026-09-01T00:30:00Z', '083000', [asMoment]],
    ['20260901', '2026-08-31T17:30:00-07:00', '083000', [asMoment]],
    ['20260901', '2026-08-31 17:30:00 -0700', '083000', [asMoment]],
    ['20260901', '20260901T003000Z', '083000', [asMoment]],
    ['20260901', ' 2026-09-01t00:30:00 z ', '083000', [asMoment]],
    ['20260901', '2026-09-01', '000000', ['read as 20260901000000']],
    ['2026-08-31T16:30:00Z', '20260901083000', '083000', [asDay]],
    [20260901, 20260901083000, '083000', [asDay, asMoment]],
    ['20260901', '20260901', '000000', ['read as 20260901000000']],
    ['20260901', undefined, '000000', [fromDay]],
    ['20260901', 'soon', '000000', [fromDay]],
    ['20260901', ['20260901083000'], '000000', [fromDay]],
    ['20260901', '20260901250000', '000000', [fromDay]],
    ['2026-09-01T08:30', null, '083000', [asDay, 'made from newsDate: 20260901083000']],
    [undefined, '20260901083000', '083000', [fromMoment]],
    ['20260230', '20260901083000', '083000', [fromMoment]],
    ['2026-02-30', '20260901083000', '083000', [fromMoment]],
  ])('newsDate %j and newsDateTime %j', (newsDate, newsDateTime, clock, done) => {
    const { entry, remarks } = read({ newsDate, newsDateTime })
    expect(entry).toMatchObject({ newsDate: '20260901', newsDateTime: `20260901${clock}` })
    expect(remarks.map(remark => remark.done)).toEqual(done)
  })

  it('with a zone is converted to the school’s', () => {
    const late = '2026-08-31T23:30:00Z'
    expect(read({ newsDate: late, newsDateTime: late }, 'Europe/London').entry).toMatchObject({
      ...{ newsDate: '20260901', newsDateTime: '20260901003000' },
    })
  })
})

// Promise: silent/news-id
it.each([
  [7, '7'],
  [-0, '0'],
])('an identifier that is the number %d is its text', (newsId, text) => {
  expect(read({ newsId })).toMatchObject({
    entry: { newsId: text },
    remarks: [{ path: '/newsId', came: text, done: 'read as a text' }],
  })
})

it.each<[odd: object, path: string, reason: string]>([
  [{ newsId: undefined }, '/newsId', 'is missing'],
  [{ newsId: '' }, '/newsId', 'must not be empty'],
  [{ newsId: 2 ** 60 }, '/newsId', 'must be a string'],
  [{ newsId: 'half \ud83d' }, '/newsId', 'must be whole characters without U+0000'],
  [{ newsId: 'x'.repeat(10_000) }, '/newsId', 'must be at most'],
  [{ newsId: ['x'.repeat(10_000)] }, '/newsId', 'must be a string'],
  [{ newsTitle: null }, '/newsTitle', 'is missing'],
  [{ newsTitle: 7 }, '/newsTitle', 'must be a string'],
  [{ newsContent: undefined }, '/newsContent', 'is missing'],
  [{ newsContent: null }, '/newsContent', 'is missing'],
  [{ newsDate: undefined, newsDateTime: undefined }, '/newsDateTime', 'is missing'],
  [{ newsDate: undefined, newsDateTime: 'soon' }, '/newsDateTime', 'must be a time that exists'],
  [{ newsDate: 'soon', newsDateTime: undefined }, '/newsDate', 'must be a time that exists'],
  [
    { newsDate: '20261301', newsDateTime: '2026-02-30T08:00Z' },
    '/newsDateTime',
    'must be a time that exists',
  ],
])('an entry with %j cannot be published: %s %s', (odd, path, reason) => {
  expect(readNewsEntry({ ...ENTRY, ...odd })).toEqual({
    fault: { path, reason: expect.stringContaining(reason) },
  })
})

it.each([[[]], ['text'], [7], [null]])('%j is no entry', odd => {
  expect(readNewsEntry(odd)).toEqual({ fault: { path: '', reason: 'must be an object' } })
})

it('an empty title and an empty content are no remark', () => {
  expect(read({ newsTitle: '', newsContent: '' }).remarks).toEqual([])
})

it('a remark says what came only where something came', () => {
  expect(read({ newsDateTime: undefined }).remarks).toStrictEqual([
    { path: '/newsDateTime', done: 'made from newsDate: 20260901000000' },
  ])
})

it('remarks are short and plain, however long and hostile what came, and at most a hundred', () => {
  const fileType = `\u009b2J${'x'.repeat(10_000)}`
  const texts = Array.from({ length: 500 }, () => 'x')
  const { remarks } = read({ attachments: [{ ...pdf, fileType }, ...texts] })
  expect(remarks).toHaveLength(100)
  expect(remarks[0]).toMatchObject({ came: expect.stringMatching(/^"[^\p{Cc}]{98}…$/u) })
})
