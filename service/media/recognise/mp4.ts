/** An MP4 file from box to box: whether it is whole, and whether there is a picture track in it. */
import { damaged } from '../refused.ts'
import type { Reader } from './reader.ts'

/** Far above what any program writes on one level; each box costs a look into the file. */
const MOST_BOXES = 20_000

/** False for a sound without a picture. @throws {MediaRefused} it breaks off, or has no list of its tracks */
export async function isFilm(file: Reader): Promise<boolean> {
  let hasMovie = false
  for await (const box of boxes(file, 0, file.size)) {
    if (box.name !== 'moov') continue
    hasMovie = true
    for await (const track of boxes(file, box.from, box.to))
      if (track.name === 'trak' && (await showsPictures(file, track))) return true
  }
  if (!hasMovie) throw damaged('the MP4 film has no list of its tracks, as if its transfer was broken off')
  return false
}

interface Box {
  name: string
  /** Of its content. */
  from: number
  to: number
}

async function showsPictures(file: Reader, track: Box): Promise<boolean> {
  for await (const media of boxes(file, track.from, track.to)) {
    if (media.name !== 'mdia') continue
    for await (const { name, from } of boxes(file, media.from, media.to))
      if (name === 'hdlr' && (await file.read(from + 8, 4)).toString('latin1') === 'vide') return true
  }
  return false
}

async function* boxes(file: Reader, start: number, end: number): AsyncGenerator<Box> {
  let at = start
  for (let count = 0; at < end; count += 1) {
    if (count === MOST_BOXES) throw damaged('the MP4 film has far too many boxes')
    const head = await file.read(at, 16)
    if (head.length < 8) throw damaged('the MP4 film breaks off')
    const short = head.readUInt32BE(0)
    // 1: the size follows in 64 bits; 0: to the end of the file.
    if (short === 1 && head.length < 16) throw damaged('the MP4 film breaks off')
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    const from = at + (short === 1 ? 16 : 8)
    const to = at + size
    if (to < from || to > end) throw damaged('the MP4 film breaks off')
    yield { name: head.toString('latin1', 4, 8), from, to }
    at = to
  }
}
