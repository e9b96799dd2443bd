/** Reads a file in parts: an uploaded film may have many megabytes. */
import type { FileHandle } from 'node:fs/promises'

export interface Reader {
  readonly size: number
  /** Fewer bytes than asked for where the file ends before. */
  read(offset: number, length: number): Promise<Buffer>
}

export function readerOf(file: FileHandle, size: number): Reader {
  return {
    size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset))
      const buffer = Buffer.alloc(wanted)
      const { bytesRead } = await file.read(buffer, 0, wanted, offset)
      return buffer.subarray(0, bytesRead)
    },
  }
}
