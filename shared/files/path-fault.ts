/** Why a file or folder cannot be used, in words for people; the error's own message where the words say nothing. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../error-code.ts'

export function pathFault(error: unknown): string {
  const code = codeOf(error)
  const words = WORDS[code]
  if (words) return `${words} (${code})`
  return error instanceof Error ? error.message : String(error)
}

/** The same for a path that was to be written, with the remedy where this user may not. */
export function writeFault(path: string, error: unknown): string {
  const code = codeOf(error)
  const fault = pathFault(error)
  if (code === 'EROFS') return `${fault}; make it writable, under systemd with ReadWritePaths=`
  if (FULL.includes(code)) return `${fault}; make room`
  if (code !== 'EACCES' && code !== 'EPERM') return fault
  return `${fault}; give this user write access to ${existing(path)}`
}

/** The path itself, or the nearest folder above it that is there. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))

const FULL = ['ENOSPC', 'SQLITE_FULL']

const NO_FOLDER = 'a part of the path is a file, not a folder'
const NOT_ALLOWED = 'this user is not allowed to use it'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EISDIR: 'it is a folder',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
}
