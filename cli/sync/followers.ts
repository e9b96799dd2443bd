/** `schoolbell sync followers`: how far everything has come that leaves the agent, and what its targets refuse. */
import { type Command, InvalidArgumentError, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type FollowerAdmin, openFollowerAdmin, whyStopped } from '../../sync-agent/index.ts'
import { count, listedNumbers, passOptionsOn } from '../options.ts'
import { briefTime, type Said, said, streamName, tableOf } from '../print.ts'
import { publishToOption } from './options.ts'
import { onStore, storeCommand } from './store.ts'

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

const onCall = (work: (followers: FollowerAdmin, ...given: never[]) => Promise<Said>) =>
  onStore(({ db, publishTo }) => openFollowerAdmin(db, systemClock, publishTo), work)

async function list(followers: FollowerAdmin): Promise<Said> {
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

async function aside(followers: FollowerAdmin, name: string, { limit }: OptionValues): Promise<Said> {
  const entries = await followers.aside(name, limit)
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

const retry = async (followers: FollowerAdmin, name: string, ids: number[]) =>
  said(
    { name, due: await followers.retry(name, someOrAll(ids)) },
    ({ due }) => `${counted(due, 'entry', 'entries')} of ${name} to be tried again by the agent`,
  )

const skip = async (followers: FollowerAdmin, name: string, ids: number[]) =>
  said(
    { name, skipped: await followers.skip(name, someOrAll(ids)) },
    ({ skipped }) => `${counted(skipped, 'entry', 'entries')} of ${name} skipped`,
  )

const someOrAll = (ids: number[]) => (ids.length > 0 ? ids : undefined)

async function rewind(followers: FollowerAdmin, name: string, { to }: OptionValues): Promise<Said> {
  const { seq } = to
  await followers.rewind(name, seq)
  const { behind } = (await followers.list()).find(follower => follower.name === name) ?? { behind: 0 }
  return said(
    { name, seq: seq ?? 0, behind },
    () => `${name} goes on after change ${seq ?? 0}; ${counted(behind, 'change follows', 'changes follow')}`,
  )
}

/** An undefined number is the beginning. */
function place(given: string): { seq: number | undefined } {
  if (given === 'beginning') return { seq: undefined }
  if (/^\d{1,15}$/.test(given)) return { seq: Number(given) }
  throw new InvalidArgumentError(
    'It must be the number of a change, as in the news item’s seq, or "beginning".',
  )
}
