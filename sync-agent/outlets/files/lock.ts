/**
 * One publisher of a folder at a time: a file in it says who it is, and is touched while it works.
 *
 * The lock of a process that has ended is taken over at once on the same machine or in the same container, and a minute after its
 * last sign of life on another one. Who was suspended for longer finds that out before it writes on.
 */
import { randomUUID } from 'node:crypto'
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codeOf, isDiskFull } from '../../../shared/error-code.ts'
import { PublishError } from './errors.ts'
import { LOCK_NAME } from './paths.ts'

export interface FolderLock extends AsyncDisposable {
  /** @throws {PublishError} another publisher has taken it over */
  confirm(): Promise<void>
}

const TOUCH_MS = 10_000
const LEFT_AFTER_MS = 60_000
const LOOK_MS = 100

/** Of this process, which may publish into several folders. */
const held = new Set<string>()

/**
 * @param waitMs how long to wait for another publisher
 * @throws {PublishError} another publisher has it
 * @throws the signal's reason
 */
export async function lockFolder(folder: string, waitMs: number, signal: AbortSignal): Promise<FolderLock> {
  const path = join(folder, LOCK_NAME)
  const own = JSON.stringify({ ...(await place()), pid: process.pid, id: randomUUID() })
  const until = performance.now() + waitMs
  held.add(own)
  try {
    while (!(await isTaken(path, own))) {
      if (performance.now() >= until) throw locked(folder)
      await setTimeout(LOOK_MS, undefined, { signal })
    }
  } catch (error) {
    held.delete(own)
    throw error
  }
  const touching = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => undefined)
  }, TOUCH_MS).unref()
  const isOurs = async () => (await readFile(path, 'utf8').catch(unlessAbsent)) === own
  return {
    async confirm() {
      if (!(await isOurs())) throw locked(folder)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(touching)
      if (await isOurs()) await rm(path, { force: true })
      held.delete(own)
    },
  }
}

/** @returns false: another publisher has it */
async function isTaken(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (isDiskFull(error)) await rm(path, { force: true })
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const holder = await readFile(path, 'utf8').catch(unlessAbsent)
  if (holder === undefined || !(await isLeft(path, holder))) return false
  // Only one of those who find it left gets it; who is late may get the lock of that one.
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(unlessAbsent)
  if ((await readFile(aside, 'utf8').catch(unlessAbsent)) === holder) {
    await rm(aside, { force: true })
    return isTaken(path, own)
  }
  await rename(aside, path).catch(unlessAbsent)
  return false
}

async function isLeft(path: string, holder: string): Promise<boolean> {
  const { host, processes, pid } = parsed(holder)
  const here = await place()
  if (host === here.host && processes === here.processes && typeof pid === 'number') {
    // Of a process before this one, where each has the same number, as in a container.
    return pid === process.pid ? !held.has(holder) : !isAlive(pid)
  }
  const touched = await stat(path).catch(unlessAbsent)
  return touched !== undefined && Date.now() - touched.mtimeMs > LEFT_AFTER_MS
}

/** Machines and containers may share a name; `processes` is a Linux kernel's name for those that a container sees. */
const place = async () => ({
  host: hostname(),
  processes: await readlink('/proc/self/ns/pid').catch(() => ''),
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function parsed(text: string): { host?: unknown; processes?: unknown; pid?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const locked = (folder: string) =>
  new PublishError(
    'FOLDER_LOCKED',
    `another schoolbell is writing ${folder}: wait until it has ended, or let it keep the folder; if it hangs, end it`,
  )

function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}
