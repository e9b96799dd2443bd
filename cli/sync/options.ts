/** The options of `schoolbell sync`, and the agent made from them. */
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError, type Option, type OptionValues } from 'commander'
import { isLanguage, isSiteId } from '../../shared/contract/site.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import {
  createSyncAgent,
  type FeedTexts,
  PUBLISH_FORMATS,
  type Stream,
  type SyncAgent,
  type SyncAgentOptions,
} from '../../sync-agent/index.ts'
import { createLogger, logFormatOption, logLevelOption } from '../logger.ts'
import {
  addOptions,
  bytes,
  firstOnLine,
  hosts,
  httpUrl,
  languages,
  option,
  orderedOf,
  origins,
  portNumber,
  siteIds,
} from '../options.ts'
import { createProgress } from '../progress-line.ts'
import { zoneOption } from '../zone.ts'
import { alertOption } from './alerts.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { addStoreOptions, DEFAULT_DB, serviceUrlMissing, storeCommand } from './store.ts'

/** The words before a sub-command, for messages. */
export const SYNC = 'schoolbell sync'

/** All that the agent has. */
export function addSyncOptions(command: Command): Command {
  addStoreOptions(addOptions(command, serviceUrlOption(), ...streamOptions()))
  addOptions(
    command,
    ...serverOptions(),
    logLevelOption(),
    logFormatOption(),
    ...webhookOptions(),
    alertOption(),
  )
  return addOptions(command, ...feedOptions(), ...publishOptions(), ...mediaOptions())
}

/** A sub-command that opens an agent, with all that it needs to copy news. */
export const copyCommand = (name: string, description: string, serviceUrl = serviceUrlOption(IN_STORE)) =>
  addOptions(
    storeCommand(name, description),
    ...[serviceUrl, ...streamOptions(), logLevelOption(), logFormatOption()],
  )

export const serviceUrlOption = (otherwise = 'required'): Option =>
  option('--service-url <url>', `the service with its first path segment (${otherwise})`, httpUrl)

/** Where the service URL comes from when none is given. */
export const IN_STORE = 'default: the one in the store'

/** @param ofStore words for the default, where it is what the store has */
export const streamOptions = (ofStore?: string): Option[] => [
  option('--site <ids>', 'academy, pre-school or both', siteIds).default(['academy'], ofStore ?? 'academy'),
  option('--lang <tags>', 'en-US, zh-HK or both', languages).default(
    ['en-US', 'zh-HK'],
    ofStore ?? 'en-US,zh-HK',
  ),
  zoneOption(),
]

export const publicUrlOption = (description: string): Option =>
  option('--public-url <url>', description, httpUrl)

const serverOptions = (): Option[] => [
  option('--host <address>', 'address to listen on').default('127.0.0.1'),
  option('--port <number>', 'port to listen on; 0 takes a free one', portNumber).default(4020),
  publicUrlOption('where readers reach the agent (default: the address of the request, with http)'),
  option('--schedule <cron>', 'when to call the service, in UTC; six fields include seconds').default(
    '* * * * *',
  ),
  option(
    '--cors-origin <origins>',
    'origins whose pages may read the responses, as in https://school.example; can be repeated (default: any)',
    origins,
  ),
]

export const webhookOptions = (): Option[] => [webhookAllowHostOption(), webhookKeyOption()]

export const webhookAllowHostOption = (): Option =>
  option(
    '--webhook-allow-host <hosts>',
    'hosts of webhooks and alerts that may be private or without TLS, as in 127.0.0.1:8080; can be repeated',
    hosts,
  )

export const webhookKeyOption = (): Option =>
  option('--webhook-key <file>', 'key of the webhooks’ secrets (default: beside the store’s file)')

/** Under a heading of their own in the help. */
const grouped = (heading: string, options: readonly Option[]) => options.map(one => one.helpGroup(heading))

export const feedOptions = (): Option[] =>
  grouped('Feeds:', [
    option(
      '--news-link <template>',
      'where the site shows an entry, as in https://school.example/{language}/news/{newsId} (default: no links)',
    ),
    option('--home-link <template>', 'the page that a feed belongs to (default: the site’s root)'),
    option(
      '--feed-title <texts>',
      'titles by site, or by site and language, as in academy=Tern Bay Academy|academy/zh-HK=燕鷗灣書院',
      siteTexts,
    ),
  ])

/** One text for each site, or for each site and language, separated by `|`; the option can be repeated. */
function siteTexts(text: string, before: FeedTexts = {}): FeedTexts {
  const texts = text.split('|').map(part => {
    const [, key = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part) ?? []
    const [siteId, lang, ...rest] = key.split('/')
    if (isSiteId(siteId) && (lang === undefined || isLanguage(lang)) && rest.length === 0 && value !== '')
      return [key, value]
    throw new InvalidArgumentError(
      `"${part}" is not valid; examples: academy=Tern Bay Academy, academy/zh-HK=燕鷗灣書院.`,
    )
  })
  return { ...before, ...Object.fromEntries(texts) }
}

export const mediaDirOption = (description: string): Option => option('--media-dir <folder>', description)

export const mediaOptions = (folder = 'copy attachments and pictures into it; needs --public-url') =>
  grouped('Copies of media files:', [
    mediaDirOption(folder),
    option('--media-host <hosts>', 'take files from these hosts too; can be repeated', hosts),
    option(
      '--media-private-host <hosts>',
      'take files from these hosts too, even if their address is private; can be repeated',
      hosts,
    ),
    option('--media-total-bytes <number>', 'size limit of the folder, bytes (default: 21474836480)', bytes),
  ])

export const publishToOption = (
  description = 'the published folder: tells how far it has come as well',
): Option => option('--publish-to <folder>', description)

export const publishOptions = (): Option[] =>
  grouped('Published files:', [
    publishToOption('keep the news as files in this folder; its parent must exist'),
    option(
      '--base-url <url>',
      'where readers reach the published files; published feeds need it (default: relative addresses)',
      httpUrl,
    ),
    option(
      '--format <list>',
      `published files: ${PUBLISH_FORMATS.join(', ')} (default: all except markdown)`,
      orderedOf(PUBLISH_FORMATS),
    ),
    option('--stylesheet <file>', 'additional style sheet for published pages'),
    option(
      '--after-publish <command>',
      'program, without arguments, that runs in the folder after files have changed; it reads +path and -path, one a line',
    ),
  ])

/** @throws when the service URL is missing: wrong usage */
export async function openAgent(flags: OptionValues, command: Command): Promise<SyncAgent> {
  const options = agentOptions(flags, command)
  useProxyOfEnvironment()
  if (flags.db === DEFAULT_DB) makeFolder(dirname(DEFAULT_DB))
  return createSyncAgent(options)
}

function agentOptions(flags: OptionValues, command: Command): SyncAgentOptions {
  const { db, zone, schedule, host, port, publicUrl, publishTo: to, mediaDir: dir, corsOrigin } = flags
  const idle =
    to === undefined ? firstOnLine(command, ['baseUrl', 'format', 'stylesheet', 'afterPublish']) : undefined
  if (idle) command.error(`error: ${idle} is for published files; add --publish-to`)
  const logger = createLogger(flags)
  const { mediaHost, mediaPrivateHost: privateHosts, mediaTotalBytes: totalBytes } = flags
  return {
    ...{ db, zone, schedule, host, port, publicUrl, logger },
    serviceUrl: flags.serviceUrl ?? serviceUrlMissing(command),
    streams: streamsOf(flags),
    corsOrigins: corsOrigin?.includes('*') ? '*' : corsOrigin,
    webhookAllowHosts: flags.webhookAllowHost,
    webhookKey: flags.webhookKey,
    alerts: flags.alert,
    feeds: feedsOf(flags),
    media: dir ? { dir, hosts: mediaHost, privateHosts, totalBytes } : undefined,
    publish: to === undefined ? undefined : { to, ...filesOf(flags) },
    onProgress: createProgress({ terminal: process.stderr, logger, now: () => performance.now() }),
  }
}

export const streamsOf = ({ site, lang }: OptionValues): Stream[] =>
  site.flatMap((siteId: Stream['siteId']) => lang.map((tag: Stream['lang']) => ({ siteId, lang: tag })))

export function feedsOf({ newsLink, homeLink, feedTitle: titles }: OptionValues) {
  return { newsLink, homeLink, titles }
}

export function filesOf({ baseUrl, format: formats, stylesheet, afterPublish }: OptionValues) {
  return { baseUrl, formats, stylesheet, afterPublish }
}
