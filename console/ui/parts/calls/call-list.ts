/**
 * The log's calls as a page shows them: searched, gone through page by page, and joined by those that come.
 *
 * They come only while the page is seen, because a browser has six connections to a host for all its tabs together.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { RequestLine, RequestList } from '../../../api/requests.ts'
import { API_BASE, type Api } from '../../api.ts'
import { readAtLeast } from '../list-pages.ts'

/** Rows on the screen at most; older ones are a search away. */
const MOST_ROWS = 2_000
const MOST_AT_ONCE = 500

export interface CallListHost extends ReactiveControllerHost {
  readonly api: Api
  /** Whether new calls are wanted at all just now. */
  readonly takesCalls: boolean
  /** Whether somebody is reading, who is not to be moved. */
  readonly isReading: boolean
}

export interface CallFilter {
  text: string
  endpoint: string
  /** Of HTTP. */
  status: string
  /** Of the content API. */
  code: string
  caller: string
}

export class CallList implements ReactiveController {
  filter: CallFilter = { text: '', endpoint: '', status: '', code: '', caller: '' }
  /** Of all calls in the log, when it was loaded. */
  callers: readonly string[] = []
  lines: readonly RequestLine[] = []
  /** Calls that came and are not shown yet. */
  waiting: readonly RequestLine[] = []
  /** Where older ones begin. */
  #next: number | undefined
  #newest = 0
  #events: EventSource | undefined
  readonly #host: CallListHost

  constructor(host: CallListHost) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#follow)
    this.#follow()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#follow)
    this.#events?.close()
  }

  #follow = (): void => {
    this.#events?.close()
    if (document.visibilityState === 'hidden') return
    this.#events = new EventSource(`${API_BASE}/requests/events`)
    this.#events.addEventListener('message', this.#onNews)
  }

  get isSearch(): boolean {
    return Object.values(this.filter).some(value => value !== '')
  }

  get hasOlder(): boolean {
    return this.#next !== undefined && this.lines.length < MOST_ROWS
  }

  /** @param rows at least so many, where there are */
  async fetch(signal: AbortSignal, rows = 0): Promise<RequestList> {
    let newest: number | undefined
    const list = await readAtLeast('requests', rows, async (after?: number) => {
      const page = await this.#host.api.get<RequestList>(this.#query({ after }), { signal })
      // Whatever comes while the others are read is still to come.
      newest ??= page.newest
      return page
    })
    return { ...list, newest: newest ?? list.newest }
  }

  show(page: RequestList): void {
    this.lines = page.requests
    this.callers = page.callers ?? this.callers
    this.#next = page.next
    this.waiting = []
    this.#newest = page.newest
    this.#host.requestUpdate()
  }

  fetchOlder(): Promise<RequestList> {
    return this.#host.api.get<RequestList>(this.#query({ after: this.#next }))
  }

  showOlder(page: RequestList): void {
    this.lines = [...this.lines, ...page.requests]
    this.#next = page.next
    this.#host.requestUpdate()
  }

  showNew(): void {
    this.lines = [...this.waiting, ...this.lines].slice(0, MOST_ROWS)
    this.waiting = []
    this.#host.requestUpdate()
  }

  #onNews = async (event: MessageEvent<string>): Promise<void> => {
    const { newest } = JSON.parse(event.data) as { newest: number }
    if (!this.#host.takesCalls || newest <= this.#newest) return
    const since = this.#newest
    this.#newest = newest
    const page = await this.#host.api
      .get<RequestList>(this.#query({ since, limit: MOST_AT_ONCE }))
      .catch(() => undefined)
    if (!page) return
    this.#newest = Math.max(this.#newest, page.newest)
    const known = new Set([...this.waiting, ...this.lines].map(({ id }) => id))
    const fresh = page.requests.filter(({ id }) => !known.has(id))
    this.waiting = [...fresh, ...this.waiting].slice(0, MOST_ROWS)
    if (this.#host.isReading) this.#host.requestUpdate()
    else this.showNew()
  }

  #query(more: Record<string, number | undefined> = {}): string {
    const given = Object.entries({ ...this.filter, ...more }).filter(
      ([, value]) => value !== '' && value !== undefined,
    )
    return `/requests?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`
  }
}
