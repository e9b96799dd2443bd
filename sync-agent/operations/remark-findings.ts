/** The doctor's finding about entries in the store in which something was odd. */
import type { Finding } from './doctor.ts'
import type { Status } from './status.ts'

/** @param call the words that start the agent's command */
export function remarkFindings({ streams }: Pick<Status, 'streams'>, call: string): Finding[] {
  const entries = streams.reduce((sum, { remarked }) => sum + remarked, 0)
  if (entries === 0) return []
  const which = entries === 1 ? '1 published entry has' : `${entries} published entries have`
  return [{ check: 'remarks', result: 'warning', detail: `${which} remarks: see ${call} remarks list` }]
}
