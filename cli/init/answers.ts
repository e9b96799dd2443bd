/** What `schoolbell init` must know of a website. */
import type { Language, SiteId } from '../../shared/contract/site.ts'

export const RUNS_ON = ['nginx', 'apache', 'wordpress', 'static', 'node', 'container'] as const
export type RunsOn = (typeof RUNS_ON)[number]
export const WEB_SERVERS = ['nginx', 'apache'] as const
export type WebServer = (typeof WEB_SERVERS)[number]

export interface Answers {
  serviceUrl: string
  site: SiteId[]
  lang: Language[]
  /** Its first page. */
  siteUrl: string
  runsOn: RunsOn
  /** For those of {@link NEEDS_WEB_SERVER}. */
  webServer?: WebServer
  /** For those of {@link NEEDS_WEB_ROOT}. */
  webRoot?: string
}

/** In front of the agent; the others have one of their own. */
export const NEEDS_WEB_SERVER: readonly RunsOn[] = ['wordpress', 'static', 'container']
/** The folder that the web server serves. */
export const NEEDS_WEB_ROOT: readonly RunsOn[] = ['wordpress', 'static']
