/**
 * A list that the API gives page by page: the `next` of one page asks for the one after it.
 *
 * Read again when somebody changes something of its topics and when the next of its records begins or ends by itself.
 * It stays as long as it was then, so that nobody loses the place.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Api } from '../api.ts'

const SEARCH_MS = 250
/** A browser counts no longer than some weeks. */
const LONGEST_MS = 604_800_000

interface Page {
  next?: string | number
  /** Until something in it begins or ends by itself. */
  changesInMs?: number
}

/** What is asked for, by the names of the API's parameters; empty is not asked for. */
export type Query<Asked extends string> = Record<Asked, string>

/** A constant of a page's module, so that the way back leads to the same list. */
export interface KeptList<Asked extends string> {
  query: Query<Asked>
  /** How many rows were on the screen. */
  shown: number
}

export interface ListParts<Rows extends string, Asked extends string> {
  path: string
  /** What the API calls them, as in `people`. */
  rows: Rows
  topics: readonly string[]
  kept: KeptList<Asked>
}

export interface ListHost extends ReactiveControllerHost {
  readonly api: Api
  load<T>(fetch: (signal: AbortSignal) => Promise<T>, show: (found: T) => void): Promise<T | undefined>
  act<T>(call: () => Promise<T>): Promise<T | undefined>
  watch(topic: string, tell: () => void): void
}

export class List<
  Answer extends Page & { [name in Rows]: unknown[] },
  Rows extends string,
  Asked extends string = never,
> implements ReactiveController
{
  answer: Answer | undefined
  readonly #host: ListHost
  readonly #parts: ListParts<Rows, Asked>
  #typing: ReturnType<typeof setTimeout> | undefined
  #clock: ReturnType<typeof setTimeout> | undefined

  constructor(host: ListHost, parts: ListParts<Rows, Asked>) {
    this.#host = host
    this.#parts = parts
    host.addController(this)
  }

  hostConnected(): void {
    for (const topic of this.#parts.topics) this.#host.watch(topic, this.load)
    this.load()
  }

  hostDisconnected(): void {
    clearTimeout(this.#typing)
    clearTimeout(this.#clock)
  }

  get query(): Readonly<Query<Asked>> {
    return this.#parts.kept.query
  }

  get rows(): Answer[Rows] {
    return this.answer?.[this.#parts.rows] ?? ([] as unknown[] as Answer[Rows])
  }

  get hasMore(): boolean {
    return this.answer?.next !== undefined
  }

  get isFiltered(): boolean {
    return Object.values<string>(this.query).some(value => value.trim() !== '')
  }

  choose(changes: Partial<Query<Asked>>): void {
    this.#ask(changes)
    this.load()
  }

  showAll = (): void => {
    const names = Object.keys(this.query) as Asked[]
    this.choose(Object.fromEntries(names.map(name => [name, ''])) as Query<Asked>)
  }

  /** As {@link choose}, once its user has stopped typing. */
  type(changes: Partial<Query<Asked>>): void {
    this.#ask(changes)
    this.#typing = setTimeout(this.load, SEARCH_MS)
  }

  load = (): void => {
    const { rows, kept } = this.#parts
    void this.#host.load(
      signal => readAtLeast(rows, kept.shown, after => this.page(after, signal)),
      answer => this.show(answer),
    )
  }

  /** The next page at the end of the list, unless the list was loaded anew meanwhile. */
  more = async (): Promise<void> => {
    const before = this.answer
    if (before?.next === undefined) return
    const more = { after: `${before.next}` }
    const after = await this.#host.act(() => this.page(more))
    if (after && this.answer === before) this.show(joined(this.#parts.rows, before, after))
  }

  #ask(changes: Partial<Query<Asked>>): void {
    const { kept } = this.#parts
    Object.assign(kept.query, changes)
    kept.shown = 0
    clearTimeout(this.#typing)
    this.#host.requestUpdate()
  }

  protected show(answer: Answer): void {
    this.answer = answer
    this.#parts.kept.shown = this.rows.length
    clearTimeout(this.#clock)
    const { changesInMs } = answer
    // The service's clock may stand still.
    if (changesInMs !== undefined)
      this.#clock = setTimeout(this.load, Math.min(Math.max(changesInMs, 1000), LONGEST_MS))
    this.#host.requestUpdate()
  }

  protected page(more: Record<string, string> = {}, signal?: AbortSignal): Promise<Answer> {
    const asked = Object.entries<string>({ ...this.query, ...more })
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== '')
    return this.#host.api.get(`${this.#parts.path}?${new URLSearchParams(asked)}`, signal && { signal })
  }
}

type Pages<Rows extends string> = { [name in Rows]: unknown[] } & Pick<Page, 'next'>

/** As many rows as were shown, and all of them where that is Infinity. @param rows their name, as in `people` */
export async function readAtLeast<Rows extends string, Answer extends Pages<Rows>>(
  rows: Rows,
  shown: number,
  read: (more?: { after: string }) => Promise<Answer>,
): Promise<Answer> {
  let list = await read()
  while (list.next !== undefined && list[rows].length < shown)
    list = joined(rows, list, await read({ after: `${list.next}` }))
  return list
}

/** Two parts of a list as one; what else the later one says is newer. */
const joined = <Rows extends string, Answer extends Pages<Rows>>(
  rows: Rows,
  before: Answer,
  after: Answer,
): Answer => ({ ...before, ...after, next: after.next, [rows]: [...before[rows], ...after[rows]] })
