/** `schoolbell service`: runs the reference service until stopped. */
import { readFileSync } from 'node:fs'
import type { Command, OptionValues } from 'commander'
import { createService } from '../console/index.ts'
import { isLoopback } from '../shared/server/listen.ts'
import { example } from './help.ts'
import { createLogger, logFormatOption, logLevelOption } from './logger.ts'
import {
  EnvironmentCommand,
  OptionError,
  option,
  passOptionsOn,
  seconds,
  servicePortOption,
} from './options.ts'
import { nameLines } from './print.ts'
import { whyUnread } from './secret.ts'
import { dataDirOption, exportCommand, importCommand } from './service/state.ts'
import { closeAndRethrow, untilStopped } from './signals.ts'
import { zoneOption } from './zone.ts'

export default function serviceCommand(): Command {
  const service = new EnvironmentCommand('service')
    .description(
      'Runs the whole interface of the school information system, with stored data, for development and tests.',
    )
    .option(
      '--host <address>',
      'address to listen on; outside this machine it needs a password of the console, and no sample keys',
      '127.0.0.1',
    )
    // Not SCHOOLBELL_PORT: that variable belongs to the agent, which may run beside it.
    .addOption(servicePortOption('--port <number>', 'port to listen on; 0 takes a free one'))
    .addOption(dataDirOption('where it keeps its data'))
    .option('--ephemeral', 'store nothing on disk')
    .option(
      '--seed <what>',
      'content of a new store: sample, empty, a JSON file or exported state; a store with content keeps it',
      'sample',
    )
    .addOption(zoneOption())
    .option(
      '--content-path <path>',
      'first segment of the content API, which is served without it as well',
      '/cms',
    )
    .option(
      '--public-url <url>',
      'address for others, as in https://service.school.example, without a path; the console answers by no other name but this machine’s own',
    )
    .addOption(
      option('--answer-within <seconds>', 'limit of popups and news; longer is D20003', seconds).default(
        10_000,
        '10',
      ),
    )
    .option('--keep-originals', 'serve uploaded PNG and JPEG pictures with place, device and owner in them')
    .option(
      '--admin-password-file <file>',
      'holds the password of the console, at least 12 characters; needed on any host but loopback; or set SCHOOLBELL_ADMIN_PASSWORD',
    )
    .option(
      '--console-token-file <file>',
      'holds the token for programs that use the console’s API, at least 32 characters; or set SCHOOLBELL_CONSOLE_TOKEN',
    )
    .addOption(logLevelOption())
    .addOption(logFormatOption())
    .action(runService)
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addHelpText('after', example('schoolbell service --seed empty --data-dir .schoolbell/school'))
  return passOptionsOn(service)
}

async function runService({ logLevel, logFormat, ephemeral, ...flags }: OptionValues): Promise<void> {
  // Log lines are written in the background, so that responses do not wait for them.
  const logger = createLogger({ logLevel, logFormat }, { sync: false })
  await untilStopped(async () => {
    const { host, port, seed, zone, contentPath, publicUrl, answerWithin, keepOriginals } = flags
    const adminPassword = secret('admin-password', flags.adminPasswordFile)
    const consoleToken = secret('console-token', flags.consoleTokenFile)
    const service = await createService({
      ...{ host, port, seed, zone, contentPath, publicUrl, keepOriginals, logger },
      dataDir: ephemeral ? undefined : flags.dataDir,
      answerWithinMs: answerWithin,
      ...(adminPassword !== undefined && { adminPassword }),
      ...(consoleToken !== undefined && { consoleToken }),
    })
    const { base } = await service.listen().catch(closeAndRethrow(service))
    const addresses = service.addresses()
    console.log(addresses.base)
    const { serviceUrl, syncUrl, sessionUrls } = addresses
    const { console: office } = service
    const isLocal = isLoopback(host)
    const rows: [name: string, address: string][] = [
      ['popups and news', serviceUrl],
      ['attendance', syncUrl],
      ['sessions, staging', sessionUrls.staging],
      ['sessions, production', sessionUrls.production],
      // A sign-in link works once, so a new one is printed after each use. Other hosts need a password.
      ['console', isLocal ? office.signInLink() : office.url],
    ]
    if (addresses.base !== base) rows.unshift(['listens on', base])
    console.log(nameLines(rows, '  '))
    if (isLocal) office.onLinkUsed(() => console.log(`  for another browser   ${office.signInLink()}`))
    return service
  })
}

/** From the environment, or the first line of a file; never from an argument, which every user of the machine can see. */
function secret(name: string, file: string | undefined): string | undefined {
  if (file === undefined)
    return process.env[`SCHOOLBELL_${name.replace('-', '_').toUpperCase()}`] || undefined
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0]
  } catch (error) {
    throw new OptionError(`--${name}-file: ${whyUnread(error)}`)
  }
}
