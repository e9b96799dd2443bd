/** The decoder of a phone's pictures, which has limits of memory and time and takes nothing else down. */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeHeic } from '../../../service/media/heic/decode.ts'
import { phonePicture, plainHeic } from '../../support/media-files.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'

const LIMITS = { pixels: 20_000_000, memoryBytes: 512 * 1024 ** 2, seconds: 60 }
let place: Scratch
beforeAll(() => {
  place = scratch()
  writeFileSync(place.path('phone.heic'), phonePicture())
  writeFileSync(place.path('plain.heic'), plainHeic())
})
afterAll(() => place[Symbol.dispose]())

describe('a picture of a phone', () => {
  it('is decoded within the limits', async () => {
    const { width, height, channels, pixels } = await decodeHeic(place.path('plain.heic'), LIMITS)
    expect([width, height, channels, pixels.length]).toEqual([4000, 3000, 3, 36_000_000])
  })

  it('is refused when it has too many pixels, needs too much memory or takes too long, and the next one is decoded', async () => {
    const refusal = (name: string, tight: Partial<typeof LIMITS>) =>
      decodeHeic(place.path(name), { ...LIMITS, ...tight }).then(
        () => 'decoded',
        ({ code }) => code,
      )
    expect(await refusal('phone.heic', { pixels: 100_000 })).toBe('MEDIA_DAMAGED')
    expect(await refusal('plain.heic', { memoryBytes: 40 * 1024 ** 2 })).toBe('MEDIA_DAMAGED')
    expect(await refusal('phone.heic', { seconds: 0 })).toBe('MEDIA_DAMAGED')
    expect(await decodeHeic(place.path('phone.heic'), LIMITS)).toMatchObject({ width: 320, height: 480 })
  })
})
