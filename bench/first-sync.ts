/** A first sync of 50 MB: time, and peak memory of the agent's process; the service runs in another one. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { rounded } from './news.ts'

const SIZES_MB = [1, 50]
const LIMIT_MB = 160
/** Node takes memory as long as there is some; with these it collects its garbage sooner. */
const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=64']

export async function firstSync() {
  const rows: Record<string, object> = {}
  for (const sizeMb of SIZES_MB) {
    for (const [name, flags] of [
      ['', []],
      [', small heap', SMALL_HEAP],
    ] as const) {
      const { peakMb, seconds, entries } = await syncOnce(sizeMb, flags)
      rows[`${sizeMb} MB${name}`] = {
        entries,
        seconds: rounded(seconds, 1),
        'peak memory, MB': Math.round(peakMb),
        [`of ${LIMIT_MB} MB`]: rounded(peakMb / LIMIT_MB),
      }
    }
  }
  return rows
}

async function syncOnce(sizeMb: number, flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const script = (name: string) => join(import.meta.dirname, name)
  const upstream = spawn(process.execPath, [script('upstream.ts'), `${sizeMb * 1_000_000}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [url] = await once(createInterface(upstream.stdout), 'line')
    const agent = [...flags, script('agent-once.ts'), String(url), join(folder, 'news.sqlite')]
    const { stdout } = await promisify(execFile)(process.execPath, agent)
    const { report, peakMb } = JSON.parse(stdout)
    if (report.outcome !== 'done') throw new Error(report.failure.message)
    return { peakMb: Number(peakMb), seconds: report.durationMs / 1000, entries: report.applied.new }
  } finally {
    upstream.kill()
    rmSync(folder, { recursive: true })
  }
}
