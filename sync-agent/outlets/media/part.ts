/**
 * A file that is not whole yet, and what tells whether its rest may be put behind it.
 *
 * Who goes on with one does so in a copy of its own: an agent that slept past its lease may wake up and write on, but then
 * nobody sees it.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { HEAD_BYTES } from './file-types.ts'
import type { PartPaths } from './folder.ts'

/** What has come of a file so far: the first bytes, the hash of all, and how many. */
export interface Taken {
  head: Buffer
  hash: Hash
  size: number
  /** Tells it from another under the same name. */
  file: number
}

export function take(taken: Taken, bytes: Buffer): void {
  taken.hash.update(bytes)
  taken.size += bytes.length
  const missing = HEAD_BYTES - taken.head.length
  if (missing > 0) taken.head = Buffer.concat([taken.head, bytes.subarray(0, missing)])
}

const nothing = (): Taken => ({ head: Buffer.alloc(0), hash: createHash('sha256'), size: 0, file: 0 })

export interface LeftBehind {
  size: number
  /** For `If-Range`. */
  validator: string
}

/** What an earlier attempt has left that can be gone on with. */
export async function leftBehind(part: PartPaths): Promise<LeftBehind | undefined> {
  try {
    const { validator } = JSON.parse(await readFile(part.facts, 'utf8'))
    const { size } = await stat(part.bytes)
    return typeof validator === 'string' && size > 0 ? { size, validator } : undefined
  } catch {
    return undefined
  }
}

/** @throws somebody else has written on */
export async function readBack(part: PartPaths, { size }: LeftBehind): Promise<Taken> {
  const own = `${part.bytes}.own`
  await copyFile(part.bytes, own)
  await rename(own, part.bytes)
  const taken = nothing()
  for await (const bytes of createReadStream(part.bytes) as AsyncIterable<Buffer>) take(taken, bytes)
  taken.file = (await stat(part.bytes)).ino
  if (taken.size !== size) throw foreign()
  return taken
}

export async function beginAnew(part: PartPaths, headers: Headers): Promise<Taken> {
  // First of all: bytes of one file must never lie beside the validator of another.
  await forget(part)
  const validator = validatorOf(headers)
  if (validator !== undefined) await writeFile(part.facts, JSON.stringify({ validator }))
  return nothing()
}

/** RFC 9110, 13.1.5: only a strong tag, or a date well before that of the answer, tells that bytes belong together. */
function validatorOf(headers: Headers): string | undefined {
  const tag = headers.get('etag')
  if (tag?.startsWith('"')) return tag
  const modified = headers.get('last-modified')
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(modified ?? '')
  return modified !== null && ageMs >= 60_000 ? modified : undefined
}

/** @throws what lies there is not what was written and hashed */
export async function refuseForeign(part: PartPaths, { file, size }: Taken): Promise<void> {
  const there = await stat(part.bytes).catch(() => undefined)
  if (there?.ino !== file || there.size !== size) throw foreign()
}

const foreign = () => new Error('another agent writes the same file of the media folder')

export async function forget(part: PartPaths): Promise<void> {
  await rm(part.facts, { force: true })
  await rm(part.bytes, { force: true })
}
