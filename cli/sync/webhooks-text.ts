/** The text output of `schoolbell sync webhooks`. */
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { RotateReport, TargetReport, TestReport } from '../../sync-agent/index.ts'
import { briefTime } from '../print.ts'

/** @param call as in `npx schoolbell sync`, for hints */
export const added = (
  { target: { id, url }, secret }: { target: TargetReport; secret: string },
  call: string,
) =>
  [
    plainLine(`webhook ${id}: ${url}`),
    secret,
    `The secret is shown only once. To test the webhook: ${call} webhooks test ${id}`,
  ].join('\n')

export const rotated = ({ secret, oldUntil, keyFile }: Omit<RotateReport, 'target'>) =>
  [
    secret,
    oldUntil === undefined
      ? plainLine(
          `The secret is shown only once. It has another key than the old one: ${keyFile}. Every agent needs this file (--webhook-key), or nothing is sent; messages are no longer signed with the old secret.`,
        )
      : `The secret is shown only once. Messages are also signed with the old one until ${briefTime(oldUntil)}.`,
  ].join('\n')

export function targets(all: readonly TargetReport[]): string {
  if (all.length === 0) return 'There are no webhooks.'
  const rows = all.map(
    ({ id, state, keyFault, follower: { failuresInARow, behind, aside, lastDone }, url }) => [
      `${id}`,
      state !== 'active'
        ? state
        : keyFault
          ? 'no key'
          : failuresInARow > 0
            ? `failing (${failuresInARow})`
            : state,
      `${behind}`,
      `${aside}`,
      briefTime(lastDone),
      url,
    ],
  )
  const reasons = all
    .filter(({ state, follower }) => state === 'gone' || follower.failuresInARow > 0)
    .map(({ id, follower: { lastFailure, restsUntil } }) => {
      const rest = restsUntil === undefined ? '' : `; pauses until ${briefTime(restsUntil)}`
      return plainLine(`webhook ${id}: ${lastFailure?.message}${rest}`)
    })
  const keyFaults = all.flatMap(({ id, keyFault }) =>
    keyFault === undefined ? [] : plainLine(`webhook ${id}: ${keyFault}`),
  )
  const table = formatTable(['id', 'state', 'waiting', 'put aside', 'delivered (UTC)', 'url'], rows)
  return [table, ...keyFaults, ...reasons].join('\n')
}

export function target({ follower, ...facts }: TargetReport): string {
  const { lastFailure, name, ...rest } = follower
  const rows = Object.entries({ ...facts, follower: name, ...rest }).map(([name, value]) => [
    name,
    String(value),
  ])
  if (lastFailure) rows.push(['lastFailure', `${briefTime(lastFailure.at)} ${lastFailure.message}`])
  return formatTable(['field', 'value'], rows)
}

export function tested({ delivered, status, failure, answer, elapsedMs, messageId }: TestReport): string {
  const verdict = delivered ? `accepted: HTTP ${status}` : `not accepted: ${failure}`
  const text = answer ? `\n${plainLine(answer)}` : ''
  return `${plainLine(verdict)}, ${elapsedMs} ms, webhook-id ${messageId}${text}`
}
