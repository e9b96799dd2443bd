/** The options of `schoolbell sync`, and the agent made from them. */
import { dirname } from 'node:path'
import type { Command, Option } from 'commander'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { createSyncAgent, type SyncAgent, type SyncAgentOptions } from '../../sync-agent/index.ts'
import { createLogger, type LogFlags, logFormatOption, logLevelOption } from '../logger.ts'
import { endAsMissing, hosts, httpUrl, languages, option, origins, portNumber, siteIds } from '../options.ts'
import { zoneOption } from '../zone.ts'
import { addStoreOptions, type DatabaseFlags, DEFAULT_DB, storeCommand } from './database.ts'
import { addFeedOptions, type FeedFlags, feedOptions } from './feed-options.ts'
import { addMediaOptions, type MediaFlags, mediaOptions } from './media-options.ts'
import { createProgress } from './progress.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import {
  addPublishOptions,
  type PublishFlags,
  publishOptions,
  refuseWithoutFolder,
} from './publish-options.ts'

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
export interface CopyFlags extends DatabaseFlags, StreamFlags, LogFlags, Partial<MediaFlags> {
  publicUrl?: string
  json?: boolean
}

export interface SyncFlags extends CopyFlags, FeedFlags, PublishFlags {
  schedule?: string
  corsOrigin?: string[]
  webhookAllowHost?: string[]
  webhookKey?: string
  host?: string
  port?: number
}

/** All that the agent has. */
export function addSyncOptions(command: Command): Command {
  const copying = addStoreOptions(addStreamOptions(command.addOption(serviceUrlOption())))
  const agent = addWebhookOptions(addLogOptions(addServerOptions(copying)))
  return addMediaOptions(addPublishOptions(addFeedOptions(agent)))
}

/** A sub-command that opens an agent, with all that it needs to copy news. */
export function copyCommand(
  name: string,
  description: string,
  serviceUrl = storedServiceUrlOption(),
): Command {
  return addLogOptions(addStreamOptions(storeCommand(name, description).addOption(serviceUrl)))
}

export const serviceUrlOption = (): Option =>
  option('--service-url <url>', 'the service with its first path segment (required)').argParser(httpUrl)

export const storedServiceUrlOption = (): Option =>
  option(
    '--service-url <url>',
    'the service with its first path segment (default: the one in the store)',
  ).argParser(httpUrl)

/** @param ofStore words for the default, where it is what the store has */
export function addStreamOptions(command: Command, ofStore?: string): Command {
  return command
    .addOption(
      option('--site <ids>', 'academy, pre-school or both')
        .argParser(siteIds)
        .default(['academy'], ofStore ?? 'academy'),
    )
    .addOption(
      option('--lang <tags>', 'en-US, zh-HK or both')
        .argParser(languages)
        .default(['en-US', 'zh-HK'], ofStore ?? 'en-US,zh-HK'),
    )
    .addOption(zoneOption())
}

export const publicUrlOption = (description: string): Option =>
  option('--public-url <url>', description).argParser(httpUrl)

export const addLogOptions = (command: Command): Command =>
  command.addOption(logLevelOption()).addOption(logFormatOption())

function addServerOptions(command: Command): Command {
  return command
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--port <number>', 'port to listen on; 0 takes a free one').argParser(portNumber).default(4020),
    )
    .addOption(publicUrlOption('where readers reach the agent (default: the address of the request)'))
    .addOption(
      option('--schedule <cron>', 'when to call the service, in UTC; six fields include seconds').default(
        '* * * * *',
      ),
    )
    .addOption(
      option(
        '--cors-origin <origins>',
        'origins whose pages may read the responses, as in https://school.example; can be repeated (default: any)',
      ).argParser(origins),
    )
}

export function addWebhookOptions(command: Command): Command {
  return command
    .addOption(
      option(
        '--webhook-allow-host <hosts>',
        'hosts of webhooks that may be private or without TLS, as in 127.0.0.1:8080; can be repeated',
      ).argParser(hosts),
    )
    .addOption(webhookKeyOption())
}

export const webhookKeyOption = (): Option =>
  option('--webhook-key <file>', 'key of the webhooks’ secrets (default: beside the store’s file)')

/** @throws when the service URL is missing: wrong usage */
export async function openAgent(flags: SyncFlags, command: Command): Promise<SyncAgent> {
  const options = agentOptions(flags, command)
  useProxyOfEnvironment()
  if (flags.db === DEFAULT_DB) makeFolder(dirname(DEFAULT_DB))
  return createSyncAgent(options)
}

function agentOptions(flags: SyncFlags, command: Command): SyncAgentOptions {
  const { db, zone, schedule, host, port } = flags
  refuseWithoutFolder(flags, command)
  const logger = createLogger(flags)
  return {
    ...{ db, zone, schedule, host, port },
    serviceUrl: flags.serviceUrl ?? serviceUrlMissing(command),
    streams: streamsOf(flags),
    corsOrigins: flags.corsOrigin?.includes('*') ? '*' : flags.corsOrigin,
    webhookAllowHosts: flags.webhookAllowHost,
    webhookKey: flags.webhookKey,
    ...feedOptions(flags),
    ...mediaOptions(flags),
    publish: flags.publishTo === undefined ? undefined : { to: flags.publishTo, ...publishOptions(flags) },
    logger,
    onProgress: createProgress({ terminal: process.stderr, logger, now: () => performance.now() }),
  }
}

export const streamsOf = ({ site, lang }: Pick<StreamFlags, 'site' | 'lang'>) =>
  site.flatMap(siteId => lang.map(tag => ({ siteId, lang: tag })))

export const serviceUrlMissing = (command: Command): never => endAsMissing(command, '--service-url <url>')
