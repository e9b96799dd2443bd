/** Small files of each type that news can carry, whole and valid, made here so that a test can say what is in them. */
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Red to the left, green to the right, blue below: one can tell how it lies. */
export async function photograph(
  type: 'png' | 'jpeg',
  { width = 60, height = 40, exif = {}, orientation = 1, noise = 0 }: PhotographFacts = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const color = y >= height * 0.75 ? [0, 0, 255] : x < width / 2 ? [255, 0, 0] : [0, 255, 0]
      pixels.set(color, (y * width + x) * 3)
    }
  // Tells one picture's bytes from another's.
  pixels[0] = noise
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const tellsNothing = orientation === 1 && Object.keys(exif).length === 0
  if (!tellsNothing) picture.withExif(exif).withMetadata({ orientation })
  return picture.toFormat(type, { quality: 95 }).toBuffer()
}

export interface PhotographFacts {
  width?: number
  height?: number
  /** As sharp takes it: IFD2 is the directory that cameras write times to, IFD3 the one of places. */
  exif?: { IFD0?: Record<string, string>; IFD2?: Record<string, string>; IFD3?: Record<string, string> }
  orientation?: number
  noise?: number
}

/** As an iPhone stores a portrait, with the place, the device and the time beside it. */
export const phonePicture = (): Buffer => readFileSync(new URL('fixtures/phone.heic', import.meta.url))

/** An AVIF or a HEIC picture with other sizes for all of its pictures and tiles. */
export function resizedHeif(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file)
  for (let at = changed.indexOf('ispe'); at >= 0; at = changed.indexOf('ispe', at + 4)) {
    changed.writeUInt32BE(width, at + 8)
    changed.writeUInt32BE(height, at + 12)
  }
  return changed
}

export function pdfFile(text = 'Timetable'): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n% ${text}\n${body}trailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n`)
}

/** Silent frames of MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
export function mp3File(frames = 12, tag = true): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
  const title = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)])
  return Buffer.concat([...(tag ? [title] : []), ...Array(frames).fill(frame)])
}

export function mp4File(handler: 'vide' | 'soun' = 'vide', brand = 'isom', bytes = 400): Buffer {
  const hdlr = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)]))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0isomiso2`, 'latin1')),
    box('mdat', Buffer.alloc(bytes, 7)),
    box('moov', box('trak', box('mdia', hdlr))),
  ])
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A few kilobytes that decode to so many pixels. */
export function pictureBomb(width: number, height = width): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', lines),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
