/** Compresses files in advance, so that a web server can send them without compressing. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const brotli = (content: string | Buffer): Buffer => brotliCompressSync(content)
export const gzip = (content: string | Buffer): Buffer => gzipSync(content, { level: 9 })

/** Writes `FILE.br` and `FILE.gz` beside each file. */
export function compressAll(folder: string, files: readonly string[]): void {
  for (const file of files) {
    const content = readFileSync(join(folder, file))
    writeFileSync(join(folder, `${file}.br`), brotli(content))
    writeFileSync(join(folder, `${file}.gz`), gzip(content))
  }
}
