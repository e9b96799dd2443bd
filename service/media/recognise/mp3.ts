/** Whether a file is an MP3 sound: a tag or none, then frames of MPEG layer III one behind the other. */
import type { Reader } from './reader.ts'

/** In a row; so many are no accident in another kind of file. */
const FRAMES_FOLLOWED = 8
/** What tag writers leave between the tag and the first frame. */
const MOST_PADDING = 64 * 1024

export async function isSound(file: Reader): Promise<boolean> {
  let at = await firstFrame(file, await tagLength(file))
  for (let count = 0; count < FRAMES_FOLLOWED; count += 1) {
    const length = frameLength(await file.read(at, 4))
    if (length === undefined) return count > 0 && (await isTagAtEnd(file, at))
    at += length
    if (at === file.size) return true
    // A last frame may be cut; a first one must not be.
    if (at > file.size) return count > 0
  }
  return true
}

/** ID3v2: three letters, a version, flags, and the length in four times seven bits. */
async function tagLength(file: Reader): Promise<number> {
  const head = await file.read(0, 10)
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const digits = [...head.subarray(6, 10)]
  if (digits.some(digit => digit > 127)) return 0
  return 10 + digits.reduce((length, digit) => length * 128 + digit, 0)
}

async function firstFrame(file: Reader, from: number): Promise<number> {
  if (from === 0) return 0
  const padding = await file.read(from, MOST_PADDING)
  const used = padding.findIndex(byte => byte !== 0)
  return used === -1 ? from : from + used
}

/** In bytes; undefined where no frame of layer III begins. */
function frameLength(head: Buffer): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head
  if (head.length < 4 || sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined
  const version = VERSIONS[(kind >> 3) & 3]
  const isLayer3 = ((kind >> 1) & 3) === 1
  const samplesPerSecond = SAMPLE_RATES[(rates >> 2) & 3]
  if (!version || !isLayer3 || !samplesPerSecond) return undefined
  const kilobits = (version === 1 ? BIT_RATES_1 : BIT_RATES_2)[rates >> 4]
  if (!kilobits) return undefined
  const rate = samplesPerSecond / version
  return Math.floor(((version === 1 ? 144 : 72) * kilobits * 1000) / rate) + ((rates >> 1) & 1)
}

/** Older tags are at the end. */
async function isTagAtEnd(file: Reader, at: number): Promise<boolean> {
  const mark = (await file.read(at, 8)).toString('latin1')
  return mark.startsWith('TAG') || mark === 'APETAGEX' || mark.startsWith('LYRICS') || /^\0+$/.test(mark)
}

/** What the sample rate is divided by; MPEG 2.5, none, 2, 1. */
const VERSIONS = [4, undefined, 2, 1]
const SAMPLE_RATES = [44_100, 48_000, 32_000, undefined]
const BIT_RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const BIT_RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
