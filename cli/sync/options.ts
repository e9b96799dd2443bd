/** The options of `schoolbell sync`, and the agent made from them. */
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { isLanguage, isSiteId, type Language, type SiteId } from '../../shared/contract/site.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import {
  createSyncAgent,
  type FeedTexts,
  PUBLISH_FORMATS,
  type PublishFormat,
  type SyncAgent,
  type SyncAgentOptions,
} from '../../sync-agent/index.ts'
import { createLogger, type LogFlags, logFormatOption, logLevelOption } from '../logger.ts'
import {
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
import { zoneOption } from '../zone.ts'
import { createProgress } from './progress.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { addStoreOptions, type DatabaseFlags, DEFAULT_DB, serviceUrlMissing, storeCommand } from './store.ts'

/** The words before a sub-command, for messages. */
export const SYNC = 'schoolbell sync'

/** To be copied, and from where. */
export interface StreamFlags {
  serviceUrl?: string
  site: SiteId[]
  lang: Language[]
  zone: string
}

/** Of a sub-command that opens an agent. The rest is of the agent that runs. */
export interface CopyFlags extends DatabaseFlags, StreamFlags, LogFlags {
  publicUrl?: string
  mediaDir?: string
  mediaHost?: string[]
  mediaPrivateHost?: string[]
  mediaTotalBytes?: number
  json?: boolean
}

export interface SyncFlags extends CopyFlags {
  schedule?: string
  corsOrigin?: string[]
  webhookAllowHost?: string[]
  webhookKey?: string
  host?: string
  port?: number
  newsLink?: string
  homeLink?: string
  feedTitle?: FeedTexts
  publishTo?: string
  baseUrl?: string
  format?: PublishFormat[]
  stylesheet?: string
}

/** All that the agent has. */
export function addSyncOptions(command: Command): Command {
  const copying = addStoreOptions(addStreamOptions(command.addOption(serviceUrlOption())))
  const agent = addWebhookOptions(addLogOptions(addServerOptions(copying)))
  return addMediaOptions(addPublishOptions(addFeedOptions(agent)))
}

/** A sub-command that opens an agent, with all that it needs to copy news. */
export const copyCommand = (
  name: string,
  description: string,
  serviceUrl = serviceUrlOption(IN_STORE),
): Command => addLogOptions(addStreamOptions(storeCommand(name, description).addOption(serviceUrl)))

export const serviceUrlOption = (otherwise = 'required'): Option =>
  option('--service-url <url>', `the service with its first path segment (${otherwise})`, httpUrl)

/** Where the service URL comes from when none is given. */
export const IN_STORE = 'default: the one in the store'

/** @param ofStore words for the default, where it is what the store has */
export function addStreamOptions(command: Command, ofStore?: string): Command {
  return command
    .addOption(
      option('--site <ids>', 'academy, pre-school or both', siteIds).default(
        ['academy'],
        ofStore ?? 'academy',
      ),
    )
    .addOption(
      option('--lang <tags>', 'en-US, zh-HK or both', languages).default(
        ['en-US', 'zh-HK'],
        ofStore ?? 'en-US,zh-HK',
      ),
    )
    .addOption(zoneOption())
}

export const publicUrlOption = (description: string): Option =>
  option('--public-url <url>', description, httpUrl)

const addLogOptions = (command: Command): Command =>
  command.addOption(logLevelOption()).addOption(logFormatOption())

function addServerOptions(command: Command): Command {
  const schedule = option('--schedule <cron>', 'when to call the service, in UTC; six fields include seconds')
  return command
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(option('--port <number>', 'port to listen on; 0 takes a free one', portNumber).default(4020))
    .addOption(publicUrlOption('where readers reach the agent (default: the address of the request)'))
    .addOption(schedule.default('* * * * *'))
    .addOption(
      option(
        '--cors-origin <origins>',
        'origins whose pages may read the responses, as in https://school.example; can be repeated (default: any)',
        origins,
      ),
    )
}

export function addWebhookOptions(command: Command): Command {
  return command
    .addOption(
      option(
        '--webhook-allow-host <hosts>',
        'hosts of webhooks that may be private or without TLS, as in 127.0.0.1:8080; can be repeated',
        hosts,
      ),
    )
    .addOption(webhookKeyOption())
}

export const webhookKeyOption = (): Option =>
  option('--webhook-key <file>', 'key of the webhooks’ secrets (default: beside the store’s file)')

export function addFeedOptions(command: Command): Command {
  return command
    .optionsGroup('Feeds:')
    .addOption(option('--news-link <template>', 'where the site shows an entry, with {newsId} in it'))
    .addOption(option('--home-link <template>', 'the page that a feed belongs to (default: the site’s root)'))
    .addOption(
      option('--feed-title <texts>', 'as in academy=Tern Bay Academy|academy/zh-HK=燕鷗灣書院', siteTexts),
    )
    .optionsGroup('Options:')
}

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

export function addMediaOptions(
  command: Command,
  folder = 'copy attachments and pictures into it; needs --public-url',
): Command {
  return command
    .optionsGroup('Copies of media files:')
    .addOption(mediaDirOption(folder))
    .addOption(
      option(
        '--media-host <hosts>',
        'take files from these hosts too, as in media.school.example; can be repeated',
        hosts,
      ),
    )
    .addOption(
      option(
        '--media-private-host <hosts>',
        'the same for hosts that may have a private address; can be repeated',
        hosts,
      ),
    )
    .addOption(
      option('--media-total-bytes <number>', 'size limit of the folder (default: 21474836480)', bytes),
    )
    .optionsGroup('Options:')
}

export const publishToOption = (
  description = 'the published folder: tells how far it has come as well',
): Option => option('--publish-to <folder>', description)

export function addPublishOptions(command: Command): Command {
  return command
    .optionsGroup('Published files:')
    .addOption(publishToOption('keep the news as files in this folder'))
    .addOption(
      option('--base-url <url>', 'where readers reach the published files (default: relative)', httpUrl),
    )
    .addOption(
      option(
        '--format <list>',
        `of published files: ${PUBLISH_FORMATS.join(', ')}`,
        orderedOf(PUBLISH_FORMATS),
      ),
    )
    .addOption(option('--stylesheet <file>', 'additional style sheet for published pages'))
    .optionsGroup('Options:')
}

/** @throws when the service URL is missing: wrong usage */
export async function openAgent(flags: SyncFlags, command: Command): Promise<SyncAgent> {
  const options = agentOptions(flags, command)
  useProxyOfEnvironment()
  if (flags.db === DEFAULT_DB) makeFolder(dirname(DEFAULT_DB))
  return createSyncAgent(options)
}

function agentOptions(flags: SyncFlags, command: Command): SyncAgentOptions {
  const { db, zone, schedule, host, port, publicUrl, publishTo: to, mediaDir: dir } = flags
  const idle = to === undefined ? firstOnLine(command, ['baseUrl', 'format', 'stylesheet']) : undefined
  if (idle) command.error(`error: ${idle} is for published files; add --publish-to`)
  const logger = createLogger(flags)
  return {
    ...{ db, zone, schedule, host, port, publicUrl },
    serviceUrl: flags.serviceUrl ?? serviceUrlMissing(command),
    streams: streamsOf(flags),
    corsOrigins: flags.corsOrigin?.includes('*') ? '*' : flags.corsOrigin,
    webhookAllowHosts: flags.webhookAllowHost,
    webhookKey: flags.webhookKey,
    feeds: feedsOf(flags),
    media: dir
      ? {
          ...{ dir, hosts: flags.mediaHost, privateHosts: flags.mediaPrivateHost },
          totalBytes: flags.mediaTotalBytes,
        }
      : undefined,
    publish: to === undefined ? undefined : { to, ...filesOf(flags) },
    logger,
    onProgress: createProgress({ terminal: process.stderr, logger, now: () => performance.now() }),
  }
}

export const streamsOf = ({ site, lang }: Pick<StreamFlags, 'site' | 'lang'>) =>
  site.flatMap(siteId => lang.map(tag => ({ siteId, lang: tag })))

export const feedsOf = ({ newsLink, homeLink, feedTitle: titles }: SyncFlags) => ({
  ...{ newsLink, homeLink, titles },
})

export const filesOf = ({ baseUrl, format: formats, stylesheet }: SyncFlags) => ({
  ...{ baseUrl, formats, stylesheet },
})
