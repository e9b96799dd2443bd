/** What the tests behind nginx share: a school that publishes, agents as processes of their own, and a program that follows them. */
import { Temporal } from 'temporal-polyfill'
import { vi } from 'vitest'
import type { Service } from '../../../console/index.ts'
import { followChanges } from '../../../shared/client/index.ts'
import type { Language } from '../../../shared/contract/site.ts'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
import { type Running, start } from '../../support/command.ts'
import { rawRequest } from '../../support/raw-request.ts'
import type { Scratch } from '../../support/scratch.ts'
import { startNginx } from './nginx.ts'

/** An entry in the school's console, newer than all others. */
export function publish({ news }: Service, newsId: string, newsTitle: string): void {
  const texts = { newsTitle, newsContent: `<p>${newsTitle}.</p>` }
  news.put({
    ...{ newsId, sites: ['academy'], attachments: [] },
    newsDateTime: printWireDateTime(wallClockAt(Temporal.Now.instant(), 'Asia/Hong_Kong')),
    texts: { 'en-US': texts, 'zh-HK': texts },
  })
}

/** With the address at which it listens itself. */
export type Agent = Running & { url: string }

/**
 * An agent that copies each second and is ready.
 *
 * @param all also those that never become ready
 */
export async function startAgent(all: AsyncDisposableStack, ...args: string[]): Promise<Agent> {
  const own = ['--site', 'academy', '--port', '0', '--schedule', '* * * * * *']
  const running = all.use(start(['sync', ...own, ...args]))
  const [url = ''] = /http:\S+/.exec(await running.nextLine()) ?? []
  const isReady = async () => (await rawRequest(url, '/readyz')).status === 200
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 10 })
  return Object.assign(running, { url })
}

export interface AwayOptions {
  port: number
  files: Scratch
  first: Agent
  /** Host and port, and what nginx is told of it. */
  second: string
  /** More lines of the server. */
  lines?: string
}

/** The documented nginx before two agents, with the published folder for when both are away. */
export const startAwayNginx = ({ port, files, first, second, lines = '' }: AwayOptions) =>
  startNginx({
    ...{ port, folder: files.path('nginx'), lines },
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf', 'static.conf', 'schoolbell-away.conf'],
    filledIn: {
      '127.0.0.1:4020': new URL(first.url).host,
      '127.0.0.1:4021 down': second,
      '/srv/www': files.path('srv'),
      '#error_page': 'error_page',
      '#proxy_intercept_errors': 'proxy_intercept_errors',
    },
  })

/** A program that follows the changes through nginx. */
export class Follower implements AsyncDisposable {
  /** What it holds: titles by language and newsId. */
  readonly titles = new Map<string, string>()
  restarts = 0
  readonly #end = new AbortController()
  readonly #following: Promise<void>

  constructor(url: string, lang?: Language) {
    this.#following = this.#follow(url, lang)
  }

  async #follow(url: string, lang?: Language): Promise<void> {
    const { signal } = this.#end
    for await (const { startsOver, changes } of followChanges({ url, signal, ...(lang && { lang }) })) {
      if (startsOver) {
        this.titles.clear()
        this.restarts += 1
      }
      for (const change of changes) {
        if (change.kind === 'deletion') this.titles.delete(`${change.lang} ${change.newsId}`)
        else this.titles.set(`${change.entry.lang} ${change.entry.newsId}`, change.entry.title)
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort()
    await this.#following
  }
}
