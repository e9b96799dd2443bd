/**
 * A JPEG file without what cameras and programs write beside the picture. The picture itself stays as it is, to the byte.
 *
 * What is kept is a list: what the decoder needs, and the colour profile. So a place, a serial number, a caption, a small
 * copy or a second picture goes, under whatever name a camera writes it, and so does all that follows the picture's end.
 */
import { damaged } from '../refused.ts'

/** @param exif what is to be told beside the picture @param icc a colour profile for a picture that has none */
export function strippedJpeg(file: Buffer, exif: Buffer | undefined, icc?: Buffer): Buffer {
  const kept: Buffer[] = []
  let jfif: Buffer | undefined
  let count = 0
  for (const { marker, bytes } of segments(file)) {
    count += 1
    if (count > MOST_SEGMENTS) throw damaged('the JPEG picture has far too many parts')
    const name = bytes.toString('latin1', 4, 16)
    if (marker === APP0 && name.startsWith('JFIF\0') && bytes.length >= 18) jfif ??= withoutThumbnail(bytes)
    else if (marker === APP14 && name.startsWith('Adobe'))
      kept.push(segment(APP14, bytes.subarray(4, 4 + ADOBE)))
    else if (isKept(marker, name)) kept.push(bytes)
  }
  const own = [
    ...(jfif ? [jfif] : []),
    ...(exif ? [segment(APP1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))] : []),
    ...(icc ? profile(icc) : []),
  ]
  return Buffer.concat([START, ...own, ...kept])
}

/** Far above what any program writes; a file of nothing else would have millions. */
const MOST_SEGMENTS = 10_000
const START = Buffer.from([0xff, 0xd8])
const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee]
const [END, SCAN, LINES] = [0xd9, 0xda, 0xdc]
/** Bytes that tell how colours are coded; what follows them tells nothing to a decoder. */
const ADOBE = 12

interface Segment {
  marker: number
  /** With the marker, and with the lines of a picture that follow a scan's head. */
  bytes: Buffer
}

function isKept(marker: number, name: string): boolean {
  if (marker === APP2) return name.startsWith('ICC_PROFILE\0')
  // Frames, tables, scans and the end: 0xc0 to 0xdf. Behind them are applications, extensions and comments. The number of
  // lines may stand behind a scan as well; decoders take it from the frame, and look at none of its bytes.
  return marker < APP0 && marker !== LINES
}

/** Up to the end of the picture. */
function* segments(file: Buffer): Generator<Segment> {
  for (let at = markerAt(file, START.length); ; ) {
    const marker = file[at + 1] ?? 0
    if (marker === END) {
      yield { marker, bytes: file.subarray(at, at + 2) }
      return
    }
    if (at + 4 > file.length) throw damaged('the JPEG picture breaks off')
    const next = at + 2 + file.readUInt16BE(at + 2)
    const end = marker === SCAN ? markerAt(file, next) : next
    yield { marker, bytes: file.subarray(at, end) }
    at = markerAt(file, end)
  }
}

/**
 * Where the next marker is: 0xff and its number. In the lines of a picture 0xff is followed by 0 or by the number of a
 * restart. Decoders pass over what stands before a marker elsewhere, and so it goes.
 */
function markerAt(file: Buffer, from: number): number {
  // Faster than indexOf, which is called anew for each of millions of restarts.
  for (let at = from; at < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const number = file[at + 1] ?? 0
    const isRestart = number >= 0xd0 && number <= 0xd7
    if (number >= 0xc0 && number !== 0xff && !isRestart) return at
  }
  throw damaged('the JPEG picture breaks off')
}

/** Its density stays, the small picture behind it goes. */
function withoutThumbnail(jfif: Buffer): Buffer {
  return segment(APP0, Buffer.concat([jfif.subarray(4, 16), Buffer.alloc(2)]))
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const MOST_OF_PROFILE = 65_519

/** In numbered parts, because a segment ends at 64 KB. */
function profile(icc: Buffer): Buffer[] {
  const count = Math.ceil(icc.length / MOST_OF_PROFILE)
  return Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * MOST_OF_PROFILE, (index + 1) * MOST_OF_PROFILE)
    return segment(APP2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([index + 1, count]), part]))
  })
}
