/** Waits for a condition that another process brings about. */
import { setTimeout } from 'node:timers/promises'

/**
 * Asks every few milliseconds: what another process writes into a database file sends no event. Ends with the test's
 * own time limit when it never comes true.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(5)
}
