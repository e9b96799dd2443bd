/** What lists of destinations of every kind have in common. */
import { plainLine } from '../../shared/text/table.ts'
import type { FollowerStatus } from '../../sync-agent/index.ts'
import { briefTime, fieldsOf, tableOf } from '../print.ts'

interface Listed {
  id: number
  state: string
  follower: FollowerStatus
}

/**
 * A table of them, and below it why some fail.
 *
 * @param more columns of its kind
 */
export function listText<Report extends Listed>(
  all: readonly Report[],
  more: Readonly<Record<string, (report: Report) => string | number | undefined>>,
  none: string,
): string {
  const table = tableOf(
    all,
    {
      id: ({ id }) => id,
      state: ({ state, follower: { failuresInARow } }) =>
        state === 'active' && failuresInARow > 0 ? `failing (${failuresInARow})` : state,
      waiting: ({ follower }) => follower.behind,
      'put aside': ({ follower }) => follower.aside,
      'written (UTC)': ({ follower }) => briefTime(follower.lastDone),
      ...more,
    },
    none,
  )
  const reasons = all
    .filter(({ follower }) => follower.failuresInARow > 0)
    .map(({ follower: { name, lastFailure } }) => plainLine(`${name}: ${lastFailure?.message}`))
  return [table, ...reasons].join('\n')
}

export function reportText<Report extends { follower: FollowerStatus }>(report: Report): string {
  const { follower, ...facts } = report
  const { lastFailure, name, ...rest } = follower
  const failure = lastFailure && { lastFailure: `${briefTime(lastFailure.at)} ${lastFailure.message}` }
  return fieldsOf({ ...facts, follower: name, ...rest, ...failure })
}
