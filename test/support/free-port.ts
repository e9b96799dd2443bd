/**
 * A port that nobody has, for programs that cannot be told to take any, and for one that comes back to where it was.
 *
 * It lies below those that systems hand out to whoever takes any, and each worker of a run has its own to choose from, one after
 * the other: nobody gets it before it is used, or between two uses.
 */
import { createServer } from 'node:net'

const FIRST = 20_000
const PER_WORKER = 750
const WORKERS = 16

/** Runs beside each other, on one machine, each begin at another. */
let next = process.pid

export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS
  for (;;) {
    const port = FIRST + worker * PER_WORKER + (next % PER_WORKER)
    next += 1
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isTaken = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(true)).listen(port, '127.0.0.1', () => resolve(false))
  })
  await new Promise(resolve => server.close(resolve))
  return !isTaken
}
