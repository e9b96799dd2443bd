/** Waits for the server, also outside of a test, where Vitest's own waiting cannot be used. */
import { setTimeout } from 'node:timers/promises'

const LONGEST_MS = 60_000

/** @throws it has not come true within a minute; the message says for what it waited */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`waited ${LONGEST_MS / 1000} s until ${what}`)
    await setTimeout(5)
  }
}
