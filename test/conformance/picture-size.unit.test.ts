/** Sizes of pictures, told from their first bytes as an image library tells them from the whole. */
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureSize } from '../../conformance/picture-size.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#12345680' } })

const KINDS: Record<string, (from: Sharp) => Sharp> = {
  png: from => from.png(),
  jpeg: from => from.jpeg(),
  'progressive jpeg with EXIF': from =>
    from.withExif({ IFD0: { Artist: 'x'.repeat(5000) } }).jpeg({ progressive: true }),
  gif: from => from.gif(),
  'lossy webp': from => from.removeAlpha().webp(),
  'lossless webp': from => from.webp({ lossless: true }),
  'webp with EXIF and alpha': from => from.withExif({ IFD0: { Artist: 'x' } }).webp(),
}

describe.each(Object.keys(KINDS))('%s', kind => {
  it.each([
    [1, 1],
    [200, 200],
    [1024, 683],
  ])('%i by %i', async (width, height) => {
    const bytes = await KINDS[kind]?.(picture(width, height)).toBuffer()
    expect(pictureSize(bytes ?? Buffer.alloc(0))).toEqual({ width, height })
  })

  it('cut off before it tells its size has none', async () => {
    const bytes = await KINDS[kind]?.(picture(9, 7)).toBuffer()
    for (let length = 0; length < 8; length += 1)
      expect(pictureSize((bytes ?? Buffer.alloc(0)).subarray(0, length))).toBeUndefined()
  })
})

it.each(['', '<!doctype html><title>Sign in</title>', '%PDF-1.7 and more', '\xff\xd8\xff\xd9 and no frame'])(
  'bytes that are no picture have none: %j',
  text => {
    expect(pictureSize(Buffer.from(text, 'latin1'))).toBeUndefined()
  },
)
