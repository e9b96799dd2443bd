/** Reads a file that holds a secret. */
import { readFileSync, statSync } from 'node:fs'

/** @throws {Error} every user of this machine can read it, or nobody can */
export function readPrivate(file: string): string {
  const text = readFileSync(file, 'utf8')
  // On Windows, these bits say nothing, and of a container's secrets who runs it decides.
  const isOpen =
    !file.startsWith('/run/secrets/') && process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0
  if (isOpen) throw new Error('every user of this machine can read it; run chmod o= on it')
  return text
}
