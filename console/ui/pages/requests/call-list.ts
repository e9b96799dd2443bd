/** The log's calls: a list at whose top those stand that come meanwhile, unless somebody is reading who is not to be moved. */
import type { RequestLine, RequestList } from '../../../api/requests.ts'
import { ComingCalls } from '../../parts/calls/coming-calls.ts'
import { List, type ListHost } from '../../parts/list.ts'

/** Rows on the screen at most; older ones are a search away. */
const MOST_ROWS = 2_000
const MOST_AT_ONCE = '500'

export interface CallListHost extends ListHost {
  /** Whether new calls are wanted at all just now. */
  readonly takesCalls: boolean
  readonly isReading: boolean
}

/** `status` is that of HTTP, `code` that of the content API. */
export type CallFilter = 'text' | 'endpoint' | 'status' | 'code' | 'caller'

export class CallList extends List<RequestList, 'requests', CallFilter> {
  /** Calls that came and are not shown yet. */
  waiting: readonly RequestLine[] = []
  #newest = 0
  readonly #host: CallListHost

  constructor(host: CallListHost) {
    const query = { text: '', endpoint: '', status: '', code: '', caller: '' }
    super(host, { path: '/requests', rows: 'requests', topics: ['requests'], kept: { query, shown: 0 } })
    this.#host = host
    new ComingCalls(host, newest => this.#take(newest))
  }

  override get hasMore(): boolean {
    return super.hasMore && this.rows.length < MOST_ROWS
  }

  showNew = (): void => {
    if (!this.answer) return
    this.answer.requests = [...this.waiting, ...this.rows].slice(0, MOST_ROWS)
    this.answer.newest = this.#newest
    this.show(this.answer)
  }

  protected override show(answer: RequestList): void {
    const { newest = 0 } = answer
    this.#newest = Math.max(this.#newest, newest)
    this.waiting = this.waiting.filter(({ id }) => id > newest)
    super.show(answer)
  }

  async #take(newest: number): Promise<void> {
    if (!this.#host.takesCalls || newest <= this.#newest) return
    const since = `${this.#newest}`
    this.#newest = newest
    const page = await this.page({ since, limit: MOST_AT_ONCE }).catch(() => undefined)
    if (!page) return
    this.#newest = Math.max(this.#newest, page.newest ?? 0)
    const known = new Set([...this.waiting, ...this.rows].map(({ id }) => id))
    const fresh = page.requests.filter(({ id }) => !known.has(id))
    this.waiting = [...fresh, ...this.waiting].slice(0, MOST_ROWS)
    if (this.#host.isReading) this.#host.requestUpdate()
    else this.showNew()
  }
}
