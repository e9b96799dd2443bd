/** What the mirror's tests share: files of each type, a server that has them, and an agent with a mirror. */
import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Attachment, FileAttachment } from '../../../../shared/contract/news.ts'
import type { SyncAgent, SyncAgentOptions } from '../../../../sync-agent/index.ts'
import type { Script } from '../../../support/scripted-upstream.ts'
import { agentBefore } from '../../support.ts'

export const HEADS = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
  'audio/mpeg': Buffer.from('ID3\x04\x00'),
  'audio/mp3': Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  'video/mp4': Buffer.from('\x00\x00\x00\x20ftypisom', 'latin1'),
} satisfies Record<Attachment['fileType'], Buffer>

/** A file of this type and size, different for each `mark`. */
export function fileOf(type: Attachment['fileType'], size = 1_000, mark = ''): Buffer {
  const rest = Buffer.alloc(size - HEADS[type].length, `${mark || type} `)
  return Buffer.concat([HEADS[type], rest])
}

/** What a server has, by path. */
export type Shelf = Record<string, Buffer | Script>

/** Answers with news, and with files; a script in a file's place answers itself. */
export function serving(news: Script, shelf: Shelf): Script {
  return (response, request) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://upstream.invalid').pathname)
    const file = shelf[path]
    if (path.startsWith('/cms/')) return news(response, request)
    if (!file) return void response.writeHead(404).end()
    if (!Buffer.isBuffer(file)) return file(response, request)
    whole(file)(response, request)
  }
}

/** As a good server does it. */
export function whole(file: Buffer): Script {
  return response => {
    response.writeHead(200, { etag: '"one"', 'content-length': file.length }).end(file)
  }
}

/** The first part of it under a promise of all; the connection breaks once `sever` is called. */
export function cut(file: Buffer, after: number) {
  const open = new Set<ServerResponse>()
  const script: Script = response => {
    open.add(response)
    response.writeHead(200, { etag: '"one"', 'content-length': file.length })
    response.write(file.subarray(0, after))
  }
  const sever = () => {
    for (const response of open) response.destroy()
  }
  return { script, sever }
}

export function attachment(
  url: string,
  file: Buffer,
  fileType: FileAttachment['fileType'] = 'application/pdf',
): FileAttachment {
  return { fileType, fileSize: file.length, url, thumbnailUrl: '', mobileScreenImageUrl: '' }
}

export const PUBLIC_URL = 'https://school.example/school/'

export function mirrorBefore(
  upstream: { url: string },
  files: { path(...parts: string[]): string },
  { media, ...options }: Partial<SyncAgentOptions> = {},
): Promise<SyncAgent> {
  return agentBefore(upstream, files.path('news.db'), {
    publicUrl: PUBLIC_URL,
    media: media ?? { dir: files.path('media') },
    random: () => 0,
    ...options,
  })
}

/** Paths of all files below a folder, in order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(found => found.isFile())
    .map(found => join(found.parentPath, found.name).slice(folder.length + 1))
    .sort()
}
