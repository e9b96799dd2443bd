/** `schoolbell sync webhooks`: adds, lists, tests and controls webhooks. */
import { Command, Option, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { plainLine } from '../../shared/text/table.ts'
import {
  openWebhookAdmin,
  type RotateReport,
  type TargetReport,
  type TestReport,
  WEBHOOK_EVENTS,
  type WebhookAdmin,
  WebhookError,
  type WebhookEvent,
} from '../../sync-agent/index.ts'
import { addOptions, languages, listedNumber, orderedOf, siteIds, wholeNumber } from '../options.ts'
import { briefTime, fieldsOf, type Said, said, tableOf } from '../print.ts'
import { cancellable } from '../signals.ts'
import { SYNC, webhookKeyOption, webhookOptions } from './options.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { onStore, storeCommand } from './store.ts'

const HOUR_MS = 3_600_000

export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description(
    'Programs that receive each change by a signed HTTP call; the agent may be running.',
  )
  for (const command of targetCommands()) webhooks.addCommand(command)
  for (const name of ['deliveries', 'replay', 'drop']) webhooks.addCommand(gone(name), { hidden: true })
  return webhooks
}

const targetCommands = () => [
  addOptions(
    storeCommand('add', 'Adds a webhook and prints its secret once. With --site and --lang: only this news.'),
    ...webhookOptions(),
  )
    .argument('<url>', 'an https address')
    .option('--event <type>', `only these: ${WEBHOOK_EVENTS.join(', ')}; can be repeated`, eventTypes)
    .option('--backlog', 'also send all existing entries, and each entry of a first sync')
    // Not from the environment: that says what the agent copies, and nothing about this webhook.
    .option('--site <ids>', 'academy, pre-school or both (default: all)', siteIds)
    .option('--lang <tags>', 'en-US, zh-HK or both (default: all)', languages)
    .action(onCall(add)),
  storeCommand('list', 'All webhooks and their state.').addOption(webhookKeyOption()).action(onCall(list)),
  onTarget('show', 'One webhook.').addOption(webhookKeyOption()).action(onCall(show)),
  onTarget('remove', 'Removes a webhook with its secrets and all that waits for it.').action(onCall(remove)),
  onTarget('pause', 'Stops sending for now; it is told of all changes after resume.').action(onCall(pause)),
  onTarget('resume', 'Sends again at once, after a pause, a 410 or a repaired fault.').action(onCall(resume)),
  addOptions(
    onTarget('rotate', 'Prints a new secret once; the old one stays valid for a while.'),
    ...webhookOptions(),
    new Option('--old-for <hours>', 'how long messages are also signed with the old one')
      .argParser(hours)
      .default(24 * HOUR_MS, '24'),
  ).action(onCall(rotate)),
  addOptions(
    onTarget('test', 'Sends a ping now and prints the response. Exit code 1 when it is not accepted.'),
    ...webhookOptions(),
  ).action(onCall(test)),
]

const gone = (name: string) =>
  new Command(name)
    .allowUnknownOption()
    .allowExcessArguments()
    .action((_flags, command: Command) =>
      command.error(
        `error: webhooks ${name} is gone: messages are changes of the news now. See ${SYNC} followers: retry, skip and rewind`,
      ),
    )

const onTarget = (name: string, description: string) =>
  storeCommand(name, description).argument('<id>', 'its number in the list', listedNumber('list'))

const onCall = (work: (webhooks: WebhookAdmin, ...given: never[]) => Promise<Said>) =>
  onStore(
    ({ db, webhookAllowHost: allowedHosts = [], webhookKey: keyFile }) => {
      useProxyOfEnvironment()
      return openWebhookAdmin(db, { clock: systemClock, allowedHosts, keyFile })
    },
    (webhooks, ...given) =>
      work(webhooks, ...given).catch(error => {
        if (!(error instanceof WebhookError) || error.code !== 'WEBHOOK_UNKNOWN') throw error
        throw new Error(`${error.message}; see ${SYNC} webhooks list`, { cause: error })
      }),
  )

const add = async (webhooks: WebhookAdmin, url: string, flags: OptionValues) => {
  const { event: events, backlog = false, site: siteIds, lang: langs } = flags
  const added = await webhooks.add({ url, events, backlog, siteIds, langs })
  return said({ ...added.target, secret: added.secret }, addedText)
}
const list = async (webhooks: WebhookAdmin) => said(await webhooks.list(), targetsText)
const show = async (webhooks: WebhookAdmin, id: number) => said(await webhooks.show(id), targetText)
const remove = async (webhooks: WebhookAdmin, id: number) => {
  await webhooks.remove(id)
  return said({ id, removed: true }, () => `webhook ${id} is removed`)
}
const pause = async (webhooks: WebhookAdmin, id: number) =>
  said(await webhooks.pause(id), ({ state }) => `webhook ${id} is ${state}`)
const resume = async (webhooks: WebhookAdmin, id: number) =>
  said(
    await webhooks.resume(id),
    ({ state, follower }) => `webhook ${id} is ${state}; ${follower.behind} waiting`,
  )
const rotate = async (webhooks: WebhookAdmin, id: number, { oldFor }: OptionValues) => {
  const { target, ...rotated } = await webhooks.rotate(id, oldFor)
  return said({ ...target, ...rotated }, () => rotatedText(rotated))
}
const test = async (webhooks: WebhookAdmin, id: number) => {
  const report = await cancellable(signal => webhooks.test(id, signal))
  if (!report.delivered) process.exitCode = 1
  return said(report, testedText)
}

const known = orderedOf(WEBHOOK_EVENTS)
const eventTypes = (given: string, before: WebhookEvent[] = []) => [...new Set([...before, ...known(given)])]

const toAYear = wholeNumber(0, 8_760, 'a number of hours from 0 to 8760')
const hours = (given: string) => toAYear(given) * HOUR_MS

function addedText({ id, url, secret }: TargetReport & { secret: string }): string {
  const hint = `The secret is shown only once. To test the webhook: ${SYNC} webhooks test ${id}`
  return [plainLine(`webhook ${id}: ${url}`), secret, hint].join('\n')
}

function rotatedText({ secret, oldUntil, keyFile }: Omit<RotateReport, 'target'>): string {
  const hint =
    oldUntil === undefined
      ? `It has another key than the old one: ${keyFile}. Every agent needs this file (--webhook-key), or nothing is sent; messages are no longer signed with the old secret.`
      : `Messages are also signed with the old one until ${briefTime(oldUntil)}.`
  return `${secret}\n${plainLine(`The secret is shown only once. ${hint}`)}`
}

function targetsText(all: readonly TargetReport[]): string {
  const table = tableOf(
    all,
    {
      id: ({ id }) => id,
      state: stateOf,
      waiting: ({ follower }) => follower.behind,
      'put aside': ({ follower }) => follower.aside,
      'delivered (UTC)': ({ follower }) => briefTime(follower.lastDone),
      url: ({ url }) => url,
    },
    'There are no webhooks.',
  )
  const reasons = all
    .filter(({ state, follower }) => state === 'gone' || follower.failuresInARow > 0)
    .map(({ id, follower: { lastFailure, restsUntil } }) => {
      const rest = restsUntil === undefined ? '' : `; pauses until ${briefTime(restsUntil)}`
      return `webhook ${id}: ${lastFailure?.message}${rest}`
    })
  const keyFaults = all.flatMap(({ id, keyFault }) => (keyFault ? `webhook ${id}: ${keyFault}` : []))
  return [table, ...[...keyFaults, ...reasons].map(plainLine)].join('\n')
}

function stateOf({ state, keyFault, follower: { failuresInARow } }: TargetReport): string {
  if (state !== 'active') return state
  if (keyFault) return 'no key'
  return failuresInARow > 0 ? `failing (${failuresInARow})` : state
}

function targetText({ follower: { lastFailure, name, ...rest }, ...facts }: TargetReport): string {
  const failure = lastFailure && { lastFailure: `${briefTime(lastFailure.at)} ${lastFailure.message}` }
  return fieldsOf({ ...facts, follower: name, ...rest, ...failure })
}

function testedText({ delivered, status, failure, answer, elapsedMs, messageId }: TestReport): string {
  const verdict = delivered ? `accepted: HTTP ${status}` : `not accepted: ${failure}`
  const text = answer ? `\n${plainLine(answer)}` : ''
  return `${plainLine(verdict)}, ${elapsedMs} ms, webhook-id ${messageId}${text}`
}
