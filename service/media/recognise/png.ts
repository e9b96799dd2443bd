/** A PNG file from chunk to chunk: whether it ends where it says, with no bytes after that. */
import { damaged, MediaRefused } from '../refused.ts'
import type { Reader } from './reader.ts'

/** Far above what any program writes; each chunk costs a look into the file. */
const MOST_CHUNKS = 50_000

/** @throws {MediaRefused} it breaks off, or something follows its end */
export async function followPng(file: Reader): Promise<void> {
  let at = 8
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const head = await file.read(at, 8)
    if (head.length < 8) throw damaged('the PNG picture breaks off')
    const name = head.toString('latin1', 4)
    if (!/^[A-Za-z]{4}$/.test(name) || (count === 0 && name !== 'IHDR'))
      throw damaged('the PNG picture is not made of chunks')
    at += 12 + head.readUInt32BE(0)
    if (at > file.size) throw damaged('the PNG picture breaks off')
    if (name !== 'IEND') continue
    if (at === file.size) return
    const more = file.size - at
    throw new MediaRefused('MEDIA_TRAILING', `Behind the end of the PNG picture there are ${more} bytes more`)
  }
  throw damaged('the PNG picture has far too many chunks')
}
