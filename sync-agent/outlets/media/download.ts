/**
 * Downloads one file into the folder: whole, or not at all.
 *
 * It is written under a name of its own and renamed only when it is complete, its size is that of the entry, and its first
 * bytes match the entry's type: an error page is never a PDF. After a failure nothing of it is left, and the next attempt
 * begins at the start.
 */

import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addressOf, type Fetch, limitedFetch } from '../../../shared/client/limited-fetch.ts'
import type { Reply } from '../../../shared/client/reply.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { makeFolder } from '../../../shared/files/make-folder.ts'
import { writeFault } from '../../../shared/files/path-fault.ts'
import type { MediaFile, WantedFile } from '../../store/media-types.ts'
import { MediaFault, statusFault } from './fault.ts'
import { HEAD_BYTES, isWanted, type MediaType, mediaTypeOf } from './file-types.ts'
import type { MediaFolder } from './folder.ts'

export interface DownloadParts {
  fetch: Fetch
  folder: MediaFolder
  /** Also `http:` URLs. */
  plainHttp: boolean
  timeoutMs: number
  totalMs: number
  /** Size limit of this file. */
  maxBytes: number
  signal: AbortSignal
  /** Called with the number of bytes that have arrived. */
  onBytes?: (size: number) => void
}

export type Downloaded = MediaFile & { type: MediaType }

/** @throws {MediaFault | TransportError | GuardError} */
export async function download(wanted: WantedFile, parts: DownloadParts): Promise<Downloaded> {
  const address = addressOf(wanted.url)
  refuseBeforehand(wanted, address, parts)
  const part = parts.folder.newPart()
  folderFor(dirname(part))
  try {
    const file = await receive(wanted, address, part, parts)
    await parts.folder.place(part, file.sha256)
    return file
  } catch (error) {
    // If it cannot be removed now, the next daily check does it.
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

function refuseBeforehand(wanted: WantedFile, address: string, { plainHttp, maxBytes }: DownloadParts): void {
  if (!plainHttp && /^http:/i.test(wanted.url)) {
    throw new MediaFault('NOT_HTTPS', `${address}: is not https, but the service’s own address is`)
  }
  if ((wanted.fileSize ?? 0) > maxBytes) {
    throw new MediaFault('TOO_LARGE', `${address}: ${wanted.fileSize} bytes are more than ${maxBytes}`)
  }
}

async function receive(
  wanted: WantedFile,
  address: string,
  part: string,
  { fetch, timeoutMs, totalMs, maxBytes, signal, onBytes }: DownloadParts,
): Promise<Downloaded> {
  const { url, fileSize } = wanted
  const limits = { fetch, signal, timeoutMs, totalMs, maxBytes: fileSize ?? maxBytes }
  const keep = async (answer: Reply): Promise<Downloaded> => {
    refuseAnswer(wanted, address, answer)
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let size = 0
    const file = await open(part, 'wx')
    try {
      for await (const bytes of answer.body) {
        await file.appendFile(bytes)
        hash.update(bytes)
        size += bytes.length
        if (head.length < HEAD_BYTES) {
          head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)])
          if (head.length === HEAD_BYTES) refuseMismatch(wanted, address, mediaTypeOf(head), fileSize)
        }
        onBytes?.(size)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    const type = mediaTypeOf(head)
    refuseMismatch(wanted, address, type, size)
    return { sha256: hash.digest('hex'), type, size }
  }
  return await limitedFetch(url, {}, limits, keep).catch(error => {
    // A body larger than in the entry is another file, not one above the limit.
    if (codeOf(error) !== 'TOO_LARGE' || fileSize === undefined) throw error
    const what = `is larger than ${fileSize} bytes, the size in the entry`
    throw new MediaFault('SIZE_DIFFERS', `${address}: ${what}`)
  })
}

function refuseAnswer(wanted: WantedFile, address: string, { status, headers }: Reply): void {
  if (status !== 200) throw statusFault(address, status, headers)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new MediaFault('ENCODED', `${address}: answers with ${encoding.slice(0, 40)}`)
  const length = headers.get('content-length')
  if (length === null || wanted.fileSize === undefined || Number(length) === wanted.fileSize) return
  throw new MediaFault(
    'SIZE_DIFFERS',
    `${address}: has ${length} bytes, not ${wanted.fileSize} as in the entry`,
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
    throw new Error(`the folder ${path} cannot be made: ${writeFault(path, cause)}`, { cause })
  }
}
