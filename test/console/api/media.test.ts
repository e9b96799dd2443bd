/** Files that come in by the console's API: taken for what they are, or refused without a trace. */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Medium } from '../../../console/api/medium.ts'
import { MediaRefused } from '../../../console/index.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import { CONSOLE_TOKEN, consoleCalls } from '../../support/console-calls.ts'
import {
  mp3File,
  mp4File,
  pdfFile,
  phonePicture,
  photograph,
  pictureBomb,
  resizedHeif,
} from '../../support/media-files.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { entry, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

type Uploaded = Medium & { code: string; found: string; detail: string; limit: number }
type Exif = Record<string, Record<string, string>>
type Uses = { uses: { kind: string; id: string }[] }

let school: SmallSchool
let data: Scratch
let avif: Buffer
const { call, upload } = consoleCalls(() => school.addresses.base)
beforeAll(async () => {
  data = scratch()
  avif = await sharp(await photograph('png', { width: 640, height: 480 }))
    .avif({ effort: 0 })
    .toBuffer()
  school = await startSmallSchool({
    dataDir: data.folder,
    consoleToken: CONSOLE_TOKEN,
    mediaLimits: { fileBytes: 400_000, videoBytes: 600_000, freeBytes: 0 },
  })
})
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

const schoolWith = (mediaLimits: object, more: object = {}) =>
  startSmallSchool({ consoleToken: CONSOLE_TOKEN, mediaLimits, ...more })
const incoming = () => readdirSync(data.path('media', '.incoming'))
/** Every file below the media folder. */
const filesKept = () =>
  readdirSync(data.path('media'), { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => join(file.parentPath, file.name))
    .toSorted()
const fetched = async (address: string) => {
  const answer = await fetch(school.addresses.base + address)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const SECRETS = {
  IFD0: { Make: 'Larkwater Optics', Artist: 'Isaura Penhallow' },
  IFD2: { BodySerialNumber: 'Larkwater 4711', DateTimeOriginal: '2026:05:04 11:02:01' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 0/1' },
}

describe('a file of each type', () => {
  // Promise: silent/drawn-thumbnail, news/types, news/sizes, news/covers, silent/small-picture
  it('is taken for what it is, served under the hash of its content with its true type, and attached to news', async () => {
    const files: [name: string, bytes: Buffer, sent: string, stored: string, served: string][] = [
      ['pitch.png', await photograph('png'), 'image/png', 'image/png', 'image/png'],
      ['pitch.JPG', await photograph('jpeg'), 'image/jpeg', 'image/jpeg', 'image/jpeg'],
      ['timetable.pdf', pdfFile(), 'application/pdf', 'application/pdf', 'application/pdf'],
      ['bells.mp3', mp3File(), 'audio/mpeg', 'audio/mpeg', 'audio/mpeg'],
      ['hymn.mp3', mp3File(5, false), 'audio/mp3', 'audio/mp3', 'audio/mpeg'],
      ['regatta.mp4', mp4File(), 'application/octet-stream', 'video/mp4', 'video/mp4'],
    ]
    const attachments: string[] = []
    for (const [name, bytes, sent, stored, served] of files) {
      const { status, headers, body } = await upload<Uploaded>(name, bytes, sent)
      expect([status, body.fileType], name).toEqual([201, stored])
      expect(headers.get('location')).toBe(`/console/api/media/${encodeURIComponent(body.name)}`)
      attachments.push(body.name)
      const file = await fetched(body.url)
      // A picture is written anew.
      if (!stored.startsWith('image/')) expect(file.bytes.equals(bytes)).toBe(true)
      expect(body.fileSize).toBe(file.bytes.length)
      expect(body.url).toContain(createHash('sha256').update(file.bytes).digest('hex'))
      expect(Object.fromEntries(file.answer.headers)).toMatchObject({
        'content-type': served,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      for (const [address, width] of [
        [body.thumbnailUrl, 200],
        [body.mobileScreenImageUrl, 1024],
      ] as const) {
        const version = await sharp((await fetched(address)).bytes).metadata()
        expect([version.width, version.format], name).toEqual([width, 'jpeg'])
      }
      expect((await sharp((await fetched(body.thumbnailUrl)).bytes).metadata()).height).toBe(200)
    }
    school.service.news.put({ ...entry('M-1', ['academy'], '20261120090000', 'Media', '媒體'), attachments })
    const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
    const { newsList } = await client.news({ siteId: 'academy', lastSyncTime: '20261120000000' })
    const sent = newsList.find(({ newsId }) => newsId === 'M-1')?.attachments ?? []
    expect(sent.map(({ fileType }) => fileType)).toEqual(files.map(([, , , stored]) => stored))
    expect(sent[0]).toMatchObject({ imageWidth: 60, imageHeight: 40 })
    expect(sent.at(-1)).not.toHaveProperty('imageWidth')
  })

  it('that came in before is the same medium again, whatever it is called now', async () => {
    const bytes = await photograph('png', { noise: 1 })
    const first = await upload<Uploaded>('first.png', bytes)
    const before = filesKept().length
    const again = await upload<Uploaded>('second.png', bytes)
    expect(again.body).toEqual(first.body)
    expect(filesKept()).toHaveLength(before)
    // At the same time, too.
    const other = await photograph('png', { noise: 2 })
    const both = await Promise.all([upload<Uploaded>('a.png', other), upload<Uploaded>('b.png', other)])
    expect(both[0].body.name).toBe(both[1].body.name)
  })

  it('may have the name of another; a sound under both of its types is one file and two media', async () => {
    const sounds = []
    for (const type of ['audio/mpeg', 'audio/mp3; codecs=mp3'])
      sounds.push((await upload<Uploaded>('song.mp3', mp3File(7), type)).body)
    expect(sounds.map(({ name, fileType }) => [name, fileType])).toEqual([
      ['song.mp3', 'audio/mpeg'],
      ['song-2.mp3', 'audio/mp3'],
    ])
    expect(sounds[1]?.url).toBe(sounds[0]?.url)
    const other = await upload<Uploaded>('song.mp3', mp3File(8))
    expect(other.body.name).toBe('song-3.mp3')
  })

  it('is taken by code as well, from bytes or from a path', async () => {
    const { media } = school.service
    const one = await media.add(pdfFile('By code'), { name: 'by code.pdf' })
    expect(media.get(one.name)).toEqual(one)
    expect((await media.add(data.path('media', one.path), { name: 'again.pdf' })).name).toBe('by-code.pdf')
    await expect(media.add(Buffer.from('alert(1)'), { name: 'x.js' })).rejects.toThrow(MediaRefused)
  })
})

describe('a picture', () => {
  it('taken with the camera turned is upright, also when it mirrors', async () => {
    const upright = await photograph('jpeg', { width: 80, height: 48, noise: 5 })
    // Two steps: sharp would mirror after it has turned.
    const mirrored = sharp(await sharp(upright).flop().png().toBuffer())
    const turned = mirrored.rotate(270).withMetadata({ orientation: 5 }).jpeg({ quality: 95 })
    const { body } = await upload<Uploaded>('turned.jpg', await turned.toBuffer())
    expect([body.imageWidth, body.imageHeight]).toEqual([80, 48])
    const screen = sharp((await fetched(body.mobileScreenImageUrl)).bytes)
    expect(await screen.metadata()).toMatchObject({ width: 1024, height: 614 })
    expect(await colors(screen)).toEqual(['red', 'green', 'blue'])
  })

  const changed = { IFD0: { DateTime: '2026:05:06 08:00:00' } }
  const at = { DateTimeOriginal: '2026:05:04 11:02:01' }
  // Promise: news/taken-at
  it.each<[what: string, exif: Exif, told: string | undefined]>([
    ['in the school’s zone', { IFD2: at }, '2026-05-04T03:02:01Z'],
    ['in its own zone', { IFD2: { ...at, OffsetTimeOriginal: '+01:00' } }, '2026-05-04T10:02:01Z'],
    ['in a zone that is none', { IFD2: { ...at, OffsetTimeOriginal: 'noon' } }, '2026-05-04T03:02:01Z'],
    ['at no time', { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }, undefined],
    ['on a day that is none', { IFD2: { DateTimeOriginal: '2026:02:30 10:00:00' } }, undefined],
    ['changed', changed, '2026-05-06T00:00:00Z'],
    ['digitised', { ...changed, IFD2: { DateTimeDigitized: '2026:05:05 08:00:00' } }, '2026-05-05T00:00:00Z'],
    [
      'changed, in a zone',
      { ...changed, IFD2: { DateTimeOriginal: '0000:00:00 00:00:00', OffsetTime: '+09:00' } },
      '2026-05-05T23:00:00Z',
    ],
  ])('tells when it was taken: %s', async (what, exif, told) => {
    // Pictures of the same pixels are one medium.
    const bytes = await photograph('jpeg', { exif, width: 60 + what.length })
    expect((await upload<Uploaded>(`${what}.jpg`, bytes)).body.imageDateTime).toBe(told)
  })

  // Promise: integrate/pictures
  it.each([
    ['jpeg', '<script>1</script>'],
    ['png', '<script>2</script>'],
  ] as const)(
    'is served without where, by whom and with what it was taken (%s), and without %j behind its end',
    async (type, tail) => {
      const facts = { exif: SECRETS, noise: 31, width: 50, height: 30 }
      const picture = await photograph(type, { ...facts, orientation: 6 })
      const { body } = await upload<Uploaded>('place', Buffer.concat([picture, Buffer.from(tail)]))
      for (const address of [body.url, body.thumbnailUrl, body.mobileScreenImageUrl]) {
        const { bytes } = await fetched(address)
        for (const word of ['Larkwater', 'Penhallow', '4711', 'GPS', 'script'])
          expect(bytes.includes(word), word).toBe(false)
      }
      // It is upright; when it was taken is told by the interface.
      const { bytes } = await fetched(body.url)
      const { width, height, orientation, exif } = await sharp(bytes).metadata()
      expect([width, height, orientation, exif]).toEqual([30, 50, undefined, undefined])
      expect(body).toMatchObject({
        imageWidth: 30,
        imageHeight: 50,
        imageDateTime: '2026-05-04T03:02:01Z',
        fileSize: bytes.length,
      })
      // What was downloaded is the same medium when it comes back.
      expect((await upload<Uploaded>('again', bytes)).body).toEqual(body)
    },
  )

  it('is served as it came in if the service is to keep originals', async () => {
    await using other = await schoolWith({ freeBytes: 0 }, { keepOriginals: true })
    const bytes = await photograph('jpeg', { exif: SECRETS, noise: 32 })
    const { body } = await consoleCalls(() => other.addresses.base).upload<Uploaded>('kept.jpg', bytes)
    const served = await fetch(other.addresses.base + body.url)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  // Promise: silent/small-picture
  it('that one can see through stays so; a long strip is shown from its top', async () => {
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { body } = await upload<Uploaded>('clear.png', clear)
    const { data: pixels, info } = await sharp((await fetched(body.thumbnailUrl)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.channels, info.width, pixels[3]]).toEqual([4, 200, 0])
    const strip = await upload<Uploaded>('strip.png', await photograph('png', { width: 2, height: 900 }))
    const screen = await sharp((await fetched(strip.body.mobileScreenImageUrl)).bytes).metadata()
    expect([screen.width, screen.height]).toEqual([1024, 4096])
  })
})

describe('a picture of a kind that news cannot carry', () => {
  it('is refused when it is a HEIC, whatever it is called', async () => {
    const before = filesKept()
    const film = mp4File('vide', 'heic')
    for (const bytes of [
      phonePicture(),
      phonePicture().subarray(0, 1500),
      resizedHeif(phonePicture(), 9e4, 9e4),
      film,
    ])
      for (const name of ['IMG_2041.HEIC', 'IMG_2041.jpg']) {
        const { status, body } = await upload<Uploaded>(name, bytes)
        expect([status, body.code, body.found]).toEqual([415, 'MEDIA_TYPE', 'heic'])
        expect(body.detail).toContain(
          'save it as JPEG; on an iPhone, Settings > Camera > Formats > Most Compatible',
        )
      }
    expect(filesKept()).toEqual(before)
  })

  it('is a JPEG, or a PNG if one can see through it or it is a GIF', async () => {
    const clear = { r: 0, g: 0, b: 255, alpha: 0.5 }
    const see = sharp({ create: { width: 30, height: 20, channels: 4, background: clear } })
    const photo = await photograph('jpeg', { exif: SECRETS, orientation: 6, noise: 61 })
    const opaque = sharp(photo).keepExif()
    const upright = await colors(sharp(await sharp(photo).autoOrient().toBuffer()))
    const frame = (noise: number) => photograph('png', { width: 30, height: 20, noise })
    const moving = sharp([await frame(63), await frame(64)], { join: { animated: true } })
    const files: [name: string, bytes: Buffer, stored: string, size: number[]][] = [
      ['photo.webp', await opaque.clone().webp().toBuffer(), 'photo.jpg image/jpeg', [40, 60]],
      ['photo.avif', await opaque.clone().avif({ effort: 0 }).toBuffer(), 'photo-2.jpg image/jpeg', [40, 60]],
      ['glass.webp', await see.clone().webp().toBuffer(), 'glass.png image/png', [30, 20]],
      ['glass.avif', await see.clone().avif({ effort: 0 }).toBuffer(), 'glass-2.png image/png', [30, 20]],
      ['moving.gif', await moving.gif().toBuffer(), 'moving.png image/png', [30, 20]],
    ]
    for (const [name, bytes, stored, size] of files) {
      const { body } = await upload<Uploaded>(name, bytes)
      expect([`${body.name} ${body.fileType}`, body.code], name).toEqual([stored, undefined])
      const served = (await fetched(body.url)).bytes
      const { width, height, hasAlpha } = await sharp(served).metadata()
      expect([width, height, body.imageWidth, body.imageHeight], name).toEqual([...size, ...size])
      expect(hasAlpha, name).toBe(name.startsWith('glass'))
      expect(served.includes('Larkwater'), name).toBe(false)
      if (!name.startsWith('photo')) continue
      expect(body.imageDateTime, name).toBe('2026-05-04T03:02:01Z')
      expect(await colors(sharp(served)), name).toEqual(upright)
    }
  })

  it('may be called another kind of picture, as chat programs do, and nothing else', async () => {
    const webp = await sharp(await photograph('png', { noise: 62 }))
      .webp()
      .toBuffer()
    expect((await upload<Uploaded>('chat.jpg', webp, 'image/jpeg')).body.name).toBe('chat.jpg')
    expect((await upload<Uploaded>('chat.pdf', webp)).body).toMatchObject({
      code: 'MEDIA_MISMATCH',
      found: 'image/webp',
    })
  })

  it.each<[what: string, code: string, bytes: () => Buffer]>([
    ['says that it is huge', 'MEDIA_TOO_MANY_PIXELS', () => resizedHeif(avif, 20_000, 15_000)],
    ['says that it is large', 'MEDIA_DAMAGED', () => resizedHeif(avif, 4000, 3000)],
    ['says that it is small', 'MEDIA_DAMAGED', () => resizedHeif(avif, 16, 16)],
    ['breaks off', 'MEDIA_DAMAGED', () => avif.subarray(0, -40)],
    ['is a film', 'MEDIA_DAMAGED', () => mp4File('vide', 'avif')],
  ])('is refused and does no harm when it %s', async (_what, code, bytes) => {
    const before = filesKept()
    expect((await upload<Uploaded>('hostile.avif', bytes())).body.code).toBe(code)
    expect(filesKept()).toEqual(before)
  })
})

describe('a picture in a text', () => {
  it('is sent 1024 px wide, while the album has the original', async () => {
    const large = await photograph('jpeg', { width: 1600, height: 800 })
    const { body } = await upload<Uploaded>('large.jpg', large)
    const text = '<p><img src="media:large.jpg" alt="The new hall"></p>'
    const [news, popup] = [
      { newsTitle: 'Hall', newsContent: text },
      { msgTitle: 'Hall', msgBody: text },
    ]
    school.service.news.put({
      ...entry('M-3', ['academy'], '20261120100000', 'Hall', '禮堂'),
      texts: { 'en-US': news, 'zh-HK': news },
      attachments: ['large.jpg'],
    })
    school.service.popups.put({
      ...{ sites: ['academy'], displayDate: '20261120100000', onWebsite: true },
      texts: { 'en-US': popup, 'zh-HK': popup },
    })
    const sent = `<p><img width="1024" height="512" src="${school.addresses.base}${body.mobileScreenImageUrl}" alt="The new hall"></p>`
    const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
    const { newsList } = await client.news({ siteId: 'academy', lastSyncTime: '20261120000000' })
    const told = newsList.find(({ newsId }) => newsId === 'M-3')
    expect(told?.newsContent).toBe(sent)
    expect(told?.attachments?.[0]?.url).toBe(school.addresses.base + body.url)
    const { messages } = await client.popups({ siteId: 'academy' })
    expect(messages.find(({ msgTitle }) => msgTitle === 'Hall')?.msgBody).toBe(sent)
  })
})

describe('what is refused, saying what it is', () => {
  const text = (text: string) => () => Buffer.from(text)
  const overlapping = Buffer.from('\x7f\xff\xff\xffmoov', 'latin1')
  const cases: Record<string, [what: string, name: string, bytes: () => Buffer][]> = {
    MEDIA_EMPTY: [['an empty file', 'a.png', () => Buffer.alloc(0)]],
    MEDIA_DAMAGED: [
      ['a GIF that is a script', 'a.png', text('GIF89a/*....*/=1;alert(1)')],
      ['a document that was broken off', 'a.pdf', () => pdfFile('x').subarray(0, 80)],
      ['a film that was broken off', 'a.mp4', () => mp4File().subarray(0, 200)],
      ['overlapping boxes', 'a.mp4', () => Buffer.concat([mp4File().subarray(0, 24), overlapping])],
    ],
    MEDIA_TOO_MANY_PIXELS: [
      ['a tiny file that unpacks to 144 megapixels', 'a.png', () => pictureBomb(12_000)],
    ],
    MEDIA_TOO_NARROW: [['a line of one pixel', 'a.png', () => pictureBomb(1, 60_000)]],
    'MEDIA_TYPE html': [
      ['a web page', 'a.pdf', text('\n<!-- x --><HTML><script>1</script>')],
      [
        'one before a document',
        'a.pdf',
        () => Buffer.concat([Buffer.from('<html><script>1</script>'), pdfFile()]),
      ],
    ],
    'MEDIA_TYPE svg': [['a drawing with a script', 'a.png', text('<?xml version="1.0"?><svg onload="1"/>')]],
    'MEDIA_TYPE text': [['a script', 'a.mp3', text('alert(document.domain)')]],
    'MEDIA_TYPE program': [['a program', 'a.mp4', () => Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')]],
    'MEDIA_TYPE zip': [['an archive', 'a.pdf', () => zipOf('photo.jpg')]],
    'MEDIA_TYPE document': [
      ['of Word', 'a.pdf', () => zipOf('[Content_Types].xml')],
      ['of LibreOffice', 'a', () => zipOf('mimetypeapplication/vnd.oasis')],
      ['of Pages', 'a.pages', () => zipOf('Data/photo.jpg')],
      ['a spreadsheet', 'a.xlsx', () => zipOf('_any')],
      ['of an older Word', 'a.doc', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ],
    'MEDIA_TYPE mov': [['a QuickTime film', 'a.mp4', () => mp4File('vide', 'qt  ')]],
    'MEDIA_TYPE m4a': [['a sound that is called a film', 'a.mp4', () => mp4File('soun')]],
    'MEDIA_TYPE pdf': [
      ['behind something else', 'a.pdf', () => Buffer.concat([Buffer.from([1, 2, 3]), pdfFile()])],
    ],
    'MEDIA_TYPE unknown': [
      [
        'one frame in zeros',
        'a.mp3',
        () => Buffer.concat([mp3File(1, false), Buffer.from([1]), Buffer.alloc(900)]),
      ],
    ],
    'MEDIA_MISMATCH application/pdf': [
      ['under the name of a picture', 'a.png', () => pdfFile('x')],
      ['under that of a web page', 'a.html', () => pdfFile('x')],
    ],
  }
  it.each(Object.entries(cases))('%s', async (refusal, files) => {
    const before = filesKept()
    for (const [what, name, bytes] of files) {
      const { status, headers, body } = await upload<Uploaded>(name, bytes())
      expect([body.code, body.found].join(' ').trim(), what).toBe(refusal)
      expect([413, 415, 422], what).toContain(status)
      expect(headers.get('content-type'), what).toBe('application/problem+json')
    }
    expect(filesKept()).toEqual(before)
  })

  it('a picture that breaks off', async () => {
    const noisy = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251))
    for (const type of ['png', 'jpeg'] as const) {
      const whole = await sharp(noisy, { raw: { width: 64, height: 64, channels: 3 } })
        .toFormat(type)
        .toBuffer()
      const { body } = await upload<Uploaded>(`cut.${type}`, whole.subarray(0, whole.length / 2))
      expect(body.code, type).toBe('MEDIA_DAMAGED')
      expect((await upload<Uploaded>(`whole.${type}`, whole)).status).toBe(201)
    }
  })

  it('a picture that a decoder cannot read', async () => {
    const png = await photograph('png', { noise: 41 })
    const broken = Buffer.concat([
      png.subarray(0, 41),
      deflateSync(Buffer.from('not lines')),
      png.subarray(-12),
    ])
    expect((await upload<Uploaded>('b.png', broken)).body.code).toBe('MEDIA_DAMAGED')
  })

  it('what the sender declares as something else, while an unknown type says nothing', async () => {
    const png = await photograph('png', { noise: 43 })
    expect((await upload<Uploaded>('a.png', png, 'text/html')).body).toMatchObject({
      code: 'MEDIA_MISMATCH',
      found: 'image/png',
      expected: 'text/html',
    })
    expect((await upload<Uploaded>('bare', png)).body.name).toBe('bare.png')
  })

  it('a file above the limit of its type, announced or not, and a film below its own', async () => {
    const large = Buffer.concat([pdfFile(), Buffer.alloc(400_000, 32), Buffer.from('%%EOF')])
    const { status, body } = await upload<Uploaded>('large.pdf', large)
    expect([status, body.code, body.limit]).toEqual([413, 'MEDIA_TOO_LARGE', 400_000])
    expect((await sendInPieces('large.pdf', large)).status).toBe(413)
    expect((await upload<Uploaded>('film.mp4', mp4File('vide', 'isom', 500_000))).status).toBe(201)
    expect((await upload<Uploaded>('film.mp4', mp4File('vide', 'isom', 600_000))).status).toBe(413)
    expect(incoming()).toEqual([])
  })

  it('more media than there may be, and a disk without room', async () => {
    await using full = await schoolWith({ files: 4, freeBytes: 0 })
    await using narrow = await schoolWith({ freeBytes: 2 ** 60 })
    const to = (other: SmallSchool) =>
      consoleCalls(() => other.addresses.base).upload<Uploaded>('a.pdf', pdfFile())
    expect(await to(full)).toMatchObject({ status: 409, body: { code: 'MEDIA_TOO_MANY' } })
    expect(await to(narrow)).toMatchObject({ status: 507, body: { code: 'MEDIA_NO_ROOM' } })
  })
})

describe('the name of a file', () => {
  it('becomes harmless, in the address as well', async () => {
    const { body } = await upload<Uploaded>('..\\..\\a"onload=alert(1)<b>.pdf', pdfFile('name'))
    expect(body.name).toBe('a-onload-alert-1-b.pdf')
    expect((await fetched(body.url)).answer.status).toBe(200)
    expect(decodeURIComponent(body.url).split('/')).toHaveLength(4)
  })
})

describe('an upload that is broken off', () => {
  it('leaves nothing', async () => {
    const before = filesKept()
    const { hostname, port } = new URL(school.addresses.base)
    const sending = request({
      host: hostname,
      port,
      method: 'PUT',
      path: '/console/api/media?name=half.mp4',
      headers: {
        authorization: `Bearer ${CONSOLE_TOKEN}`,
        'content-type': 'video/mp4',
        'content-length': '500000',
      },
    })
    sending.on('error', () => {})
    sending.write(mp4File('vide', 'isom', 500_000).subarray(0, 100_000))
    await expect.poll(incoming, { message: 'the file that comes in' }).toHaveLength(1)
    sending.destroy()
    await expect.poll(incoming, { message: 'the file that is broken off' }).toEqual([])
    expect(filesKept()).toEqual(before)
    expect((await upload<Uploaded>('after.pdf', pdfFile('after'))).status).toBe(201)
  })

  it('by the end of its process is swept away by a later one, and none that is under way', async () => {
    const [old, young] = [data.path('media', '.incoming', 'old'), data.path('media', '.incoming', 'young')]
    for (const file of [old, young]) writeFileSync(file, 'half')
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'))
    await upload<Uploaded>('sweeping.pdf', pdfFile('sweeping'))
    expect(incoming()).toEqual(['young'])
    rmSync(young)
  })
})

describe('a medium', () => {
  it('that is used is shown to an editor that knows its name, cannot be deleted, and says where it is used', async () => {
    const { status, headers } = await rawRequest(school.addresses.base, '/console/api/media/gate/file', {
      headers: { authorization: `Bearer ${CONSOLE_TOKEN}` },
    })
    const location = expect.stringMatching(/^\/media\/[0-9a-f]{64}\/gate\.png$/)
    expect([status, headers.location]).toEqual([302, location])
    const used = async (name: string) => (await call<Uses>('GET', `/media/${name}`)).body.uses
    expect(await used('gate')).toMatchObject([
      { kind: 'news', id: 'N-2' },
      { kind: 'popup' },
      { kind: 'person', id: '20' },
    ])
    const [first, second] = [
      { kind: 'news', id: 'N-2' },
      { kind: 'news', id: 'N-3' },
    ]
    expect(await used('letter')).toMatchObject([first, second])
    const refused = await call<Uses>('DELETE', '/media/gate')
    expect([refused.status, refused.body.uses.length]).toEqual([409, 3])
    expect(school.service.media.remove('gate')).toBe(false)
  })

  it('that is not used goes, is served no more, and can be brought back', async () => {
    const bytes = await photograph('png', { noise: 51 })
    const { body } = await upload<Uploaded>('unused.png', bytes)
    const { bytes: served } = await fetched(body.url)
    const removed = await call<{ undo: string }>('DELETE', `/media/${body.name}`)
    expect(removed.status).toBe(200)
    for (const address of [body.url, body.thumbnailUrl, body.mobileScreenImageUrl])
      expect((await fetched(address)).answer.status).toBe(404)
    expect((await call('GET', `/media/${body.name}`)).status).toBe(404)
    expect((await call('DELETE', `/media/${body.name}`)).status).toBe(404)
    expect(() =>
      school.service.news.put({ ...entry('M-2', ['academy'], '20261120090000', 'x', 'x'), cover: body.name }),
    ).toThrow('names no medium')
    expect((await call('POST', '/undo', { undo: removed.body.undo })).status).toBe(204)
    expect((await fetched(body.url)).bytes.equals(served)).toBe(true)
    // Or by the same file once more.
    await call('DELETE', `/media/${body.name}`)
    expect((await upload<Uploaded>('unused.png', bytes)).body).toEqual(body)
  })

  it('is found in the list, newest first, a page at a time', async () => {
    type List = { media: Medium[]; next?: string }
    const all: string[] = []
    let after = ''
    do {
      const { body } = await call<List>(
        'GET',
        `/media?limit=3${after && `&after=${encodeURIComponent(after)}`}`,
      )
      all.push(...body.media.map(({ name }) => name))
      after = body.next ?? ''
    } while (after !== '')
    expect(new Set(all).size).toBe(all.length)
    expect(all.slice(-4).toSorted()).toEqual(['bell', 'gate', 'hall', 'letter'])
    const found = await call<List>('GET', '/media?q=HALL&pictures=true')
    expect(found.body.media.map(({ name }) => name)).toContain('hall')
    expect((await call<List>('GET', '/media?q=LETTER&pictures=true')).body.media).toEqual([])
    expect((await call('GET', '/media?limit=0')).status).toBe(400)
  })

  it('that is still coming in is served to nobody', async () => {
    for (const path of ['/media/.incoming/', '/media/.incoming/x', '/media//.incoming/x'])
      expect([403, 404]).toContain((await rawRequest(school.addresses.base, path)).status)
  })
})

/** Of the left, the right and the foot. */
async function colors(picture: Sharp): Promise<string[]> {
  const { data: pixels, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.5, 0.9],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const strongest = [0, 1, 2].toSorted((a, b) => (pixels[at + b] ?? 0) - (pixels[at + a] ?? 0))[0] ?? 0
    return ['red', 'green', 'blue'][strongest] ?? ''
  })
}

/** The beginning of an archive whose first file has this name. */
function zipOf(name: string): Buffer {
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  return Buffer.concat([head, Buffer.from(name), Buffer.alloc(40)])
}

/** Without saying beforehand how much will come. */
function sendInPieces(name: string, bytes: Buffer): Promise<Response> {
  const pieces = Array.from({ length: 8 }, (_, index) =>
    bytes.subarray((index * bytes.length) / 8, ((index + 1) * bytes.length) / 8),
  )
  return fetch(`${school.addresses.base}/console/api/media?name=${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${CONSOLE_TOKEN}`, 'content-type': 'application/pdf' },
    body: Readable.toWeb(Readable.from(pieces)),
    duplex: 'half',
  } as RequestInit)
}
