/** The options of `schoolbell sync`, and the agent made from them. */
import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { createSyncAgent, type SyncAgent, type SyncAgentOptions } from '../../sync-agent/index.ts'
import { syncCallOf } from '../called-as.ts'
import { createLogger, type LogFlags, logFormatOption, logLevelOption } from '../logger.ts'
import { missingWords } from '../needed.ts'
import { hosts, httpUrl, languages, option, origins, portNumber, siteIds, zoneName } from '../options.ts'
import { addDatabaseOptions, type DatabaseFlags, DEFAULT_DB } from './database.ts'
import { addFeedOptions, type FeedFlags, feedOptions } from './feed-options.ts'
import { refuseGoneOptions } from './gone.ts'
import { addMediaOptions, type MediaFlags, mediaOptions } from './media-options.ts'
import { createProgress } from './progress.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { addPublishOptions, type PublishFlags, publishOptions } from './publish-options.ts'

export interface SyncFlags extends DatabaseFlags, FeedFlags, PublishFlags, MediaFlags, LogFlags {
  serviceUrl?: string
  site: SiteId[]
  lang: Language[]
  zone: string
  schedule: string
  corsOrigin?: string[]
  webhookAllowHost?: string[]
  webhookKey?: string
  host: string
  port: number
}

export function addSyncOptions(command: Command): Command {
  const agent = addAgentOptions(addDatabaseOptions(addServiceOptions(command)))
  return refuseGoneOptions(addMediaOptions(addPublishOptions(addFeedOptions(agent))).optionsGroup('Options:'))
}

/** What is copied. */
function addServiceOptions(command: Command): Command {
  return command
    .addOption(
      option('--service-url <url>', 'the service with its first path segment (required)').argParser(httpUrl),
    )
    .addOption(
      option('--site <ids>', 'academy, pre-school or both')
        .argParser(siteIds)
        .default(['academy'], 'academy'),
    )
    .addOption(
      option('--lang <tags>', 'en-US, zh-HK or both')
        .argParser(languages)
        .default(['en-US', 'zh-HK'], 'en-US,zh-HK'),
    )
    .addOption(
      option('--zone <name>', 'the school’s time zone').argParser(zoneName).default('Asia/Hong_Kong'),
    )
}

function addAgentOptions(command: Command): Command {
  return command
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--port <number>', 'port to listen on; 0 takes a free one').argParser(portNumber).default(4020),
    )
    .addOption(
      option(
        '--public-url <url>',
        'where readers reach the agent (default: the address of the request)',
      ).argParser(httpUrl),
    )
    .addOption(logLevelOption())
    .addOption(logFormatOption())
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
    .addOption(
      option(
        '--webhook-allow-host <hosts>',
        'hosts of webhooks that may be private or without TLS, as in 127.0.0.1:8080; can be repeated',
      ).argParser(hosts),
    )
    .addOption(
      option('--webhook-key <file>', 'key of the webhooks’ secrets (default: beside the store’s file)'),
    )
}

/** @throws when the service URL is missing: wrong usage */
export async function openAgent(flags: SyncFlags, command: Command): Promise<SyncAgent> {
  const options = agentOptions(flags, command)
  useProxyOfEnvironment()
  if (flags.db === DEFAULT_DB) makeFolder(dirname(DEFAULT_DB))
  return createSyncAgent(options).catch(error => {
    if (error instanceof Error) error.message = error.message.replace('schoolbell sync', syncCallOf(command))
    throw error
  })
}

function agentOptions(flags: SyncFlags, command: Command): SyncAgentOptions {
  const { db, zone, schedule, host, port } = flags
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

export const streamsOf = ({ site, lang }: Pick<SyncFlags, 'site' | 'lang'>) =>
  site.flatMap(siteId => lang.map(tag => ({ siteId, lang: tag })))

export const serviceUrlMissing = (command: Command): never =>
  command.error(`error: ${missingWords(command, ['--service-url'])}`)
