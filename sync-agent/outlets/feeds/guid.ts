/**
 * What feed readers know an entry by, for good: a UUID made from where the entry comes from and how often its newsId
 * was used, so that every agent of one service arrives at the same, and a store begun anew does as well.
 *
 * An agent that began after a newsId was published again has not seen that it was used before; its GUID is that of the
 * first use.
 */
import { createHash } from 'node:crypto'
import type { Stream } from '../../stream.ts'

/** @param identity tells one school's news from any other's */
export function entryGuid(identity: string, { siteId, lang }: Stream, newsId: string, incarnation: number) {
  return urn([identity, siteId, lang, newsId, incarnation])
}

export function feedGuid(identity: string, { siteId, lang }: Stream): string {
  return urn([identity, siteId, lang])
}

/** RFC 9562, version 8: 122 bits of a SHA-256. Never to be changed, or every reader shows all its entries once more. */
function urn(name: (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}
