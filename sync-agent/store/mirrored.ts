/** News with the mirror's URLs for mirrored files. */
import type { ReceivedAttachment } from '../../shared/client/attachments.ts'
import type { AgentStore } from './store.ts'
import type { Change, StoredEntry, Synced } from './types.ts'

/** @param base of mirrored paths, with a slash at its end; undefined: all files keep their original URLs */
export function withMirror<Entry extends StoredEntry>(entry: Entry, base: string | undefined): Entry {
  const { mirrored } = entry
  if (!mirrored || base === undefined) return entry
  const at = (address: string) => {
    const path = Object.hasOwn(mirrored, address) ? mirrored[address] : undefined
    return path === undefined ? address : base + path
  }
  const { coverUrl, thumbnailUrl } = entry
  return {
    ...entry,
    coverUrl: coverUrl && at(coverUrl),
    thumbnailUrl: thumbnailUrl && at(thumbnailUrl),
    attachments: entry.attachments.map(
      ({ thumbnailUrl, mobileScreenImageUrl, ...file }): ReceivedAttachment => ({
        ...file,
        url: at(file.url),
        ...(thumbnailUrl !== undefined && { thumbnailUrl: at(thumbnailUrl) }),
        ...(mobileScreenImageUrl !== undefined && { mobileScreenImageUrl: at(mobileScreenImageUrl) }),
      }),
    ),
  }
}

/** The same store with the mirror's URLs, for pages, search, feeds and changes. */
export function mirroredStore(store: AgentStore, base: string): AgentStore {
  const one = <Entry extends StoredEntry>(entry: Entry) => withMirror(entry, base)
  const inChange = <Any extends Change | Synced>(change: Any): Any =>
    change.kind === 'upsert' ? { ...change, entry: one(change.entry) } : change
  return {
    ...store,
    async listNews(query) {
      const page = await store.listNews(query)
      return { ...page, entries: page.entries.map(one) }
    },
    async getNews(key) {
      const entry = await store.getNews(key)
      return entry && one(entry)
    },
    async searchNews(query) {
      const page = await store.searchNews(query)
      return { ...page, entries: page.entries.map(one) }
    },
    async listForFeed(query) {
      const page = await store.listForFeed(query)
      return { ...page, entries: page.entries.map(one) }
    },
    changesAfter: async (seq, limit) => (await store.changesAfter(seq, limit)).map(inChange),
    logAfter: async (seq, limit) => (await store.logAfter(seq, limit)).map(inChange),
    changesOf: async entries => (await store.changesOf(entries)).map(inChange),
  }
}
