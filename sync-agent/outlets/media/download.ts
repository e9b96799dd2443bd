/**
 * One file from its address into the folder.
 *
 * What a broken connection has left is gone on with: the rest is asked for on the condition that the file is still the same
 * (`Range`, `If-Range`); a server that does not know how sends it all again. A file takes its place only once it is whole,
 * as large as the entry says, and by its first bytes of the type that the entry says: an error page is never a PDF.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addressOf } from '../../../shared/client/request.ts'
import type { MediaFile, WantedFile } from '../../store/media-types.ts'
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../guarded-fetch.ts'
import { faultOf, MediaFault, statusFault } from './fault.ts'
import { HEAD_BYTES, isWanted, type MediaType, mediaTypeOf } from './file-types.ts'
import type { MediaFolder, PartPaths } from './folder.ts'

export interface DownloadParts {
  guarded: GuardedFetch
  folder: MediaFolder
  /** `http:` addresses are taken too. */
  plainHttp: boolean
  timeoutMs: number
  totalMs: number
  /** Of this file. */
  maxBytes: number
  signal: AbortSignal
  onBytes?: (bytes: number) => void
}

export type Downloaded = MediaFile & { type: MediaType }

/** @throws {MediaFault | GuardedFetchError} not to be had so; what came of it may be gone on with */
export async function download(wanted: WantedFile, parts: DownloadParts): Promise<Downloaded> {
  const address = shown(wanted.url)
  refuseBeforehand(wanted, address, parts)
  const part = parts.folder.part(keyOf(wanted))
  await mkdir(dirname(part.bytes), { recursive: true })
  const taken = await transfer(wanted, address, part, parts)
  try {
    const type = mediaTypeOf(taken.head)
    refuseMisfit(wanted, address, type, taken.size)
    const sha256 = taken.hash.digest('hex')
    await parts.folder.place(part, sha256)
    return { sha256, type, size: taken.size }
  } catch (error) {
    // Whole and wrong: nothing to go on with.
    await forget(part)
    throw error
  }
}

/** Of one address as one entry describes it. */
const keyOf = ({ url, fileType, fileSize }: WantedFile) =>
  createHash('sha256')
    .update(JSON.stringify([url, fileType, fileSize]))
    .digest('hex')

const shown = (url: string) => {
  const parsed = URL.parse(url)
  return parsed ? addressOf(parsed) : url.slice(0, 80)
}

function refuseBeforehand(wanted: WantedFile, address: string, { plainHttp, maxBytes }: DownloadParts): void {
  if (!plainHttp && /^http:/i.test(wanted.url)) {
    throw new MediaFault('NOT_HTTPS', `${address}: is not https, and the service’s own address is`)
  }
  if ((wanted.fileSize ?? 0) > maxBytes) {
    throw new MediaFault('TOO_LARGE', `${address}: ${wanted.fileSize} bytes are more than ${maxBytes}`)
  }
}

/** What has come of a file so far: the first bytes, the hash of all, and how many. */
interface Taken {
  head: Buffer
  hash: Hash
  size: number
}

async function transfer(
  wanted: WantedFile,
  address: string,
  part: PartPaths,
  parts: DownloadParts,
): Promise<Taken> {
  const before = await leftBehind(part)
  if (before && before.size === wanted.fileSize) return await readBack(part)
  const { timeoutMs, totalMs, maxBytes, signal } = parts
  const limits: GuardedRequest = {
    timeoutMs,
    totalMs,
    maxBytes: Math.min(maxBytes, wanted.fileSize ?? maxBytes),
    signal,
  }
  const headers = before && { range: `bytes=${before.size}-`, 'if-range': before.validator }
  let answer = await ask(wanted, parts, { ...limits, ...(headers && { headers }) })
  if (before && !isRest(answer, before)) {
    if (answer.status === 206 || answer.status === 416) {
      answer.discard()
      answer = await ask(wanted, parts, limits)
    }
    return await receive(wanted, address, answer, part, parts)
  }
  return await receive(wanted, address, answer, part, parts, before)
}

/** A larger body than the entry says is another file, not one beyond the bound. */
async function ask(
  wanted: WantedFile,
  { guarded }: DownloadParts,
  request: GuardedRequest,
): Promise<GuardedAnswer> {
  return await guarded(wanted.url, request).catch(error => {
    throw sizeDiffers(error, wanted, request.maxBytes)
  })
}

function sizeDiffers(error: unknown, { fileSize, url }: WantedFile, maxBytes: number): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'TOO_LARGE'
  if (!isTooLarge || fileSize !== maxBytes) return error
  return new MediaFault(
    'SIZE_DIFFERS',
    `${shown(url)}: is larger than ${fileSize} bytes, which the entry says`,
  )
}

interface LeftBehind {
  size: number
  validator: string
}

/** What an earlier attempt has left that can be gone on with. */
async function leftBehind(part: PartPaths): Promise<LeftBehind | undefined> {
  try {
    const { validator } = JSON.parse(await readFile(part.facts, 'utf8'))
    const { size } = await stat(part.bytes)
    return typeof validator === 'string' && size > 0 ? { size, validator } : undefined
  } catch {
    return undefined
  }
}

function isRest({ status, headers }: GuardedAnswer, { size, validator }: LeftBehind): boolean {
  if (status !== 206) return false
  const [, from] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? []
  const tag = headers.get('etag')
  return Number(from) === size && (!validator.startsWith('"') || tag === null || tag === validator)
}

/** @throws {MediaFault | GuardedFetchError} */
async function receive(
  wanted: WantedFile,
  address: string,
  answer: GuardedAnswer,
  part: PartPaths,
  { maxBytes, onBytes }: DownloadParts,
  before?: LeftBehind,
): Promise<Taken> {
  const most = Math.min(maxBytes, wanted.fileSize ?? maxBytes)
  try {
    refuseAnswer(wanted, address, answer, before?.size ?? 0)
    const taken = before
      ? await readBack(part)
      : { head: Buffer.alloc(0), hash: createHash('sha256'), size: 0 }
    if (!before) {
      // First of all: bytes of one file must never lie beside the validator of another.
      await forget(part)
      await noteValidator(part, answer.headers)
    }
    const file = await open(part.bytes, before ? 'a' : 'w')
    try {
      for await (const bytes of answer.body) {
        if (taken.size + bytes.length > most) throw tooLarge(wanted, address, most)
        await file.appendFile(bytes)
        take(taken, bytes)
        if (taken.head.length === HEAD_BYTES)
          refuseMisfit(wanted, address, mediaTypeOf(taken.head), wanted.fileSize)
        onBytes?.(bytes.length)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return taken
  } catch (error) {
    const fault = sizeDiffers(error, wanted, most)
    if (faultOf(fault)?.passing === false) await forget(part)
    throw fault
  } finally {
    answer.discard()
  }
}

const tooLarge = (wanted: WantedFile, address: string, most: number) =>
  wanted.fileSize === undefined
    ? new MediaFault('TOO_LARGE', `${address}: is larger than ${most} bytes`)
    : new MediaFault('SIZE_DIFFERS', `${address}: is larger than ${most} bytes, which the entry says`)

function refuseAnswer(
  wanted: WantedFile,
  address: string,
  { status, headers }: GuardedAnswer,
  have: number,
): void {
  // What was not asked for is a part of it, or nothing.
  if (status !== (have > 0 ? 206 : 200)) throw statusFault(address, status, headers)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new MediaFault('ENCODED', `${address}: answers with ${encoding.slice(0, 40)}`)
  const length = headers.get('content-length')
  if (length === null || wanted.fileSize === undefined || Number(length) + have === wanted.fileSize) return
  const size = Number(length) + have
  throw new MediaFault(
    'SIZE_DIFFERS',
    `${address}: has ${size} bytes, not ${wanted.fileSize}, which the entry says`,
  )
}

function refuseMisfit(
  wanted: WantedFile,
  address: string,
  type: MediaType | undefined,
  size: number | undefined,
): asserts type is MediaType {
  if (!type || !isWanted(type, wanted.fileType)) {
    const found = type ?? 'something else'
    throw new MediaFault('TYPE_DIFFERS', `${address}: is ${found}, not ${wanted.fileType ?? 'a picture'}`)
  }
  if (wanted.fileSize === undefined || wanted.fileSize === size) return
  throw new MediaFault(
    'SIZE_DIFFERS',
    `${address}: has ${size} bytes, not ${wanted.fileSize}, which the entry says`,
  )
}

function take(taken: Taken, bytes: Buffer): void {
  taken.hash.update(bytes)
  taken.size += bytes.length
  const missing = HEAD_BYTES - taken.head.length
  if (missing > 0) taken.head = Buffer.concat([taken.head, bytes.subarray(0, missing)])
}

async function readBack(part: PartPaths): Promise<Taken> {
  const taken: Taken = { head: Buffer.alloc(0), hash: createHash('sha256'), size: 0 }
  for await (const bytes of createReadStream(part.bytes) as AsyncIterable<Buffer>) take(taken, bytes)
  return taken
}

/** RFC 9110, 13.1.5: only a strong tag, or a date well before that of the answer, tells that bytes belong together. */
async function noteValidator(part: PartPaths, headers: Headers): Promise<void> {
  const tag = headers.get('etag')
  const modified = headers.get('last-modified')
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(modified ?? '')
  const validator = tag?.startsWith('"') ? tag : modified !== null && ageMs >= 60_000 ? modified : undefined
  if (validator !== undefined) await writeFile(part.facts, JSON.stringify({ validator }))
}

async function forget(part: PartPaths): Promise<void> {
  await rm(part.facts, { force: true })
  await rm(part.bytes, { force: true })
}
