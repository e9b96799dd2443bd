/** A first sync of 50 MB with the built command: time and peak memory. The service runs in another process. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { COMMAND } from '../scripts/pack/places.ts'
import { type Measured, type Place, rounded } from './suite.ts'

const SIZES_MB = [1, 50]
const LIMIT_MB = 160
const TELL_PEAK = `process.on('exit', () => console.error('peak ' + process.resourceUsage().maxRSS))`

export async function firstSync({ folder, start }: Place): Promise<Measured> {
  if (!existsSync(COMMAND)) throw new Error('dist is missing; run: npm run build')
  const rows: Record<string, object> = {}
  for (const sizeMb of SIZES_MB) {
    const { peakMb, seconds, entries } = await syncOnce(sizeMb, join(folder, `${sizeMb}.db`), start)
    rows[`${sizeMb} MB`] = {
      entries,
      seconds: rounded(seconds, 1),
      'peak memory, MB': Math.round(peakMb),
      [`of ${LIMIT_MB} MB`]: rounded(peakMb / LIMIT_MB),
    }
  }
  return { rows }
}

/** @param db the store, which is empty */
export async function syncOnce(sizeMb: number, db: string, start: Place['start']) {
  const url = await start(join(import.meta.dirname, 'upstream.ts'), `${sizeMb * 1_000_000}`)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--import', `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`, COMMAND],
    ...['sync', 'once', '--json', '--lang', 'en-US', '--log-level', 'silent'],
    ...['--service-url', url, '--db', db],
  ])
  const [report] = JSON.parse(stdout)
  const peakMb = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024
  return { peakMb, seconds: report.durationMs / 1000, entries: report.applied.new }
}
