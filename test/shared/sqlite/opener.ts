/** A thread that opens one new store after another at the same moment as its fellows, and says what stood in the way. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../shared/sqlite/open.ts'

export interface OpenerTask {
  paths: string[]
  threads: number
  /** How many openings have begun, over all threads. */
  begun: Int32Array
}

const { paths, threads, begun }: OpenerTask = workerData
const faults: string[] = []
for (const [round, path] of paths.entries()) {
  Atomics.add(begun, 0, 1)
  // Spun, not waited for: to be woken takes longer than the moment that is looked for.
  while (Atomics.load(begun, 0) < (round + 1) * threads);
  try {
    openDatabase({
      path,
      purpose: 'the test’s store',
      applicationId: 0x7465_7374,
      migrations: [database => database.exec('CREATE TABLE bell (tone TEXT NOT NULL) STRICT')],
    }).close()
  } catch (error) {
    faults.push(String(error))
  }
}
parentPort?.postMessage(faults)
