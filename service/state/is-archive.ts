/** Whether a file is a .zip file, by its first bytes. */
import { open } from 'node:fs/promises'

/** @param seed the sample's name or the empty one's as well, which are none */
export async function isArchive(seed: string): Promise<boolean> {
  if (seed === 'sample' || seed === 'empty') return false
  const handle = await open(seed).catch(() => undefined)
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32BE() === 0x504b0304
  } catch {
    // A folder; reading the seed reports it.
    return false
  } finally {
    await handle.close()
  }
}
