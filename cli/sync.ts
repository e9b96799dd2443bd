/** `schoolbell sync`: the agent until stopped; `sync once`: one pass; `sync status`: how its streams stand. */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { systemClock } from '../shared/clock.ts'
import type { Language, SiteId } from '../shared/contract/site.ts'
import {
  type CycleReport,
  createSyncAgent,
  formatStatus,
  readStoreStatus,
  type SyncAgent,
} from '../sync-agent/index.ts'
import { createLogger, logLevelOption } from './logger.ts'
import { httpUrl, languages, milliseconds, option, portNumber, siteIds } from './options.ts'
import { closeAndRethrow, untilStopped } from './until-stopped.ts'

interface SyncFlags {
  serviceUrl?: string
  site: SiteId[]
  lang: Language[]
  db: string
  zone: string
  timeout: number
  schedule: string
  host: string
  port: number
  logLevel: string
}

/** The sub-commands take the options of `sync` itself, wherever on the line they stand. */
export function syncCommand(): Command {
  return new Command('sync')
    .description(
      'Copies the service’s news into a store of its own and serves it to the host site, until stopped.',
    )
    .addOption(option('--service-url <url>', 'the service with its first path segment').argParser(httpUrl))
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
    .addOption(option('--db <file>', 'the agent’s store').default('.schoolbell/news.db'))
    .addOption(option('--zone <name>', 'the school’s time zone').default('Asia/Hong_Kong'))
    .addOption(
      option('--timeout <ms>', 'longest call to the service').argParser(milliseconds).default(30_000),
    )
    .addOption(
      option('--schedule <cron>', 'when to ask, in UTC; with seconds when it has six fields').default(
        '* * * * *',
      ),
    )
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--port <number>', 'port to listen on; 0 takes a free one').argParser(portNumber).default(4020),
    )
    .addOption(logLevelOption())
    .configureHelp({ showGlobalOptions: true })
    .action((flags: SyncFlags, command: Command) => runDaemon(flags, command))
    .addCommand(
      new Command('once')
        .description('One pass over every stream; ends with 1 when one of them failed.')
        .option('--json', 'print the reports as JSON')
        .action((_flags, command: Command) => runOnce(command.optsWithGlobals(), command)),
    )
    .addCommand(
      new Command('status')
        .description('How each stream stands, read from the store; the agent may be running.')
        .option('--json', 'print it as JSON')
        .action((_flags, command: Command) => showStatus(command.optsWithGlobals())),
    )
}

async function runDaemon(flags: SyncFlags, command: Command): Promise<void> {
  const agent = await openAgent(flags, command)
  console.log(await agent.listen().catch(closeAndRethrow(agent)))
  agent.start()
  await untilStopped(() => agent.close())
}

async function runOnce(flags: SyncFlags & { json?: boolean }, command: Command): Promise<void> {
  await using agent = await openAgent(flags, command)
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const reports = await agent.syncOnce(cancel.signal)
  process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
  console.log(flags.json ? JSON.stringify(reports, undefined, 2) : reports.map(reportLine).join('\n'))
  if (reports.some(report => report.outcome === 'failed')) process.exitCode = 1
}

async function showStatus({ db, json }: SyncFlags & { json?: boolean }): Promise<void> {
  if (!existsSync(db)) throw new Error(`${db} is not there; name the agent’s store with --db`)
  const status = await readStoreStatus(db, systemClock)
  console.log(json ? JSON.stringify(status, undefined, 2) : formatStatus(status))
}

async function openAgent(flags: SyncFlags, command: Command): Promise<SyncAgent> {
  const { serviceUrl, site, lang, timeout, logLevel, ...others } = flags
  if (!serviceUrl) {
    return command.error('error: --service-url is missing, as in --service-url http://127.0.0.1:4010/cms')
  }
  return createSyncAgent({
    ...others,
    serviceUrl,
    streams: site.flatMap(siteId => lang.map(tag => ({ siteId, lang: tag }))),
    timeoutMs: timeout,
    logger: createLogger(logLevel),
  })
}

function reportLine(report: CycleReport): string {
  const name = `${report.siteId}/${report.lang}`
  if (report.outcome === 'failed') return `${name}  failed: ${report.failure.message}`
  const { applied } = report
  return `${name}  ${applied.new} new, ${applied.changed} changed, ${applied.deleted} deleted, ${applied.unchanged} as before`
}
