/** A folder that a test may fill and that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Scratch extends Disposable {
  /** Absolute path. */
  folder: string
  /** A path inside it. */
  path(...parts: string[]): string
}

export function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-test-'))
  return {
    folder,
    path: (...parts) => join(folder, ...parts),
    // A process that is ending may still write into it.
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}
