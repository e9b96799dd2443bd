/**
 * Downloads one file into the folder.
 *
 * An interrupted download continues with `Range` and `If-Range`, if the file is still the same; otherwise the server sends
 * it again from the start. A file is stored only when it is complete, its size is that of the entry, and its first bytes
 * match the entry's type: an error page is never a PDF.
 */

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addressOf } from '../../../shared/client/request.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { makeFolder } from '../../../shared/files/make-folder.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import type { MediaFile, WantedFile } from '../../store/media-types.ts'
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../guarded-fetch.ts'
import { faultOf, MediaFault, statusFault } from './fault.ts'
import { HEAD_BYTES, isWanted, type MediaType, mediaTypeOf } from './file-types.ts'
import type { MediaFolder, PartPaths } from './folder.ts'
import {
  type EarlierPart,
  earlierPart,
  forget,
  readBack,
  refuseForeign,
  startAgain,
  type Taken,
  take,
} from './part.ts'

export interface DownloadParts {
  guarded: GuardedFetch
  folder: MediaFolder
  /** Also `http:` URLs. */
  plainHttp: boolean
  timeoutMs: number
  totalMs: number
  /** Size limit of this file. */
  maxBytes: number
  signal: AbortSignal
  /** Called with the current size of the part. */
  onBytes?: (size: number) => void
}

export type Downloaded = MediaFile & { type: MediaType }

/** @throws {MediaFault | GuardedFetchError} it failed; the next attempt may continue with the received part */
export async function download(wanted: WantedFile, parts: DownloadParts): Promise<Downloaded> {
  const address = shown(wanted.url)
  refuseBeforehand(wanted, address, parts)
  const part = parts.folder.part(partKey(wanted))
  folderFor(dirname(part.bytes))
  const taken = await transfer(wanted, address, part, parts)
  try {
    const type = mediaTypeOf(taken.head)
    refuseMismatch(wanted, address, type, taken.size)
    const sha256 = taken.hash.digest('hex')
    await refuseForeign(part, taken)
    await parts.folder.place(part, sha256)
    return { sha256, type, size: taken.size }
  } catch (error) {
    // The file is complete but wrong: do not continue with it.
    await forget(part)
    throw error
  }
}

/** Key of a URL with the type and size of the entry. */
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
    throw new MediaFault('NOT_HTTPS', `${address}: is not https, but the service’s own address is`)
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
  const before = await earlierPart(part)
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

/** A body larger than in the entry is another file, not one above the limit. */
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
    `${shown(url)}: is larger than ${fileSize} bytes, the size in the entry`,
  )
}

/** The part must reach the end of the file and have its validator, because a server may ignore `If-Range`. */
function isRest({ status, headers }: GuardedAnswer, { size, validator }: EarlierPart): boolean {
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
  before?: EarlierPart,
): Promise<Taken> {
  const most = Math.min(maxBytes, wanted.fileSize ?? maxBytes)
  try {
    refuseAnswer(wanted, address, answer, before?.size ?? 0)
    const taken = before ? await readBack(part, before) : await startAgain(part, answer.headers)
    const file = await open(part.bytes, 'a')
    try {
      taken.file = (await file.stat()).ino
      for await (const bytes of answer.body) {
        if (taken.size + bytes.length > most) throw tooLarge(wanted, address, most)
        await file.appendFile(bytes)
        take(taken, bytes)
        if (taken.head.length === HEAD_BYTES)
          refuseMismatch(wanted, address, mediaTypeOf(taken.head), wanted.fileSize)
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
    : new MediaFault('SIZE_DIFFERS', `${address}: is larger than ${most} bytes, the size in the entry`)

function refuseAnswer(
  wanted: WantedFile,
  address: string,
  { status, headers }: GuardedAnswer,
  have: number,
): void {
  // An unexpected response is a wrong part, or nothing.
  if (status !== (have > 0 ? 206 : 200)) throw statusFault(address, status, headers)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new MediaFault('ENCODED', `${address}: answers with ${encoding.slice(0, 40)}`)
  const length = headers.get('content-length')
  if (length === null || wanted.fileSize === undefined || Number(length) + have === wanted.fileSize) return
  const size = Number(length) + have
  throw new MediaFault(
    'SIZE_DIFFERS',
    `${address}: has ${size} bytes, not ${wanted.fileSize} as in the entry`,
  )
}

function refuseMismatch(
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
    `${address}: has ${size} bytes, not ${wanted.fileSize} as in the entry`,
  )
}

function folderFor(path: string): void {
  try {
    makeFolder(path)
  } catch (cause) {
    throw new Error(`the folder ${path} cannot be made: ${pathFault(cause)}`, { cause })
  }
}
