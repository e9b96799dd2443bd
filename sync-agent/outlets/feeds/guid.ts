/**
 * The permanent identifier of an entry for feed readers: a UUID made from the entry's origin and how often its newsId was
 * used. All agents of one service, and a new store, make the same one.
 *
 * An agent that started after a newsId was published again has not seen its first use, so its GUID is that of the first
 * use.
 */
import { createHash } from 'node:crypto'
import type { Stream } from '../../stream.ts'

/** @param identity base of the GUIDs, different for each school */
export function entryGuid(identity: string, { siteId, lang }: Stream, newsId: string, incarnation: number) {
  return urn([identity, siteId, lang, newsId, incarnation])
}

export function feedGuid(identity: string, { siteId, lang }: Stream): string {
  return urn([identity, siteId, lang])
}

/** RFC 9562, version 8: 122 bits of a SHA-256. Never change it: readers would show all entries again. */
function urn(name: (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}
