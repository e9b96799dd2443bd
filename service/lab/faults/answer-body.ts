/** The body of an answer, read as it is sent: a film is never in memory as a whole. */
import type { Readable } from 'node:stream'

export interface AnswerBody {
  /** Bytes of the whole. */
  length: number
  /** So many bytes, or fewer at the end. @throws a file cannot be read, or was left */
  read(bytes: number): Promise<Buffer>
  /** The rest is not needed. */
  leave(): void
}

/** @param announced length of a stream, from its Content-Length */
export function answerBody(payload: unknown, announced: number): AnswerBody {
  if (typeof payload === 'string') return ofBytes(Buffer.from(payload))
  if (Buffer.isBuffer(payload)) return ofBytes(payload)
  if (payload === null || payload === undefined) return ofBytes(Buffer.alloc(0))
  return ofFile(payload as Readable, announced)
}

function ofBytes(bytes: Buffer): AnswerBody {
  let at = 0
  return {
    length: bytes.length,
    async read(count) {
      at += count
      return bytes.subarray(at - count, at)
    },
    leave() {},
  }
}

function ofFile(file: Readable, length: number): AnswerBody {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  // The next read throws it.
  file.on('error', () => {})
  return {
    length,
    async read(count) {
      while (rest.length < count) {
        const { done, value } = await chunks.next()
        if (done) break
        rest = rest.length === 0 ? Buffer.from(value) : Buffer.concat([rest, value])
      }
      const bytes = rest.subarray(0, count)
      rest = rest.subarray(count)
      return bytes
    },
    leave: () => void file.destroy(),
  }
}
