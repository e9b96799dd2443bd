/**
 * One element of `newsList`: a news entry, or the reason why it cannot be published.
 *
 * An entry needs an identifier, a title, a content and a time. What else is odd in it is mended or left out, with a remark:
 * one odd attachment does not hide an entry.
 */

import { DEFAULT_ZONE } from '../contract/wire-time.ts'
import { TOO_DEEP } from '../text/parse-json.ts'
import { type Fault, isTooDeep, withoutNulls } from './accept.ts'
import { type ReceivedAttachment, readAttachments } from './attachments.ts'
import { ContractError } from './errors.ts'
import { identifierOf, isTooLong, LONGEST_IDENTIFIER } from './identifier.ts'
import { readTimes } from './news-time.ts'
import { collectRemarks, type Remark } from './remarks.ts'
import { readPicture } from './web-address.ts'

/** A news entry as it can be used. */
export interface ReceivedEntry {
  newsId: string
  newsTitle: string
  /** Contains HTML, which is not to be trusted. */
  newsContent: string
  /** `YYYYMMDD` */
  newsDate: string
  /** Wall clock in the school's zone, `YYYYMMDDhhmmss`. */
  newsDateTime: string
  /** Cover picture, 1024 px wide; an http(s) address. */
  mobileScreenImageUrl?: string
  /** Cover picture, 200 px by 200 px; an http(s) address. */
  thumbnailUrl?: string
  attachments: ReceivedAttachment[]
}

export type ReadEntry = { entry: ReceivedEntry; remarks: Remark[] } | { fault: Fault }

/**
 * Reads an element as received; a field with null counts as absent.
 *
 * @param zone the school's, for times with a zone of their own
 */
export function readNewsEntry(raw: unknown, zone: string = DEFAULT_ZONE): ReadEntry {
  if (isTooDeep(raw)) return { fault: { path: '', reason: TOO_DEEP } }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { fault: { path: '', reason: 'must be an object' } }
  const value = withoutNulls(raw) as Record<string, unknown>
  const { newsTitle, newsContent } = value
  const newsId = identifierOf(value.newsId)
  if (isTooLong(value.newsId)) return { fault: { path: '/newsId', reason: TOO_LONG } }
  if (newsId === undefined) return { fault: textFault('newsId', value.newsId) }
  if (typeof newsTitle !== 'string') return { fault: textFault('newsTitle', newsTitle) }
  if (typeof newsContent !== 'string') return { fault: textFault('newsContent', newsContent) }

  const { remarks, note } = collectRemarks()
  if (newsId !== value.newsId) note('/newsId', value.newsId, 'read as a text')
  const times = readTimes(value, zone, note)
  if ('fault' in times) return times
  const picture = (name: string) => readPicture(value[name], `/${name}`, note)
  const [mobileScreenImageUrl, thumbnailUrl] = [picture('mobileScreenImageUrl'), picture('thumbnailUrl')]
  const entry = {
    ...{ newsId, newsTitle, newsContent, ...times },
    ...(mobileScreenImageUrl !== undefined && { mobileScreenImageUrl }),
    ...(thumbnailUrl !== undefined && { thumbnailUrl }),
    attachments: readAttachments(value.attachments, note),
  }
  return { entry, remarks }
}

const TOO_LONG = `must be at most ${LONGEST_IDENTIFIER} bytes long`

function textFault(name: string, value: unknown): Fault {
  if (value === undefined) return { path: `/${name}`, reason: 'is missing' }
  if (value === '') return { path: `/${name}`, reason: 'must not be empty' }
  const reason = typeof value === 'string' ? 'must be whole characters without U+0000' : 'must be a string'
  return { path: `/${name}`, reason }
}

/** @throws {ContractError} naming the field */
export function acceptNewsEntry(
  raw: unknown,
  at: { address: string; index: number; zone: string | undefined },
) {
  const read = readNewsEntry(raw, at.zone)
  const path = `/content/newsList/${at.index}`
  if ('fault' in read) throw new ContractError(at.address, path + read.fault.path, read.fault.reason)
  return { entry: read.entry, remarks: read.remarks.map(remark => ({ ...remark, path: path + remark.path })) }
}
