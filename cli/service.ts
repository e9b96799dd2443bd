/** `schoolbell service`: the reference service, until stopped. */
import { Command } from 'commander'
import { createService } from '../service/index.ts'
import { createLogger, logLevelOption } from './logger.ts'
import { option, portNumber } from './options.ts'
import { closeAndRethrow, untilStopped } from './until-stopped.ts'

interface ServiceFlags {
  host: string
  port: number
  dataDir: string
  ephemeral?: boolean
  seed: string
  zone: string
  contentPath: string
  publicUrl?: string
  logLevel: string
}

export function serviceCommand(): Command {
  return new Command('service')
    .description(
      'The whole interface of the school information system, real and persistent, to build and test against.',
    )
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--port <number>', 'port to listen on; 0 takes a free one').argParser(portNumber).default(4010),
    )
    .addOption(option('--data-dir <folder>', 'where it keeps its data').default('.schoolbell/service'))
    .addOption(option('--ephemeral', 'keep nothing after the end'))
    .addOption(
      option('--seed <what>', 'what a new store holds: sample, empty or a JSON file').default('sample'),
    )
    .addOption(option('--zone <name>', 'the school’s time zone').default('Asia/Hong_Kong'))
    .addOption(option('--content-path <path>', 'first segment of the content API').default('/cms'))
    .addOption(
      option('--public-url <url>', 'under which others reach it, as in https://service.school.example'),
    )
    .addOption(logLevelOption())
    .action(runService)
}

async function runService({ logLevel, ephemeral, dataDir, ...flags }: ServiceFlags): Promise<void> {
  const logger = createLogger(logLevel)
  await untilStopped(async () => {
    const service = await createService({ ...flags, ...(ephemeral ? {} : { dataDir }), logger })
    const addresses = await service.listen().catch(closeAndRethrow(service))
    console.log(addresses.base)
    console.log(`  popups and news       ${addresses.serviceUrl}`)
    console.log(`  attendance            ${addresses.syncUrl}`)
    console.log(`  sessions, staging     ${addresses.sessionUrls.staging}`)
    console.log(`  sessions, production  ${addresses.sessionUrls.production}`)
    return service
  })
}
