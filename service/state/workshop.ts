/** A folder for what is being made: on the disk of the data, so that what is done is renamed into place. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = '.work-'
/** A file in it that is written anew while the service runs. */
const SIGN = 'in-use'
const SIGN_MS = 10 * 60_000
/** What a run that was killed left behind: it has given no sign for as long. */
const STALE_MS = 2 * 3_600_000

export interface Workshop {
  /** Gone with the service. */
  readonly folder: string
  /** A folder of its own for one piece of work, gone when it is over. */
  piece(): Promise<AsyncDisposable & { folder: string }>
  close(): void
}

export function workshop(dataFolder: string): Workshop {
  let folder: string | undefined
  let signing: NodeJS.Timeout | undefined
  const open = () => {
    // It may have been swept away after all, on a machine that slept.
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
    async piece() {
      const own = await mkdtemp(join(open(), 'piece-'))
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
