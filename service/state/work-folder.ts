/** A folder for unfinished files: on the disk of the data, so that finished ones can be renamed into place. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = '.work-'
/** A file in it that is written again and again while the service runs. */
const SIGN = 'in-use'
const SIGN_MS = 10 * 60_000
/** Older than this, the folder was left behind by a process that was killed. */
const STALE_MS = 2 * 3_600_000

export interface WorkFolder {
  /** Deleted when the service closes. */
  readonly folder: string
  /** A new folder in it, deleted when disposed of. */
  newFolder(): Promise<AsyncDisposable & { folder: string }>
  close(): void
}

export function workFolder(dataFolder: string): WorkFolder {
  let folder: string | undefined
  let signing: NodeJS.Timeout | undefined
  const open = () => {
    // Another service may have removed it while this machine slept.
    if (folder !== undefined && existsSync(folder)) return folder
    const made = mkdtempSync(join(dataFolder, PREFIX))
    folder = made
    sign(made)
    clearInterval(signing)
    signing = setInterval(() => sign(made), SIGN_MS).unref()
    removeStale(dataFolder, statSync(made).mtimeMs)
    return made
  }
  return {
    get folder() {
      return open()
    },
    async newFolder() {
      const own = await mkdtemp(join(open(), 'part-'))
      return { folder: own, [Symbol.asyncDispose]: () => rm(own, { recursive: true, force: true }) }
    },
    close() {
      clearInterval(signing)
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sign(folder: string): void {
  if (existsSync(folder)) writeFileSync(join(folder, SIGN), '')
}

/** @param now by the disk's own clock */
function removeStale(dataFolder: string, now: number): void {
  for (const name of readdirSync(dataFolder).filter(name => name.startsWith(PREFIX))) {
    const place = join(dataFolder, name)
    const signs = [place, join(place, SIGN)].map(path => statSync(path, { throwIfNoEntry: false })?.mtimeMs)
    if (signs.every(at => at === undefined || now - at > STALE_MS))
      rmSync(place, { recursive: true, force: true })
  }
}
