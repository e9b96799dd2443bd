/** Moves checked media to those of the store, by renaming, so that none is ever incomplete. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from '../media/files.ts'

/** Existing files stay: the same hash is the same content. */
export async function putMedia(paths: readonly string[], from: string, mediaDir: string): Promise<void> {
  for (const path of paths) {
    if (existsSync(join(mediaDir, path))) continue
    const [hash = '', name = ''] = path.split('/')
    await keepFile(join(from, path), hash, name, mediaDir)
  }
}
