/**
 * Keeps what a run of the tests writes in memory, where the machine has the room: each commit of a store waits for the disk
 * otherwise, thousands of times. What a killed process has written outlives it there as on a disk.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'schoolbell-tests-'
/** Ten times what a run has ever held at once. */
const NEEDED_BYTES = 2 * 1024 ** 3

export default function setup(): (() => void) | undefined {
  if (freeBytes() < NEEDED_BYTES) return undefined
  for (const folder of readdirSync(MEMORY))
    if (isLeftOver(folder)) rmSync(join(MEMORY, folder), { recursive: true, force: true })
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`))
  // The workers have it from here.
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A container may have 64 MB, other systems none. */
function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Of a run that was broken off. */
function isLeftOver(folder: string): boolean {
  if (!folder.startsWith(NAME)) return false
  try {
    process.kill(Number.parseInt(folder.slice(NAME.length), 10), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
