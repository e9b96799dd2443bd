/** `schoolbell sync alert-test`: sends a message to each receiver of alerts, from this process. */
import { Command, type OptionValues } from 'commander'
import { type AlertTrial, checkAlerts, tryAlerts } from '../../sync-agent/index.ts'
import { addOptions, endAsMissing, OptionError } from '../options.ts'
import { print, tableOf } from '../print.ts'
import { cancellable } from '../signals.ts'
import { alertOption } from './alerts.ts'
import { webhookAllowHostOption } from './options.ts'
import { useProxyOfEnvironment } from './proxy.ts'

export const alertTestCommand = (): Command =>
  addOptions(
    new Command('alert-test').description(
      'Sends a trial message to each address of --alert now, and prints how it was received. Exit code 1 when one is not accepted.',
    ),
    alertOption(),
    webhookAllowHostOption(),
  )
    .option('--json', 'print JSON')
    .action(runAlertTest)

async function runAlertTest(flags: OptionValues, command: Command): Promise<void> {
  const { alert = endAsMissing(command, '--alert <url>'), webhookAllowHost: allowedHosts = [] } = flags
  useProxyOfEnvironment()
  const targets = checkAlerts(alert, reason => new OptionError(`alerts: ${reason}`))
  const trials = await cancellable(signal => tryAlerts(targets, { allowedHosts }, signal))
  print(flags, trials, inWords(trials))
  if (trials.some(({ accepted }) => !accepted)) process.exitCode = 1
}

const inWords = (trials: readonly AlertTrial[]) =>
  tableOf(
    trials,
    {
      receiver: ({ target }) => target,
      ms: ({ elapsedMs }) => elapsedMs,
      result: ({ status, failure }) => (failure ? `not accepted: ${failure}` : `accepted: HTTP ${status}`),
    },
    '',
  )
