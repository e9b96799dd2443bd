/** The small school and its console’s API, as a program with a console token calls it. */
import type { ServiceOptions } from '../../console/index.ts'
import { CONSOLE_TOKEN, consoleCalls } from './console-calls.ts'
import { NOW, type SmallSchool, startSmallSchool } from './small-school.ts'

export interface OfficeSchool extends SmallSchool {
  /** @param path below /console/api */
  call: ReturnType<typeof consoleCalls>['call']
  /** What it began with, at the time of its beginning: a hundred times cheaper than another school. */
  beginAgain(): void
}

export async function startOfficeSchool(options: ServiceOptions = {}): Promise<OfficeSchool> {
  const school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN, ...options })
  const { snapshots } = school.service.state
  const { snapshotId } = snapshots.take('The beginning')
  return {
    ...school,
    call: consoleCalls(() => school.addresses.base).call,
    beginAgain() {
      snapshots.apply(snapshotId)
      school.clock.set(NOW)
    },
  }
}
