/** `schoolbell sync followers`: how far everything has come that leaves the agent, and what its targets refuse. */
import { type Command, InvalidArgumentError, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type FollowerAdmin, openFollowerAdmin, whyStopped } from '../../sync-agent/index.ts'
import { count, listedNumbers, passOptionsOn } from '../options.ts'
import { briefTime, print, type Said, said, streamName, tableOf } from '../print.ts'
import { publishToOption } from './options.ts'
import { refuseNoStore, storeCommand } from './store.ts'

/** One call of a sub-command. */
interface Call {
  followers: FollowerAdmin
  flags: OptionValues
  name: string
  ids: number[] | undefined
}

export function followersCommand(): Command {
  const followers = followerCommand(
    'followers',
    'How far webhooks, the mirror and the published folder have come; the agent may be running.',
  ).action(onCall(list))
  for (const command of subCommands()) followers.addCommand(command)
  return passOptionsOn(followers)
}

const followerCommand = (name: string, description: string) =>
  storeCommand(name, description).addOption(publishToOption())

const subCommands = () => [
  onFollower('aside', 'What its target has refused, newest first.')
    .option('--limit <number>', 'most entries to list', count, 50)
    .action(onCall(aside)),
  onFollower('retry', 'Tries these entries again now, or all that are put aside, and ends a pause.')
    .argument('[id...]', 'their numbers in the list', listedNumbers('aside'))
    .action(onCall(retry)),
  onFollower('skip', 'Removes these entries, or all that are put aside: they are sent when they change.')
    .argument('[id...]', 'their numbers in the list', listedNumbers('aside'))
    .action(onCall(skip)),
  onFollower('rewind', 'Sends all changes after this one again.')
    .requiredOption('--to <seq>', 'the number of a change, or "beginning": each entry by itself', place)
    .action(onCall(rewind)),
]

const onFollower = (name: string, description: string) =>
  followerCommand(name, description).argument('<name>', 'as in the list, such as webhook-1')

function onCall(work: (call: Call) => Promise<Said>) {
  return async (...given: unknown[]) => {
    const command = given.at(-1) as Command
    const flags = command.opts()
    refuseNoStore(flags)
    const [name, ids] = command.processedArgs
    await using followers = await openFollowerAdmin(flags.db, systemClock, flags.publishTo)
    // Without any there is an empty list.
    print(flags, ...(await work({ followers, flags, name, ids: ids?.length > 0 ? ids : undefined })))
  }
}

async function list({ followers }: Call): Promise<Said> {
  const all = await followers.list()
  const failures = all
    .filter(({ failuresInARow }) => failuresInARow > 0)
    .map(({ name, failuresInARow, lastFailure }) =>
      plainLine(`${name}: ${counted(failuresInARow, 'failure')} in a row: ${lastFailure?.message}`),
    )
  const table = tableOf(
    all,
    {
      name: ({ name }) => name,
      seq: ({ seq }) => seq,
      waiting: ({ behind }) => behind,
      'put aside': ({ aside }) => aside,
      'last done (UTC)': ({ lastDone }) => briefTime(lastDone),
      'pauses until (UTC)': ({ restsUntil }) => briefTime(restsUntil),
    },
    'There are no followers.',
  )
  return [all, [table, ...failures, ...all.map(whyStopped).filter(line => line !== undefined)].join('\n')]
}

async function aside({ followers, flags, name }: Call): Promise<Said> {
  const entries = await followers.aside(name, flags.limit)
  const table = tableOf(
    entries,
    {
      id: ({ id }) => id,
      stream: streamName,
      newsId: ({ newsId }) => newsId ?? 'first sync',
      attempts: ({ attempts }) => attempts,
      'next (UTC)': ({ next }) => briefTime(next),
      reason: ({ reason }) => reason,
    },
    'Nothing is put aside.',
  )
  return [entries, table]
}

const retry = async ({ followers, name, ids }: Call) =>
  said(
    { name, due: await followers.retry(name, ids) },
    ({ due }) => `${counted(due, 'entry', 'entries')} of ${name} to be tried again by the agent`,
  )

const skip = async ({ followers, name, ids }: Call) =>
  said(
    { name, skipped: await followers.skip(name, ids) },
    ({ skipped }) => `${counted(skipped, 'entry', 'entries')} of ${name} skipped`,
  )

async function rewind({ followers, flags, name }: Call): Promise<Said> {
  const { seq } = flags.to
  await followers.rewind(name, seq)
  return said({ name, seq: seq ?? 0 }, () => `${name} goes on after change ${seq ?? 0}`)
}

/** An undefined number is the beginning. */
function place(given: string): { seq: number | undefined } {
  if (given === 'beginning') return { seq: undefined }
  if (/^\d{1,15}$/.test(given)) return { seq: Number(given) }
  throw new InvalidArgumentError(
    'It must be the number of a change, as in the news item’s seq, or "beginning".',
  )
}
