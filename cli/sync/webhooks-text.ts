/** The text output of `schoolbell sync webhooks`. */
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type {
  DeliveryReport,
  ReplayReport,
  RotateReport,
  TargetReport,
  TestReport,
} from '../../sync-agent/index.ts'

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
      : `The secret is shown only once. Messages are also signed with the old one until ${brief(oldUntil)}.`,
  ].join('\n')

export function targets(all: readonly TargetReport[]): string {
  if (all.length === 0) return 'There are no webhooks.'
  const rows = all.map(({ id, state, failuresInARow, waiting, dead, lastDelivery, url }) => [
    `${id}`,
    state === 'active' && failuresInARow > 0 ? `failing (${failuresInARow})` : state,
    `${waiting}`,
    `${dead}`,
    brief(lastDelivery),
    url,
  ])
  const reasons = all
    .filter(({ state, failuresInARow }) => state === 'gone' || failuresInARow > 0)
    .map(({ id, lastFailure, restsUntil }) => {
      const rest = restsUntil === undefined ? '' : `; suspended until ${brief(restsUntil)}`
      return plainLine(`webhook ${id}: ${lastFailure?.message}${rest}`)
    })
  const table = formatTable(['id', 'state', 'waiting', 'failed', 'delivered (UTC)', 'url'], rows)
  return [table, ...reasons].join('\n')
}

export function target({ lastFailure, ...facts }: TargetReport): string {
  const rows = Object.entries(facts).map(([name, value]) => [name, String(value)])
  if (lastFailure) rows.push(['lastFailure', `${brief(lastFailure.at)} ${lastFailure.message}`])
  return formatTable(['field', 'value'], rows)
}

export function tested({ delivered, status, failure, answer, elapsedMs, messageId }: TestReport): string {
  const verdict = delivered ? `accepted: HTTP ${status}` : `not accepted: ${failure}`
  const text = answer ? `\n${plainLine(answer)}` : ''
  return `${plainLine(verdict)}, ${elapsedMs} ms, webhook-id ${messageId}${text}`
}

const STATES: Record<DeliveryReport['state'], string> = {
  pending: 'waiting',
  delivered: 'delivered',
  dead: 'failed',
}

export function deliveries(all: readonly DeliveryReport[]): string {
  if (all.length === 0) return 'There are no messages.'
  const rows = all.map(({ id, target, type, siteId, lang, newsId, state, attempts, created, failure }) => [
    `${id}`,
    `${target}`,
    type,
    `${siteId}/${lang}`,
    newsId ?? '-',
    STATES[state],
    `${attempts}`,
    brief(created),
    failure ?? '',
  ])
  return formatTable(
    ['id', 'to', 'type', 'stream', 'newsId', 'state', 'attempts', 'made (UTC)', 'failure'],
    rows,
  )
}

export function replayed(report: ReplayReport, call: string): string {
  const { replayed, heldBack = [], overtaken, unknown } = report
  const sent = heldBack.reduce((rest, { messages }) => rest - messages, replayed)
  const lines = heldBack.map(
    ({ target, state, messages }) =>
      `webhook ${target} is ${state}: run ${call} webhooks resume ${target} first; ${messages} are waiting`,
  )
  if (sent > 0 || lines.length === 0) lines.unshift(`${sent} will be sent again by the agent`)
  if (overtaken > 0)
    lines.push(`${overtaken} not sent: a later message has the same entry, or the entry no longer exists`)
  if (unknown.length > 0) lines.push(`unknown: ${unknown.join(', ')}`)
  return lines.map(plainLine).join('\n')
}

const brief = (instant: string | undefined) => instant?.slice(0, 19).replace('T', ' ') ?? '-'
