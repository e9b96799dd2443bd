/** `schoolbell demo`; `npm start` runs it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, OptionValues } from 'commander'
import type { Logger } from 'pino'
import { type Demo, startDemo } from '../demo/demo.ts'
import { WIDGET_DIR } from '../shared/widget-dir.ts'
import { COMMAND, example } from './help.ts'
import { createLogger, logLevelOption } from './logger.ts'
import { networkLines, phoneHostOption } from './open-extension/on-a-network.ts'
import { phoneOfService } from './open-extension/phone.ts'
import openExtensionCommand from './open-extension.ts'
import { EnvironmentCommand, portNumber } from './options.ts'
import { type Closable, closeAndRethrow, untilStopped } from './signals.ts'

export default function demoCommand(): Command {
  return new EnvironmentCommand('demo')
    .description(
      'A school’s landing page with everything behind it: service, agent, site, and a web-app for the mobile app.',
    )
    .option(
      '--port-base <number>',
      'port of the landing page; the service has this port + 10, the agent + 20, the trip sign-up + 30; 0 takes free ones',
      portNumber,
      4000,
    )
    .option('--data-dir <folder>', 'where it keeps its data', '.schoolbell/demo')
    .option('--ephemeral', 'store nothing on disk')
    .addOption(phoneHostOption('the trip sign-up'))
    .addOption(logLevelOption('warn'))
    .addHelpText('after', example('schoolbell demo --ephemeral'))
    .action(runDemo)
}

async function runDemo({ portBase, dataDir, ephemeral, host, logLevel }: OptionValues): Promise<void> {
  if (!existsSync(join(WIDGET_DIR, 'popup.js'))) {
    throw new Error(`${WIDGET_DIR} has no built widget; run: npm run build:widget`)
  }
  const logger = createLogger({ logLevel })
  await untilStopped(async () => {
    const demo = await startDemo({
      portBase,
      ...(ephemeral ? {} : { dataDir }),
      widgetDir: WIDGET_DIR,
      command: COMMAND,
      logger,
    })
    console.log(welcome(demo, ephemeral ? undefined : dataDir))
    const { console: office } = demo.service
    office.onLinkUsed(() => console.log(`The console for another browser: ${office.signInLink()}`))
    return host === undefined ? demo : await withPhone(demo, host, logger)
  })
  console.log('Stopped.')
}

/** Everything else of the demo stays on loopback. */
async function withPhone(demo: Demo, host: string, logger: Logger): Promise<Closable> {
  // All else as `open-extension` has it without options.
  const { tripUrl: entranceUrl, serviceDir: dataDir } = demo
  const flags = { ...openExtensionCommand().opts(), entranceUrl, dataDir, host }
  const phone = await phoneOfService(flags, { logger }).catch(closeAndRethrow(demo))
  console.log(`\nThe trip sign-up for a real phone: ${phone.link}`)
  for (const line of networkLines(phone, host)) console.log(line)
  return {
    async close() {
      await phone.close()
      await demo.close()
    },
  }
}

function welcome(
  { siteUrl, agentUrl, tripUrl, openTrips, addresses, service, moved }: Demo,
  dataDir: string | undefined,
): string {
  const popups = `${addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy`
  const news = `${addresses.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=20260101000000`
  const list = `${addresses.syncUrl}/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01`
  const session = `${addresses.sessionUrls.staging}/v2/grd/external-session`
  const rows = [
    ['Landing page', siteUrl, 'shows the typhoon message as a popup, and today’s news'],
    ['Live news', `${siteUrl}/live-news`, '<school-news>: list, search and entries inside a page'],
    ['Playground', `${siteUrl}/playground`, 'try messages, languages and looks, and copy the popup’s tag'],
    ['Sync agent', `${agentUrl}/v1/news`, 'the news that the landing page reads'],
    ['Its API', `${agentUrl}/openapi.json`, 'every address of the agent, as an OpenAPI document'],
    ['Service', addresses.base, 'the school information system behind both'],
    ['Console', service.console.url, 'where the school office changes messages, news and attendance'],
    ['Trip sign-up', tripUrl, 'a web-app that the mobile app opens under More; see below'],
  ] as const
  const width = Math.max(...rows.map(([, address]) => address.length))
  return [
    ...(moved.length > 0 ? [...moved, ''] : []),
    ...rows.map(([name, address, what]) => `  ${name.padEnd(14)}${address.padEnd(width)}  ${what}`),
    '',
    'Call the service yourself:',
    '',
    `  curl '${popups}'`,
    `  curl '${news}'`,
    `  curl -H 'X-App-Id: sample-school' -H 'X-Access-Key: sample-access-key' '${list}'`,
    `  curl -H 'X-App-Id: sample-school' -H 'X-Session-Token: sample-guardian' '${session}'`,
    '',
    'Open the console with this link. It works for one browser and 15 minutes:',
    '',
    `  ${service.console.signInLink()}`,
    '',
    'In the console, under App simulator, a phone opens the trip sign-up as a guardian, a student or staff.',
    'For another browser on this machine, run in this folder in another terminal:',
    '',
    `  ${openTrips}`,
    '',
    `${dataDir ? `Data is stored in ${dataDir}.` : 'No data is stored.'} Press Ctrl-C to stop.`,
  ].join('\n')
}
