/** A first sync of 50 MB with the built command: time and peak memory. The service runs in another process. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { COMMAND } from '../scripts/pack/places.ts'
import { rounded } from './news.ts'

const SIZES_MB = [1, 50]
const LIMIT_MB = 160
const TELL_PEAK = `process.on('exit', () => console.error('peak ' + process.resourceUsage().maxRSS))`

export async function firstSync() {
  if (!existsSync(COMMAND)) throw new Error('dist is missing; run: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const rows: Record<string, object> = {}
  for (const sizeMb of SIZES_MB) {
    const { peakMb, seconds, entries } = await syncOnce(sizeMb, join(folder, `${sizeMb}.db`))
    rows[`${sizeMb} MB`] = {
      entries,
      seconds: rounded(seconds, 1),
      'peak memory, MB': Math.round(peakMb),
      [`of ${LIMIT_MB} MB`]: rounded(peakMb / LIMIT_MB),
    }
  }
  rmSync(folder, { recursive: true })
  return rows
}

/** @param db the store, which is empty */
export async function syncOnce(sizeMb: number, db: string) {
  const service = [join(import.meta.dirname, 'upstream.ts'), `${sizeMb * 1_000_000}`]
  const upstream = spawn(process.execPath, service, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [url] = await once(createInterface(upstream.stdout), 'line')
    const args = [
      'sync',
      'once',
      '--json',
      '--lang',
      'en-US',
      '--log-level',
      'silent',
      '--service-url',
      `${url}`,
    ]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      ...['--import', `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`, COMMAND],
      ...[...args, '--db', db],
    ])
    const [report] = JSON.parse(stdout)
    const peakMb = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024
    return { peakMb, seconds: report.durationMs / 1000, entries: report.applied.new }
  } finally {
    upstream.kill()
  }
}
