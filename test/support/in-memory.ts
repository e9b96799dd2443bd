/**
 * Keeps what a run of the tests writes in memory, where the machine has the room: each commit of a store waits for the disk
 * otherwise, thousands of times. What a killed process has written outlives it there as on a disk.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Short, for some tests measure lines in which a path stands. */
const NAME = 'bell-'
/** Ten times what a run has ever held at once. */
const NEEDED_BYTES = 2 * 1024 ** 3

export default function setup(): (() => void) | undefined {
  if (freeBytes() < NEEDED_BYTES) return undefined
  for (const folder of readdirSync(MEMORY)) if (isLeftOver(folder)) removeOwn(join(MEMORY, folder))
  const folder = join(MEMORY, NAME + process.pid)
  mkdirSync(folder)
  // Whatever the umask: a test that goes on as nobody has its own folder in it.
  chmodSync(folder, 0o755)
  // The workers have it from here.
  process.env.TMPDIR = folder
  // And programs that they start need not be compiled each time.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Another user's stays. */
function removeOwn(folder: string): void {
  const { uid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  if (uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
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
  const pid = Number(folder.startsWith(NAME) && folder.slice(NAME.length))
  if (!pid || pid === process.pid) return pid > 0
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
