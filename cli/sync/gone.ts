/** Options of earlier versions of the agent. */
import { type Command, Option } from 'commander'
import { option } from '../options.ts'

const GONE: Readonly<Record<string, string>> = {
  '--timeout': 'the agent waits 30 s for the next data of the service',
  '--total-timeout': 'a call to the service may take 15 minutes',
  '--max-bytes': 'a response of the service may have 256 MiB',
  '--reconcile-schedule': 'the agent compares at 19:17 UTC each day; the sub-command reconcile compares now',
  '--lease': 'another agent takes over after 5 s, with PostgreSQL after 1.2 s',
  '--stale-after': '/freshz and status --check fail after 15 minutes; the metrics tell the age',
  '--popup-interval': 'the popup relay calls the service every 15 s while visitors come',
  '--popup-stale': 'popup messages stay valid for 6 hours while the service is down',
  '--no-popup-relay': 'the popup relay does not call the service while nobody asks for messages',
  '--max-followers': '1,000 fit every school',
  '--feed-description': 'a feed has a fixed description in its language',
  '--feed-entries': 'a feed has the 50 newest entries',
  '--feed-identity': 'the sub-command move keeps the GUIDs when the service has a new address',
  '--compress': 'web servers compress what they send; see docs/hosts/nginx/static.conf',
  '--media-max-bytes': 'a file may have 256 MiB; --media-total-bytes limits the folder',
  '--media-parallel': '4 files are copied at a time',
  '--media-timeout': 'an attempt at a file may take 15 minutes',
  '--media-grace': 'unused files stay for 7 days',
}

/** Their variables are still options of other commands. */
const READ_BY_OTHERS = ['--timeout', '--max-bytes']

/** On the line or in the environment, also of sub-commands: the command ends with one sentence that says what is so now. */
export function refuseGoneOptions(command: Command): Command {
  for (const [flag, now] of Object.entries(GONE)) {
    const flags = `${flag} [value]`
    const gone = READ_BY_OTHERS.includes(flag) ? new Option(flags) : option(flags)
    const end = (name: string) => () => command.error(`error: ${name} is gone: ${now}`)
    command
      .addOption(gone.hideHelp())
      .on(`option:${gone.name()}`, end(`${gone.long}`))
      .on(`optionEnv:${gone.name()}`, end(`${gone.envVar}`))
  }
  command.commands.forEach(refuseGoneOptions)
  return command
}
