/** What is left of a picture's file when all that cameras and programs write beside the picture is gone. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { keptExif } from '../../../service/media/kept-exif.ts'
import { readPicture } from '../../../service/media/pictures.ts'
import { MediaRefused } from '../../../service/media/refused.ts'
import { strippedJpeg } from '../../../service/media/stripped/jpeg.ts'
import { strippedPng } from '../../../service/media/stripped/png.ts'
import { type Taken, takenAt } from '../../../service/media/taken-at.ts'
import { jpegSegment, photograph, pngChunk } from '../../support/media-files.ts'

const TAKEN: Taken = {
  instant: '2026-05-04T10:02:01Z',
  field: 'DateTimeOriginal',
  text: '2026:05:04 11:02:01',
  offset: '+01:00',
}
const EXIF = keptExif({ orientation: 6, taken: TAKEN })
const pixelsOf = (picture: Buffer) => sharp(picture, { failOn: 'error' }).raw().toBuffer()
const hidden = (name: string) => Buffer.from(`${name}SECRET in Larkwater`, 'latin1')

/** As phones, cameras and picture programs leave it. */
async function fullJpeg(progressive = false): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'SECRET Optics', Artist: 'SECRET' },
    IFD2: { BodySerialNumber: 'SECRET', DateTimeOriginal: '2026:05:04 11:02:01' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 0/1' },
  }
  const plain = await sharp(await photograph('jpeg', { exif, noise: 3 }))
    .keepMetadata()
    .jpeg({ progressive })
    .toBuffer()
  const jfif = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\x01\0\x48\0\x48\x01\x01SEC', 'latin1'))
  return Buffer.concat([
    plain.subarray(0, 2),
    jfif,
    jpegSegment(0xe0, hidden('JFXX\0')),
    jpegSegment(0xe1, hidden('http://ns.adobe.com/xap/1.0/\0')),
    jpegSegment(0xe2, hidden('MPF\0')),
    jpegSegment(0xeb, hidden('JP')),
    jpegSegment(0xed, hidden('Photoshop 3.0\x008BIM')),
    jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'), hidden('')])),
    jpegSegment(0xdc, hidden('')),
    jpegSegment(0xfe, hidden('')),
    // Decoders pass over it.
    hidden(''),
    plain.subarray(2),
    hidden(''),
    await photograph('jpeg', { exif }),
  ])
}

describe('a JPEG picture', () => {
  it.each([false, true])(
    'loses place, device, owner, captions and copies, and not a pixel of itself (progressive: %s)',
    async progressive => {
      const full = await fullJpeg(progressive)
      expect(full.includes('SECRET')).toBe(true)
      const stripped = strippedJpeg(full, EXIF)
      for (const word of ['SECRET', 'GPS', 'Larkwater', 'http:', 'JFXX', 'MPF', '8BIM'])
        expect(stripped.includes(word), word).toBe(false)
      expect((await pixelsOf(stripped)).equals(await pixelsOf(full))).toBe(true)
    },
  )

  it('keeps its colour profile, its density, how it lies and when it was taken', async () => {
    const full = await fullJpeg()
    const [before, after] = [await sharp(full).metadata(), await sharp(strippedJpeg(full, EXIF)).metadata()]
    expect(after).toMatchObject({ icc: before.icc, density: 72, orientation: 6 })
    expect(takenAt(after.exif as Buffer, 'Asia/Hong_Kong')).toEqual(TAKEN)
    expect(strippedJpeg(full, undefined).includes('Exif')).toBe(false)
  })

  it('is given a colour profile in as many parts as that needs', async () => {
    const { icc } = await sharp(await fullJpeg()).metadata()
    const plain = await sharp(await photograph('jpeg'))
      .jpeg()
      .toBuffer()
    expect((await sharp(strippedJpeg(plain, undefined, icc)).metadata()).icc).toEqual(icc)
    const large = Buffer.concat([icc as Buffer, Buffer.alloc(150_000, 1)])
    expect((await sharp(strippedJpeg(plain, undefined, large)).metadata()).icc).toHaveLength(large.length)
  })

  it('that is stripped again is the same to the byte', async () => {
    const once = strippedJpeg(await fullJpeg(), EXIF)
    expect(strippedJpeg(once, EXIF).equals(once)).toBe(true)
  })

  it('of nothing but small parts is refused', async () => {
    const whole = await photograph('jpeg')
    const parts = Buffer.alloc(4 * 10_000, Buffer.from([0xff, 0xc4, 0, 2]))
    const many = Buffer.concat([whole.subarray(0, 2), parts, whole.subarray(2)])
    expect(() => strippedJpeg(many, undefined)).toThrow(MediaRefused)
  })

  it('that breaks off anywhere is refused', async () => {
    const whole = strippedJpeg(await fullJpeg(true), EXIF)
    for (let length = 2; length < whole.length; length += 1)
      expect(() => strippedJpeg(whole.subarray(0, length), EXIF)).toThrow(MediaRefused)
  })
})

describe('a PNG picture', () => {
  it('loses texts, times and private chunks, and not a pixel of itself', async () => {
    const exif = { IFD0: { Make: 'SECRET Optics' }, IFD3: { GPSLatitudeRef: 'N' } }
    const plain = await photograph('png', { exif, orientation: 8 })
    const full = Buffer.concat([
      plain.subarray(0, 33),
      ...['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'iDOT'].map(name => pngChunk(name, hidden(''))),
      plain.subarray(33, -12),
      pngChunk('IEND', hidden('')),
    ])
    const stripped = strippedPng(full, EXIF)
    for (const word of ['SECRET', 'tEXt', 'tIME', 'caBX']) expect(stripped.includes(word), word).toBe(false)
    expect((await pixelsOf(stripped)).equals(await pixelsOf(plain))).toBe(true)
    const after = await sharp(stripped).metadata()
    expect(after).toMatchObject({ icc: (await sharp(plain).metadata()).icc, orientation: 6 })
    expect(takenAt(after.exif as Buffer, 'Asia/Hong_Kong')).toEqual(TAKEN)
    expect(strippedPng(stripped, EXIF).equals(stripped)).toBe(true)
  })
})

describe('what is told of a picture', () => {
  it.each<[number, Taken | undefined]>([
    [1, TAKEN],
    [3, undefined],
    [8, { instant: '2026-05-04T03:02:01Z', field: 'DateTimeDigitized', text: '2026:05:04 11:02:01' }],
    [5, { instant: '2026-05-04T03:02:01Z', field: 'DateTime', text: '2026:05:04 11:02:01' }],
    [1, { ...TAKEN, field: 'DateTime' }],
  ])('is read back as it was: orientation %i, %o', async (orientation, taken) => {
    const exif = keptExif({ orientation, taken }) as Buffer
    expect(takenAt(exif, 'Asia/Hong_Kong')).toEqual(taken)
    const { orientation: read = 1 } = await sharp(strippedJpeg(await photograph('jpeg'), exif)).metadata()
    expect(read).toBe(orientation)
  })

  it.each(['jpeg', 'png'] as const)(
    'has an end: no picture may name thousands of EXIF directories (%s)',
    async type => {
      const whole = await photograph(type)
      const exif = manyDirectories()
      const full =
        type === 'jpeg'
          ? [
              whole.subarray(0, 2),
              jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
              whole.subarray(2),
            ]
          : [whole.subarray(0, 33), pngChunk('eXIf', exif), whole.subarray(33)]
      const reading = readPicture(Buffer.concat(full), `image/${type}`, {
        pixels: 1e6,
        seconds: 9,
        zone: 'UTC',
      })
      await expect(reading).rejects.toMatchObject({ code: 'MEDIA_DAMAGED' })
    },
  )

  it('is nothing for an upright picture without a time', () => {
    expect(keptExif({ orientation: 1, taken: undefined })).toBeUndefined()
  })
})

/** Two, each of which names the next one 300 times. */
function manyDirectories(): Buffer {
  const [names, length] = [300, 2 + 300 * 12 + 4]
  const exif = Buffer.alloc(8 + 2 * length + 6)
  exif.write('II*\0', 'latin1')
  exif.writeUInt32LE(8, 4)
  for (const at of [8, 8 + length]) {
    exif.writeUInt16LE(names, at)
    for (let entry = at + 2; entry < at + 2 + names * 12; entry += 12) {
      exif.writeUInt16LE(0x8769, entry)
      exif.writeUInt16LE(4, entry + 2)
      exif.writeUInt32LE(1, entry + 4)
      exif.writeUInt32LE(at + length, entry + 8)
    }
  }
  return exif
}
