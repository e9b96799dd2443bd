/** Zip files byte by byte, so that a test can have them wrong; and what is in a right one. */
import { crc32, deflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

export interface ZipPart {
  name: string
  bytes: Uint8Array | string
  /** Unix mode, kind of file included. Default: a regular file. */
  mode?: number
  deflate?: boolean
  /** Said to be where the part of this name lies, which is there once. */
  sameAs?: string
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const places = new Map<string, { offset: number; packed: Buffer; bytes: Buffer }>()
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes: given, mode = 0o100644, deflate = false, sameAs } of parts) {
    const fileName = Buffer.from(name)
    const bytes = Buffer.from(given as string)
    const there = sameAs === undefined ? undefined : places.get(sameAs)
    const place = there ?? { offset, packed: deflate ? deflateRawSync(bytes) : bytes, bytes }
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(20, 4)
    // Names are UTF-8.
    head.writeUInt16LE(0x0800, 6)
    head.writeUInt16LE(deflate ? 8 : 0, 8)
    head.writeUInt32LE(crc32(place.bytes), 14)
    head.writeUInt32LE(place.packed.length, 18)
    head.writeUInt32LE(place.bytes.length, 22)
    head.writeUInt16LE(fileName.length, 26)
    if (!there) {
      bodies.push(head, fileName, place.packed)
      offset += head.length + fileName.length + place.packed.length
      places.set(name, place)
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE((3 << 8) | 20, 4)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(place.offset, 42)
    directory.push(entry, fileName)
  }
  const size = Buffer.concat(directory).length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

/** The files of a zip, in their order. */
export async function unzip(zip: Buffer): Promise<ZipPart[]> {
  const file = await fromBufferPromise(zip, { lazyEntries: true })
  const parts: ZipPart[] = []
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk)
    parts.push({ name: entry.fileName, bytes: Buffer.concat(chunks) })
  }
  return parts
}
