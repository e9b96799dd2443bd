/**
 * An incomplete file, and the validator with which its download can continue.
 *
 * Each attempt continues in its own copy: an agent that was suspended for longer than its lease may still write, but only
 * to its own file.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { HEAD_BYTES } from './file-types.ts'
import type { PartPaths } from './folder.ts'

/** The received part of a file: first bytes, hash of all bytes, number of bytes. */
export interface Taken {
  head: Buffer
  hash: Hash
  size: number
  /** Distinguishes it from another file of the same name. */
  file: number
}

export function take(taken: Taken, bytes: Buffer): void {
  taken.hash.update(bytes)
  taken.size += bytes.length
  const missing = HEAD_BYTES - taken.head.length
  if (missing > 0) taken.head = Buffer.concat([taken.head, bytes.subarray(0, missing)])
}

const nothing = (): Taken => ({ head: Buffer.alloc(0), hash: createHash('sha256'), size: 0, file: 0 })

export interface EarlierPart {
  size: number
  /** For `If-Range`. */
  validator: string
}

/** The part of an earlier attempt, if the download can continue. */
export async function earlierPart(part: PartPaths): Promise<EarlierPart | undefined> {
  try {
    const { validator } = JSON.parse(await readFile(part.facts, 'utf8'))
    const { size } = await stat(part.bytes)
    return typeof validator === 'string' && size > 0 ? { size, validator } : undefined
  } catch {
    return undefined
  }
}

/** @throws another agent has written to it */
export async function readBack(part: PartPaths, { size }: EarlierPart): Promise<Taken> {
  const own = `${part.bytes}.own`
  await copyFile(part.bytes, own)
  await rename(own, part.bytes)
  const taken = nothing()
  for await (const bytes of createReadStream(part.bytes) as AsyncIterable<Buffer>) take(taken, bytes)
  taken.file = (await stat(part.bytes)).ino
  if (taken.size !== size) throw foreign()
  return taken
}

export async function startAgain(part: PartPaths, headers: Headers): Promise<Taken> {
  // First: bytes of one file must never be stored with the validator of another.
  await forget(part)
  const validator = validatorOf(headers)
  if (validator !== undefined) await writeFile(part.facts, JSON.stringify({ validator }))
  return nothing()
}

/** RFC 9110, 13.1.5: only a strong ETag, or a date well before the response's `Date`, shows that bytes belong to the same file. */
function validatorOf(headers: Headers): string | undefined {
  const tag = headers.get('etag')
  if (tag?.startsWith('"')) return tag
  const modified = headers.get('last-modified')
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(modified ?? '')
  return modified !== null && ageMs >= 60_000 ? modified : undefined
}

/** @throws the file is not what was written and hashed */
export async function refuseForeign(part: PartPaths, { file, size }: Taken): Promise<void> {
  const there = await stat(part.bytes).catch(() => undefined)
  if (there?.ino !== file || there.size !== size) throw foreign()
}

const foreign = () => new Error('another agent writes the same file of the media folder')

export async function forget(part: PartPaths): Promise<void> {
  await rm(part.facts, { force: true })
  await rm(part.bytes, { force: true })
}
