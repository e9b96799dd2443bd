/** A PNG file without texts, times and what programs add of their own; the picture itself stays as it is, to the byte. */
import { crc32 } from 'node:zlib'
import { damaged } from '../refused.ts'

/** What a picture or an animation is made of, and its colours. */
const KEPT = 'IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(' ')
const SIGNATURE_LENGTH = 8

/** @param exif what is to be told beside the picture */
export function strippedPng(file: Buffer, exif: Buffer | undefined): Buffer {
  const kept: Buffer[] = [file.subarray(0, SIGNATURE_LENGTH)]
  for (let at = SIGNATURE_LENGTH; at < file.length; ) {
    if (at + 12 > file.length) throw damaged('the PNG picture breaks off')
    const name = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + file.readUInt32BE(at)
    // It has no content; what somebody put there is none of the picture.
    if (name === 'IEND') kept.push(chunk(name, Buffer.alloc(0)))
    else if (KEPT.includes(name)) kept.push(file.subarray(at, end))
    if (name === 'IHDR' && exif) kept.push(chunk('eXIf', exif))
    at = end
  }
  return Buffer.concat(kept)
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
