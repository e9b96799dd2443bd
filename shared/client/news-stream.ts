/**
 * Reads the news call's response as a stream: entries are passed on while the rest still arrives.
 *
 * The return code may come before or after the entries, so entries count only when this function returns.
 */
import { TokenType } from '@streamparser/json'
import type { Envelope } from '../contract/envelope.ts'
import { DEEPEST } from '../text/parse-json.ts'
import { acceptEnvelope } from './envelope.ts'
import { ContractError } from './errors.ts'
import { readDeletedIds } from './identifier.ts'
import { createJsonStream, type JsonStreamOptions } from './json-stream.ts'
import { collectRemarks, type Remark } from './remarks.ts'
import { cutShort, decoderOf, isSuccess, notJson, type Reply, statusError } from './reply.ts'

const ENTRIES = '$.content.newsList.*'
const ENVELOPE_FIELDS = ['$.txID', '$.code', '$.message']
const DELETED_IDS = '$.content.delNewsIds'
/** Body, content and list, then the entry's levels, and one more that shows that an entry is nested too deep. */
const DEEPEST_IN_BODY = 3 + DEEPEST + 1
/** Bytes. */
const BEGINNING = 64

/** How much of the body has arrived. */
export interface BodyProgress {
  bytes: number
  /** Undefined if the service does not send it or compresses the body. */
  totalBytes: number | undefined
}

/**
 * Receives elements of `newsList` in order, a few at a time and unchecked; see {@link readNewsEntry}. They count only when
 * the call ends without an error.
 */
export type TakeEntries = (raw: unknown[], progress: BodyProgress) => void | Promise<void>

export interface NewsStreamRead {
  envelope: Envelope
  count: number
  delNewsIds: string[]
  /** Of what was left out of `delNewsIds`. */
  remarks: Remark[]
}

export async function readNewsStream(
  address: string,
  reply: Reply,
  take: TakeEntries,
): Promise<NewsStreamRead> {
  const envelope: Record<string, unknown> = {}
  let deletedIds: unknown
  let entries: unknown[] = []
  let count = 0
  const { shape, onToken } = watchShape()
  const stream = createJsonStream({
    paths: [ENTRIES, DELETED_IDS, ...ENVELOPE_FIELDS],
    deepest: DEEPEST_IN_BODY,
    onValue({ key, value, stack }) {
      if (stack.length === 3) entries.push(value)
      else if (stack.length === 1) envelope[String(key)] = value
      else deletedIds = value
    },
    onToken,
    characters: decoderOf(address, reply),
  })

  /** For the error message when the body is not JSON. */
  let start = ''
  const totalBytes = sizeOf(reply.headers)
  let bytes = 0
  for await (const part of reply.body) {
    if (start.length < BEGINNING) start += new TextDecoder().decode(part.subarray(0, BEGINNING))
    bytes += part.byteLength
    try {
      stream.write(part)
    } catch (error) {
      throw isSuccess(reply.status)
        ? notJson(address, reply.headers, start.trimStart(), { cause: error })
        : statusError(address, reply)
    }
    if (entries.length === 0) continue
    const taken = entries
    entries = []
    count += taken.length
    await take(taken, { bytes, totalBytes })
  }
  if (!stream.end()) {
    if (!isSuccess(reply.status)) throw statusError(address, reply)
    throw shape.isObject === undefined
      ? notJson(address, reply.headers, start.trimStart())
      : cutShort(address, reply.status, bytes)
  }
  if (!shape.isObject && isSuccess(reply.status)) throw new ContractError(address, '', 'must be an object')
  const accepted = acceptEnvelope(address, reply, envelope)
  if (shape.newsList === undefined) throw new ContractError(address, '/content/newsList', 'is missing')
  if (shape.newsList !== 'array') throw new ContractError(address, '/content/newsList', 'must be an array')
  const { delNewsIds, leftOut } = readDeletedIds(deletedIds)
  const { remarks, note } = collectRemarks()
  for (const [path, id] of leftOut) note(path, id, 'left out: no entry can have it as its identifier')
  return { envelope: accepted, count, delNewsIds, remarks }
}

interface Shape {
  /** Whether the body as a whole is an object. */
  isObject: boolean | undefined
  newsList: 'array' | 'other' | undefined
}

/** The parser reports values only. The token after the name `newsList` shows whether it is an array. */
function watchShape(): { shape: Shape; onToken: JsonStreamOptions['onToken'] } {
  const shape: Shape = { isObject: undefined, newsList: undefined }
  const path: string[] = []
  let name = ''
  let named = false
  const onToken: JsonStreamOptions['onToken'] = ({ token, value }) => {
    shape.isObject ??= token === TokenType.LEFT_BRACE
    if (path.length > 2) {
      // Inside an entry only the depth matters.
    } else if (token === TokenType.STRING && !named) name = String(value)
    else if (token === TokenType.COLON) {
      named = true
      return
    } else if (path[1] === 'content' && named && name === 'newsList') {
      shape.newsList = token === TokenType.LEFT_BRACKET ? 'array' : 'other'
    }
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) path.push(named ? name : '')
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) path.pop()
    named = false
  }
  return { shape, onToken }
}

/** A compressed body is longer than its content-length. */
function sizeOf(headers: Headers): number | undefined {
  if (headers.has('content-encoding')) return undefined
  return Number(headers.get('content-length') ?? 0) || undefined
}
