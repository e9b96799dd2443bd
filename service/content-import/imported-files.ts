/**
 * Files that imported records name by their addresses: each is received once, and what it became is noted beside the store, so
 * that an import that was interrupted goes on where it was.
 */
import { appendFile, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import Type from 'typebox'
import { checkOf } from '../../shared/client/check.ts'
import type { Reply } from '../../shared/client/reply.ts'
import { codeOf } from '../../shared/error-code.ts'
import { unescaped } from '../../shared/html/entities.ts'
import { parseJson } from '../../shared/text/parse-json.ts'
import type { ServiceHandles } from '../handles.ts'

/**
 * A guarded request: it throws when the address is not allowed, or the file is too large, late or not there.
 *
 * @param read reads the response, whose connection then ends: a file that is refused before its end is not sent on
 */
export type ReceiveFile = (
  url: string,
  limits: { maxBytes: number; signal: AbortSignal },
  read: (answer: Reply) => Promise<string>,
) => Promise<string>

export interface ImportedFilesParts {
  media: Pick<ServiceHandles['media'], 'add' | 'get'>
  receive: ReceiveFile
  /** Of a file, bytes. */
  maxBytes: number
  /** Where it is noted what each address became. */
  notes: string
  signal: AbortSignal
  /** Told of each file that cannot be taken, once. */
  failed(url: string, why: string): void
}

export interface ImportedFiles {
  /** How many were received, and how many had been before. */
  readonly counts: { received: number; known: number }
  /** The name of the medium; undefined when the file cannot be taken, which has been told. */
  take(url: string, type?: string): Promise<string | undefined>
  /** A body whose pictures are media of the store, and so are the files that it links to. */
  inBody(html: string, isLinkedFile: (url: string) => boolean): Promise<string>
}

const Note = Type.Object({ url: Type.String(), name: Type.String() })
const noteCheck = checkOf(Note)

export async function importedFiles(parts: ImportedFilesParts): Promise<ImportedFiles> {
  const { media, notes, signal, failed } = parts
  const names = await readNotes(notes)
  const counts = { received: 0, known: 0 }
  /** By address: two entries may name one file at the same time. */
  const under = new Map<string, Promise<string | undefined>>()

  async function receiveOnce(url: string, type: string | undefined): Promise<string | undefined> {
    const known = names.get(url)
    if (known !== undefined && media.get(known)) {
      counts.known += 1
      return known
    }
    try {
      const name = await receive(url, type, parts)
      await appendFile(notes, `${JSON.stringify({ url, name })}\n`, { mode: 0o600 })
      counts.received += 1
      return name
    } catch (error) {
      signal.throwIfAborted()
      failed(url, error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  const take: ImportedFiles['take'] = (url, type) => {
    const begun = under.get(url) ?? receiveOnce(url, type)
    under.set(url, begun)
    return begun
  }
  return {
    counts,
    take,
    async inBody(html, isLinkedFile) {
      const taken = new Map<string, string>()
      for (const [, before = '', , escapedUrl = ''] of html.matchAll(ADDRESS)) {
        const url = unescaped(escapedUrl)
        // A link may lead to a page; everything else is a picture, sound or film.
        const name = !/href/i.test(before) || isLinkedFile(url) ? await take(url) : undefined
        if (name !== undefined) taken.set(url, name)
      }
      return html.replace(ADDRESS, (whole, before: string, quote: string, url: string) => {
        const name = taken.get(unescaped(url))
        return name === undefined ? whole : `${before}${quote}media:${name}${quote}`
      })
    },
  }
}

/** In quotes, as editors and sanitisers write them. */
const ADDRESS = /(\s(?:src|href|poster)\s*=\s*)(["'])(https?:\/\/[^"'<>\s]+)\2/gi

async function receive(
  url: string,
  type: string | undefined,
  { media, receive, maxBytes, signal }: ImportedFilesParts,
): Promise<string> {
  return await receive(url, { maxBytes, signal }, async ({ status, body }) => {
    if (status !== 200) throw new Error(`the answer has HTTP status ${status}`)
    const { name } = await media.add(Readable.from(body), { name: stemOf(url), ...(type && { type }) })
    return name
  })
}

/** Without its ending: that belongs to the content, and services serve pictures under other names. */
function stemOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const stem = last.replace(/\.[a-z0-9]{1,5}$/i, '')
  try {
    return decodeURIComponent(stem) || 'file'
  } catch {
    return stem || 'file'
  }
}

/** A line that is cut off, by a process that was ended, is none. */
async function readNotes(notes: string): Promise<Map<string, string>> {
  const text = await readFile(notes, 'utf8').catch(error => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  const names = new Map<string, string>()
  for (const line of text.split('\n')) {
    try {
      const note = parseJson(line)
      if (noteCheck.Check(note)) names.set(note.url, note.name)
    } catch {
      // The last one of a process that was ended.
    }
  }
  return names
}
