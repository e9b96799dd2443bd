/** Starts everything that `npm start` shows: reference service, sync agent, a school's landing page and its web-app. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createService, type Service, type ServiceAddresses } from '../console/index.ts'
import { type Clock, systemClock } from '../shared/clock.ts'
import { LANGUAGES } from '../shared/contract/site.ts'
import { createSyncAgent, type FeedOptions, type SyncAgent } from '../sync-agent/index.ts'
import { freePort } from './free-ports.ts'
import { holdFolder } from './one-demo.ts'
import { createSite, type Site } from './site/site.ts'
import { TEXTS, type Text } from './site/strings.ts'
import { createTripApp } from './trip/trip-app.ts'

export interface DemoOptions {
  /** The landing page's port. The service has the port 10 above it, the agent 20, the trip sign-up 30. Default 4000; 0 takes free ports. */
  portBase?: number
  /** Folder for all data. Undefined: nothing is kept after the end. */
  dataDir?: string
  /** Folder of the built widget. */
  widgetDir: string
  /** The words that start schoolbell's command on this machine. Default `schoolbell`. */
  command?: string
  /** Of all parts but the landing page, and of the dates of the sample school. Default the machine's. */
  clock?: Clock
  logger: Logger
}

export interface Demo extends AsyncDisposable {
  siteUrl: string
  agentUrl: string
  /** The entrance page of the web-app that the mobile app opens. */
  tripUrl: string
  /** The command that opens it, for a terminal in the same folder. */
  openTrips: string
  addresses: ServiceAddresses
  /** Data folder of the service. */
  serviceDir: string
  /** The running service, to change its content. */
  service: Service
  agent: SyncAgent
  /** One sentence for each port that was in use. */
  moved: string[]
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** Sync every ten seconds, so that new entries appear soon on the page. */
const SCHEDULE = '*/10 * * * * *'

/** Starts all four; the first sync is done. @throws the reason; nothing keeps running */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { portBase = 4000, command = 'schoolbell', clock = systemClock, logger } = options
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'schoolbell-demo-'))
  const letGo = holdFolder(folder)
  const started: (() => Promise<unknown>)[] = []
  if (!options.dataDir) started.push(async () => rmSync(folder, { recursive: true, force: true }))
  started.push(async () => letGo())
  const close = async () => {
    for (const stop of started.splice(0).toReversed()) await stop()
  }

  try {
    const { ports, moved } = await choosePorts(portBase)
    const serviceDir = join(folder, 'service')
    const service: Service = await createService({
      dataDir: serviceDir,
      host: HOST,
      port: ports.service,
      clock,
      logger: logger.child({ part: 'service' }),
    })
    started.push(() => service.close())
    const addresses = await service.listen()

    const agent: SyncAgent = await createSyncAgent({
      serviceUrl: addresses.serviceUrl,
      streams: LANGUAGES.map(lang => ({ siteId: 'academy', lang })),
      // Media URLs contain the service's port, so a demo on other ports has its own copy.
      db: join(folder, `news-from-${new URL(addresses.base).port}.db`),
      schedule: SCHEDULE,
      feeds: feedsOf(ports.site),
      host: HOST,
      port: ports.agent,
      clock,
      logger: logger.child({ part: 'agent' }),
    })
    started.push(() => agent.close())
    const agentUrl = await agent.listen()
    await agent.syncOnce()
    agent.start()

    const site: Site = await createSite({
      host: HOST,
      port: ports.site,
      agentUrl,
      serviceUrl: addresses.serviceUrl,
      mediaOrigins: [addresses.base],
      widgetDir: options.widgetDir,
      logger: logger.child({ part: 'site' }),
    })
    started.push(() => site.close())
    const siteUrl = await site.listen()
    service.console.websites = { academy: websiteAt(siteUrl) }

    const openTrips = openCommand(command, serviceDir)
    const trips = await createTripApp({
      host: HOST,
      port: ports.trips,
      appId: service.app.id,
      sessionUrl: addresses.sessionUrls.staging,
      environment: 'staging',
      // A visit ends with the demo.
      secret: randomUUID(),
      db: join(folder, 'sign-ups.db'),
      clock,
      logger: logger.child({ part: 'trips' }),
    })
    started.push(() => trips.close())
    const tripUrl = await trips.listen()
    announceEntrance(service.app, tripUrl, join(folder, 'entrance.txt'))
    return {
      siteUrl,
      agentUrl,
      tripUrl,
      openTrips,
      addresses,
      serviceDir,
      service,
      agent,
      moved,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The sample school's initial setting. */
const SAMPLE_ENTRANCE = 'http://127.0.0.1:4030/'

/**
 * Sets the web-app's entrance page in App settings, unless somebody has entered another one there.
 *
 * @param file remembers what the last demo has set
 */
export function announceEntrance(
  app: Pick<Service['app'], 'settings'>,
  entranceUrl: string,
  file: string,
): void {
  const own = existsSync(file) ? readFileSync(file, 'utf8') : SAMPLE_ENTRANCE
  if (![own, SAMPLE_ENTRANCE, entranceUrl].includes(app.settings.entranceUrl)) return
  app.settings = { ...app.settings, entranceUrl }
  writeFileSync(file, entranceUrl)
}

/** What the console links to. */
const websiteAt = (siteUrl: string) => {
  const base = siteUrl.replace(/\/$/, '')
  return { homeLink: `${base}/{language}/`, newsLink: `${base}/{language}/news/{newsId}` }
}

/** Root-relative links, while the site's port is not known yet. */
function feedsOf(sitePort: number): FeedOptions {
  const site = sitePort === 0 ? '' : `http://${HOST}:${sitePort}`
  const inBoth = (text: Text) => ({ 'academy/en-US': text['en-US'], 'academy/zh-HK': text['zh-HK'] })
  return {
    newsLink: `${site}/{language}/news/{newsId}`,
    homeLink: `${site}/{language}/`,
    titles: inBoth(TEXTS.school),
    descriptions: inBoth(TEXTS.newsIntro),
  }
}

/** The command that runs beside a demo: it uses the users and tokens of its service. */
function openCommand(command: string, serviceDir: string): string {
  const folder = /^[\w./-]+$/.test(serviceDir) ? serviceDir : `'${serviceDir.replaceAll("'", "'\\''")}'`
  return `${command} open-extension --data-dir ${folder}`
}

const PARTS = ['site', 'service', 'agent', 'trips'] as const
type Ports = Record<(typeof PARTS)[number], number>

async function choosePorts(base: number): Promise<{ ports: Ports; moved: string[] }> {
  const ports: Ports = { site: base, service: base + 10, agent: base + 20, trips: base + 30 }
  if (base === 0) return { ports: { site: 0, service: 0, agent: 0, trips: 0 }, moved: [] }
  const moved: string[] = []
  const taken = new Set<number>()
  for (const part of PARTS) {
    const wanted = ports[part]
    ports[part] = await freePort(HOST, wanted, taken)
    taken.add(ports[part])
    if (ports[part] !== wanted)
      moved.push(`Port ${wanted} is busy; the ${PART_NAMES[part]} takes ${ports[part]} instead.`)
  }
  return { ports, moved }
}

const PART_NAMES = { site: 'site', service: 'service', agent: 'agent', trips: 'trip sign-up' }
