/**
 * One file from its address into the folder.
 *
 * What a broken connection has left is gone on with: the rest is asked for on the condition that the file is still the same
 * (`Range`, `If-Range`); a server that does not know how sends it all again. A file takes its place only once it is whole,
 * as large as the entry says, and by its first bytes of the type that the entry says: an error page is never a PDF.
 */

import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addressOf } from '../../../shared/client/request.ts'
import { codeOf } from '../../../shared/error-code.ts'
import type { MediaFile, WantedFile } from '../../store/media-types.ts'
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../guarded-fetch.ts'
import { faultOf, MediaFault, statusFault } from './fault.ts'
import { HEAD_BYTES, isWanted, type MediaType, mediaTypeOf } from './file-types.ts'
import type { MediaFolder, PartPaths } from './folder.ts'
import {
  beginAnew,
  forget,
  type LeftBehind,
  leftBehind,
  readBack,
  refuseForeign,
  type Taken,
  take,
} from './part.ts'

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
  /** How large the part is by now. */
  onBytes?: (size: number) => void
}

export type Downloaded = MediaFile & { type: MediaType }

/** @throws {MediaFault | GuardedFetchError} not to be had so; what came of it may be gone on with */
export async function download(wanted: WantedFile, parts: DownloadParts): Promise<Downloaded> {
  const address = shown(wanted.url)
  refuseBeforehand(wanted, address, parts)
  const part = parts.folder.part(partKey(wanted))
  await mkdir(dirname(part.bytes), { recursive: true })
  const taken = await transfer(wanted, address, part, parts)
  try {
    const type = mediaTypeOf(taken.head)
    refuseMisfit(wanted, address, type, taken.size)
    const sha256 = taken.hash.digest('hex')
    await refuseForeign(part, taken)
    await parts.folder.place(part, sha256)
    return { sha256, type, size: taken.size }
  } catch (error) {
    // Whole and wrong: nothing to go on with.
    await forget(part)
    throw error
  }
}

/** Of one address as one entry describes it. */
export const partKey = ({ url, fileType, fileSize }: WantedFile) =>
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

async function transfer(
  wanted: WantedFile,
  address: string,
  part: PartPaths,
  parts: DownloadParts,
): Promise<Taken> {
  const before = await leftBehind(part)
  if (before && before.size === wanted.fileSize) return await readBack(part, before)
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
  const isTooLarge = codeOf(error) === 'TOO_LARGE'
  if (!isTooLarge || fileSize !== maxBytes) return error
  return new MediaFault(
    'SIZE_DIFFERS',
    `${shown(url)}: is larger than ${fileSize} bytes, which the entry says`,
  )
}

/** A part that goes to the end, and says itself of which file it is: a server may not have heeded the condition. */
function isRest({ status, headers }: GuardedAnswer, { size, validator }: LeftBehind): boolean {
  if (status !== 206) return false
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '')
  const [from, last, whole] = range?.slice(1).map(Number) ?? []
  if (from !== size || last === undefined || last + 1 !== whole) return false
  return headers.get(validator.startsWith('"') ? 'etag' : 'last-modified') === validator
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
    const taken = before ? await readBack(part, before) : await beginAnew(part, answer.headers)
    const file = await open(part.bytes, 'a')
    try {
      taken.file = (await file.stat()).ino
      for await (const bytes of answer.body) {
        if (taken.size + bytes.length > most) throw tooLarge(wanted, address, most)
        await file.appendFile(bytes)
        take(taken, bytes)
        if (taken.head.length === HEAD_BYTES)
          refuseMisfit(wanted, address, mediaTypeOf(taken.head), wanted.fileSize)
        onBytes?.(taken.size)
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
