/** Files of posts in the site's media library: each is uploaded once, and found again by its slug. */
import Type from 'typebox'
import { addressOf, type Fetch, limitedFetch } from '../../../shared/client/limited-fetch.ts'
import { faultOf, MediaFault, statusFault } from '../../outlets/media/fault.ts'
import { mediaName } from '../../outlets/media/file-name.ts'
import { HEAD_BYTES, isWanted, type MediaType, mediaTypeOf } from '../../outlets/media/file-types.ts'
import { type FileRow, filesOf, noteFile } from '../../store/wordpress-rows.ts'
import { RemoteMedia } from './answers.ts'
import type { MediaAt } from './blocks.ts'
import { RefusedError, SiteError } from './faults.ts'
import { hashOf } from './fingerprint.ts'
import type { WantedFile } from './post.ts'
import type { Rest } from './rest.ts'
import type { Target } from './target.ts'

/** Bytes. Larger files stay where they are. */
const MOST_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 30_000
/** Characters of an address, which servers take up to 8 KB of. In the text itself, they are all there. */
const MOST_ALT = 500
/** Of slugs in one request. */
const PAGE = 50

/** What is known of these files, without a call. */
export async function knownFiles(
  { store, id }: Pick<Target, 'store' | 'id'>,
  files: readonly WantedFile[],
): Promise<KnownFiles> {
  return new KnownFiles(
    await filesOf(
      store,
      id,
      files.map(({ url }) => keyOf(url)),
    ),
  )
}

export class KnownFiles {
  readonly #rows: Map<string, FileRow>
  /** Why one could not be had for now. */
  later: string | undefined

  constructor(rows: Map<string, FileRow>) {
    this.#rows = rows
  }

  readonly mediaAt: MediaAt = url => this.#rows.get(keyOf(url))?.media

  /** Neither in the library nor refused. */
  missing(files: readonly WantedFile[]): WantedFile[] {
    return files.filter(({ url }) => !this.#rows.has(keyOf(url)))
  }

  set(row: FileRow): void {
    this.#rows.set(keyOf(row.url), row)
  }
}

/** Finds those of them that were uploaded before. */
export async function findFiles(
  rest: Rest,
  target: Target,
  files: readonly WantedFile[],
  known: KnownFiles,
): Promise<void> {
  const missing = known.missing(files)
  for (let start = 0; start < missing.length; start += PAGE) {
    const part = missing.slice(start, start + PAGE)
    const found = await rest.get(Type.Array(RemoteMedia), '/media', {
      slug: part.map(({ url }) => slugOf(url)),
      per_page: 100,
      _fields: 'id,slug,source_url',
    })
    for (const { url } of part) {
      const media = found.find(({ slug }) => slug === slugOf(url))
      if (media)
        await note(target, known, {
          url,
          media: { id: media.id, address: media.source_url },
          reason: undefined,
        })
    }
  }
}

/**
 * Uploads a file. One that the site or its source does not give for good is noted with the reason, and stays where it is.
 *
 * @returns why it could not be fetched or uploaded for now
 */
export async function uploadFile(
  rest: Rest,
  target: Target,
  wanted: WantedFile,
  known: KnownFiles,
): Promise<string | undefined> {
  const { url, alt } = wanted
  const refuse = (reason: string) => note(target, known, { url, media: undefined, reason })
  const address = addressOf(url)
  let file: { type: MediaType; bytes: Uint8Array<ArrayBuffer> }
  try {
    file = await fetchFile(target.fetch, wanted, address, rest.signal)
  } catch (error) {
    rest.signal.throwIfAborted()
    const fault = faultOf(error)
    if (!fault) throw error
    if (fault.passing) return fault.message
    const remedy =
      fault.code === 'HOST_NOT_ALLOWED' ? `; to upload it, add the site with --media-host ${hostOf(url)}` : ''
    await refuse(`it stays where it is: ${fault.message}${remedy}`)
    return undefined
  }
  const name = mediaName(url, file.type)
  const query = {
    slug: slugOf(url),
    title: name.replace(/\.[^.]+$/, ''),
    ...(alt && { alt_text: alt.slice(0, MOST_ALT) }),
    _fields: 'id,slug,source_url',
  }
  await target.mayGoOn()
  try {
    const media = await rest.upload(RemoteMedia, query, {
      name: PLAIN.test(name) ? name : `${slugOf(url)}${/\.[^.]+$/.exec(name)?.[0] ?? ''}`,
      ...file,
    })
    await note(target, known, { url, media: { id: media.id, address: media.source_url }, reason: undefined })
  } catch (error) {
    // A file that is too long for a slow site does not hold its post back.
    if (error instanceof SiteError) return `${address}: ${error.message}`
    if (!(error instanceof RefusedError)) throw error
    await refuse(`${address}: ${whyNotTaken(error, file.bytes.length)}`)
  }
  return undefined
}

const hostOf = (url: string) => URL.parse(url)?.host ?? ''

/** Of a header. */
const PLAIN = /^[\w .()-]+$/

const keyOf = (url: string) => hashOf([url])
const slugOf = (url: string) => `schoolbell-${hashOf([url])}`

async function note({ store, token, id }: Target, known: KnownFiles, row: FileRow): Promise<void> {
  await noteFile(store, token, id, keyOf(row.url), row)
  known.set(row)
}

async function fetchFile(
  fetch: Fetch,
  { url, fileType }: WantedFile,
  address: string,
  signal: AbortSignal,
): Promise<{ type: MediaType; bytes: Uint8Array<ArrayBuffer> }> {
  const limits = { fetch, signal, timeoutMs: TIMEOUT_MS, totalMs: 4 * TIMEOUT_MS, maxBytes: MOST_BYTES }
  return await limitedFetch(url, {}, limits, async ({ status, headers, body }) => {
    if (status !== 200) throw statusFault(address, status, headers)
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    const bytes = Buffer.concat(parts)
    const type = mediaTypeOf(bytes.subarray(0, HEAD_BYTES))
    if (!type || !isWanted(type, fileType))
      throw new MediaFault(
        'TYPE_DIFFERS',
        `${address}: is ${type ?? 'something else'}, not ${fileType ?? 'a picture'}`,
      )
    return { type, bytes }
  })
}

function whyNotTaken({ message, status }: RefusedError, bytes: number): string {
  if (status === 413 || /exceed|too (big|large)|upload_max|filesize/i.test(message))
    return `the site takes no file of ${bytes} bytes; raise upload_max_filesize and post_max_size of its PHP (${message})`
  if (/file type|not allowed to upload this/i.test(message))
    return `the site does not take this type of file; allow it there, or leave it at its original address (${message})`
  return message
}
