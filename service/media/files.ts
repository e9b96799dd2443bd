/** Files below the media folder, each under the hash of its content: complete or absent. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FileType } from '../../shared/contract/news.ts'
import type { SeedMedia } from '../seed.ts'
import { ENDINGS, type StoredMedia } from './media.ts'

/** Copies a medium's three files to the media folder; if they are there already, nothing changes. */
export async function copyMedia(media: SeedMedia, sourceDir: string, mediaDir: string): Promise<StoredMedia> {
  const { file, thumbnail, screen, ...facts } = media
  const original = await copyFile(join(sourceDir, file), nameFor(file, media.fileType), mediaDir)
  const small = await copyFile(join(sourceDir, thumbnail), basename(thumbnail), mediaDir)
  const large = await copyFile(join(sourceDir, screen), basename(screen), mediaDir)
  return {
    ...facts,
    path: original.path,
    fileSize: original.size,
    thumbnailPath: small.path,
    screenPath: large.path,
  }
}

function nameFor(file: string, type: FileType): string {
  const fits = ENDINGS[type].includes(extname(file).toLowerCase())
  return fits ? basename(file) : `${basename(file)}${ENDINGS[type][0]}`
}

async function copyFile(source: string, name: string, mediaDir: string) {
  const bytes = await readFile(source)
  return { path: await keepBytes(bytes, name, mediaDir), size: bytes.byteLength }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @returns the path below the media folder */
export async function keepBytes(bytes: Uint8Array, name: string, mediaDir: string): Promise<string> {
  const hash = hashOf(bytes)
  const place = join(mediaDir, hash)
  // A file that is there is complete, and has this content.
  const there = await stat(join(place, name)).catch(() => undefined)
  if (there?.size === bytes.byteLength) return `${hash}/${name}`
  await mkdir(place, { recursive: true })
  // Renamed into place, so that an incomplete copy is never served; in its own folder, because two services may fill one
  // store at the same time. Without waiting for the disk, as `writeWhole` does: a sample school has a hundred files.
  const unfinished = await mkdtemp(join(place, '.part-'))
  try {
    await writeFile(join(unfinished, name), bytes)
    await rename(join(unfinished, name), join(place, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return `${hash}/${name}`
}

/** Moves a file that lies on the same disk. @returns the path below the media folder */
export async function keepFile(file: string, hash: string, name: string, mediaDir: string): Promise<string> {
  await mkdir(join(mediaDir, hash), { recursive: true })
  await rename(file, join(mediaDir, hash, name))
  return `${hash}/${name}`
}
