/** A folder for what is being made: on the disk of the data, so that what is done is renamed into place. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = '.work-'
/** What a run that was killed left behind: none that still works is as old. */
const STALE_MS = 24 * 3_600_000

export interface Workshop {
  /** Gone with the service. */
  readonly folder: string
  /** A folder of its own for one piece of work, gone when it is over. */
  piece(): Promise<AsyncDisposable & { folder: string }>
  close(): void
}

export function workshop(dataFolder: string): Workshop {
  let folder: string | undefined
  const open = () => {
    if (folder !== undefined) return folder
    removeStale(dataFolder)
    folder = mkdtempSync(join(dataFolder, PREFIX))
    return folder
  }
  return {
    get folder() {
      return open()
    },
    async piece() {
      const own = await mkdtemp(join(open(), 'piece-'))
      return { folder: own, [Symbol.asyncDispose]: () => rm(own, { recursive: true, force: true }) }
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function removeStale(dataFolder: string): void {
  for (const name of readdirSync(dataFolder).filter(name => name.startsWith(PREFIX))) {
    const place = join(dataFolder, name)
    if (Date.now() - statSync(place).mtimeMs > STALE_MS) rmSync(place, { recursive: true, force: true })
  }
}
