/** What is left of a picture's file when it is written anew: its pixels and its colours. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { servedPicture } from '../../../service/media/served-picture.ts'
import { jpegSegment, photograph, pngChunk } from '../../support/media-files.ts'

const LIMITS = { pixels: 1_000_000, seconds: 20, zone: 'Asia/Hong_Kong' }
const served = async (picture: Buffer, type: 'jpeg' | 'png') => {
  const { bytes = picture, takenAt } = await servedPicture(picture, `image/${type}`, LIMITS)
  return { bytes, takenAt, facts: await sharp(bytes).metadata() }
}
const pixelsOf = (picture: Buffer) => sharp(picture, { failOn: 'error', autoOrient: true }).raw().toBuffer()
const hidden = (name: string) => Buffer.from(`${name}SECRET in Larkwater`, 'latin1')
const DAMAGED = { code: 'MEDIA_DAMAGED' }

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
    'loses place, device, owner, captions and copies, and no detail that one can see (progressive: %s)',
    async progressive => {
      const full = await fullJpeg(progressive)
      expect(full.includes('SECRET')).toBe(true)
      const { bytes, facts } = await served(full, 'jpeg')
      for (const word of ['SECRET', 'GPS', 'Larkwater', 'http:', 'JFXX', 'MPF', '8BIM', 'Exif', '2026'])
        expect(bytes.includes(word), word).toBe(false)
      expect(facts).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
      const [before, after] = [await pixelsOf(full), await pixelsOf(bytes)]
      const differences = before.map((value, index) => Math.abs(value - (after[index] ?? 0)))
      expect(differences.reduce((sum, one) => sum + one, 0) / before.length).toBeLessThan(3)
    },
  )

  it('keeps its colour profile; how it lies is applied, and when it was taken is told beside it', async () => {
    const exif = { IFD2: { DateTimeOriginal: '2026:05:04 11:02:01' } }
    const full = await sharp(await photograph('jpeg', { exif, orientation: 6 }))
      .keepMetadata()
      .withIccProfile('p3')
      .toBuffer()
    const { facts, takenAt } = await served(full, 'jpeg')
    expect(facts.icc).toEqual((await sharp(full).metadata()).icc)
    expect([facts.width, facts.height, facts.orientation, facts.exif]).toEqual([40, 60, undefined, undefined])
    expect(takenAt).toBe('2026-05-04T03:02:01Z')
  })

  it('for printers is one that screens show, in colours of theirs', async () => {
    const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    const { bytes, facts } = await served(
      await red.toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
      'jpeg',
    )
    expect(facts.space).toBe('srgb')
    const [r = 0, g = 0, b = 0] = await pixelsOf(bytes)
    expect([r > 200, g < 60, b < 60]).toEqual([true, true, true])
  })

  it('of nothing but small parts is refused', async () => {
    const whole = await photograph('jpeg')
    for (const marker of [0xc4, 0xe1, 0xfe]) {
      const parts = Buffer.alloc(4 * 100_000, Buffer.from([0xff, marker, 0, 2]))
      const many = Buffer.concat([whole.subarray(0, 2), parts, whole.subarray(2)])
      await expect(served(many, 'jpeg')).rejects.toMatchObject(DAMAGED)
    }
  })

  it('that breaks off anywhere is refused', async () => {
    const { bytes: whole } = await served(await fullJpeg(true), 'jpeg')
    for (let length = 2; length < whole.length; length += 1)
      await expect(served(whole.subarray(0, length), 'jpeg')).rejects.toMatchObject(DAMAGED)
  })
})

describe('a PNG picture', () => {
  it('loses texts, times, private chunks and what is behind its end, and not a pixel of itself', async () => {
    const exif = { IFD0: { Make: 'SECRET Optics' }, IFD3: { GPSLatitudeRef: 'N' } }
    const plain = await photograph('png', { exif, orientation: 8 })
    const full = Buffer.concat([
      plain.subarray(0, 33),
      ...['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'iDOT'].map(name => pngChunk(name, hidden(''))),
      plain.subarray(33, -12),
      pngChunk('IEND', hidden('')),
      hidden('<script>'),
    ])
    const { bytes, facts } = await served(full, 'png')
    for (const word of ['SECRET', 'tEXt', 'tIME', 'caBX', 'eXIf', 'script'])
      expect(bytes.includes(word), word).toBe(false)
    expect((await pixelsOf(bytes)).equals(await pixelsOf(plain))).toBe(true)
    expect(facts).toMatchObject({ icc: (await sharp(plain).metadata()).icc, width: 40, height: 60 })
    expect((await served(bytes, 'png')).bytes.equals(bytes)).toBe(true)
  })

  it('keeps colours that are close to one another, and how far one can see through each', async () => {
    const pixels = Buffer.from(
      Array.from({ length: 256 }, (_, index) => [index, 255 - index, 50, index]).flat(),
    )
    const raw = { width: 16, height: 16, channels: 4 } as const
    const plain = await sharp(pixels, { raw }).png().toBuffer()
    expect((await pixelsOf((await served(plain, 'png')).bytes)).equals(pixels)).toBe(true)
  })

  it('that breaks off in its lines is refused; one that has all of them is whole again', async () => {
    const whole = await photograph('png')
    for (let length = 2; length < whole.length - 12; length += 1)
      await expect(served(whole.subarray(0, length), 'png')).rejects.toMatchObject(DAMAGED)
    const { bytes } = await served(whole.subarray(0, -6), 'png')
    expect(bytes.equals((await served(whole, 'png')).bytes)).toBe(true)
  })
})

describe('what a camera writes', () => {
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
      await expect(served(Buffer.concat(full), type)).rejects.toMatchObject(DAMAGED)
    },
  )
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
