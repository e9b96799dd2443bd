/** `schoolbell sync wordpress`: keeps posts of WordPress sites equal to the news. */
import { Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import {
  DestinationError,
  type DryRun,
  openWordPressAdmin,
  type WordPressAdmin,
  type WordPressDetails,
  type WordPressReport,
} from '../../sync-agent/index.ts'
import { addOptions, hosts, languages, listedNumber, names, siteIds, wholeNumber } from '../options.ts'
import { type Said, said, tableOf } from '../print.ts'
import { showLine } from '../progress-line.ts'
import { cancellable } from '../signals.ts'
import { zoneOption } from '../zone.ts'
import { listText, reportText } from './destinations.ts'
import { SYNC } from './options.ts'
import { onStore, storeCommand } from './store.ts'

export function wordPressCommand(): Command {
  const wordpress = new Command('wordpress').description(
    'WordPress sites whose posts are kept equal to the news; the agent may be running.',
  )
  for (const command of siteCommands()) wordpress.addCommand(command)
  return wordpress
}

const siteCommands = () => [
  storeCommand('add', 'Looks the site over; the agent makes a post of each entry.')
    .argument('<address>', 'of the site, as in https://school.example')
    .requiredOption('--user <name>', 'its user, an Editor')
    .requiredOption(
      '--password-file <file>',
      'file with an application password, which the agent reads as well',
    )
    .option('--type <name>', 'type of the posts: post, page or another one', 'post')
    .addOption(
      new Option('--status <status>', 'of new posts').choices(['publish', 'draft']).default('publish'),
    )
    .option('--category <names>', 'of new posts, made when missing; can be repeated', names)
    .option('--tag <names>', 'of new posts, made when missing; can be repeated', names)
    .option('--author <name>', 'of new posts (default: the user)')
    .option('--field <name=value>', 'another field of new posts, as in lang=zh; can be repeated', field)
    .option('--since <date>', 'entries of this day and later, as in 2026-09-01', day)
    // Not from the environment: that says what the agent copies, and nothing about this site.
    .option('--site <ids>', 'academy, pre-school or both (default: all)', siteIds)
    .option('--lang <tags>', 'en-US, zh-HK or both (default: all)', languages)
    .option('--media-host <hosts>', 'upload pictures from these hosts too; can be repeated', hosts)
    .option(
      '--requests-per-second <number>',
      'at most so many',
      wholeNumber(1, 100, 'a number from 1 to 100'),
      5,
    )
    .option('--overwrite', 'also what somebody changed in WordPress')
    .option('--paused', 'nothing is written before resume')
    .action(onCall(add)),
  storeCommand('list', 'All sites and their state.').action(onCall(list)),
  onSite('show', 'One site, the posts that are left alone, and the files that it does not take.').action(
    onCall(show),
  ),
  addOptions(
    onSite('dry-run', 'What would be done, without doing it; also finds what somebody changed in WordPress.'),
    zoneOption('the agent’s time zone'),
  ).action(onCall(dryRun)),
  onSite('pause', 'Stops writing for now; changes are written after resume.').action(onCall(pause)),
  onSite('resume', 'Writes again at once, also what the site has refused.').action(onCall(resume)),
  onSite('copy', 'Compares all posts again, and makes missing ones: after WordPress was restored.')
    .option('--overwrite', 'also what somebody changed in WordPress')
    .action(onCall(copy)),
  onSite('take-back', 'Posts that somebody changed in WordPress follow their entries again.')
    .argument('<newsId...>', 'their entries')
    .action(onCall(takeBack)),
  onSite('remove', 'Ends it; the posts stay.')
    .option('--with-posts', 'puts the posts into the bin, but for those that somebody changed')
    .action(onCall(remove)),
]

const onSite = (name: string, description: string) =>
  storeCommand(name, description).argument('<id>', 'its number in the list', listedNumber('list'))

const onCall = (work: (sites: WordPressAdmin, ...given: never[]) => Promise<Said>) =>
  onStore(
    ({ db }) => openWordPressAdmin(db, systemClock),
    (sites, ...given) =>
      work(sites, ...given).catch(error => {
        if (!(error instanceof DestinationError) || error.code !== 'DESTINATION_UNKNOWN') throw error
        throw new Error(`${error.message}; see ${SYNC} wordpress list`, { cause: error })
      }),
  )

function field(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([a-z]\w*)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError(`"${text}" is not a name and a value, as in lang=zh.`)
  return { ...before, [name]: value }
}

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgumentError(`"${text}" is not a day such as 2026-09-01.`)
}

const add = async (sites: WordPressAdmin, address: string, flags: OptionValues) => {
  const { user, passwordFile, type, status, category, tag, author, field, since, paused } = flags
  const settings = {
    ...{ address, user, passwordFile, type, status, author, since },
    ...{ categories: category ?? [], tags: tag ?? [], fields: field ?? {} },
    ...{ siteIds: flags.site, langs: flags.lang, mediaHosts: flags.mediaHost ?? [] },
    ...{ overwrites: flags.overwrite ?? false, isPaused: paused ?? false },
    requestsPerSecond: flags.requestsPerSecond,
  }
  return said(await cancellable(signal => sites.add(settings, signal)), ({ id, address, state, follower }) =>
    plainLine(
      state === 'paused'
        ? `wordpress-${id} is paused: ${SYNC} wordpress dry-run ${id} says what would be written to ${address}, and resume ${id} begins`
        : `wordpress-${id}: the agent brings ${counted(follower.behind, 'change')} to ${address}. To see how far it is: ${SYNC} wordpress show ${id}`,
    ),
  )
}
const list = async (sites: WordPressAdmin) => said(await sites.list(), listOf)
const show = async (sites: WordPressAdmin, id: number) => said(await sites.show(id), detailsText)
const dryRun = async (sites: WordPressAdmin, id: number, { zone }: OptionValues) => {
  const report = await cancellable(signal => sites.dryRun(id, zone, signal, progressOf('entries compared')))
  return said(report, dryRunText)
}
const pause = async (sites: WordPressAdmin, id: number) =>
  said(await sites.pause(id), ({ state }) => `wordpress-${id} is ${state}`)
const resume = async (sites: WordPressAdmin, id: number) =>
  said(
    await sites.resume(id),
    ({ state, follower }) => `wordpress-${id} is ${state}; ${counted(follower.behind, 'change')} waiting`,
  )
const copy = async (sites: WordPressAdmin, id: number, { overwrite = false }: OptionValues) =>
  said(
    await sites.copy(id, overwrite),
    ({ follower }) =>
      `wordpress-${id}: ${counted(follower.behind, 'entry', 'entries')} to be compared by the agent`,
  )
const takeBack = async (sites: WordPressAdmin, id: number, newsIds: string[]) => {
  const count = await sites.takeBack(id, newsIds)
  if (count === 0)
    throw new Error(
      `none of these has a post; ${SYNC} wordpress dry-run ${id} lists the entries whose posts somebody changed`,
    )
  return said({ id, takenBack: count }, () => `${counted(count, 'post')} will follow again`)
}
const remove = async (sites: WordPressAdmin, id: number, { withPosts = false }: OptionValues) => {
  const posts = await cancellable(signal => sites.remove(id, withPosts, signal, progressOf('posts binned')))
  return said(
    { id, removed: true, posts },
    () => `wordpress-${id} is removed${withPosts ? `, and ${counted(posts, 'post')} put into the bin` : ''}`,
  )
}

const progressOf = (what: string) => (done: number) => showLine(process.stderr, `${done} ${what}`)

const listOf = (all: readonly WordPressReport[]) =>
  listText(
    all,
    {
      posts: ({ posts }) => posts.shown + posts.left,
      'left alone': ({ posts }) => posts.left,
      address: ({ address }) => address,
    },
    'There are no WordPress sites.',
  )

function detailsText({ left, refused, posts, fields, ...facts }: WordPressDetails): string {
  const counts = `${posts.shown} kept equal, ${posts.left} left alone, ${posts.binned} in the bin`
  const lines = [reportText({ ...facts, fields: JSON.stringify(fields), posts: counts })]
  if (left.length > 0)
    lines.push(
      '',
      `Left alone; to overwrite: ${SYNC} wordpress take-back ${facts.id} <newsId>`,
      leftTable(left, { edit: ({ edit }) => edit }),
    )
  if (refused.length > 0)
    lines.push(
      '',
      `Files that are not in the library; to try them again: ${SYNC} wordpress resume ${facts.id}`,
      ...refused.map(({ reason }) => plainLine(reason)),
    )
  return lines.join('\n')
}

function dryRunText({ make, update, bin, leave, unchanged }: DryRun): string {
  const counts = `${counted(make, 'post')} to make, ${update} to update, ${bin} to put into the bin, ${unchanged} as they should be, ${leave.length} left alone`
  return leave.length > 0 ? [counts, leftTable(leave, {})].join('\n') : counts
}

const leftTable = <Left extends DryRun['leave'][number]>(
  left: readonly Left[],
  more: Record<string, (one: Left) => string>,
) =>
  tableOf(
    left,
    {
      newsId: ({ newsId }) => newsId,
      of: ({ siteId, lang }) => `${siteId}/${lang}`,
      why: ({ reason }) => reason,
      ...more,
    },
    '',
  )
