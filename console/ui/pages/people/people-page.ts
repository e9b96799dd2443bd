/** Users and sessions: everybody, one person with their sessions, and all sessions. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { Role } from '../../../../shared/contract/session.ts'
import type { PeoplePage, PersonInFull } from '../../../api/people.ts'
import type { SessionList } from '../../../api/sessions.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { countText, withColon } from '../../language.ts'
import { joined, readAtLeast } from '../../parts/list-pages.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { nameIn } from '../../parts/words.ts'
import { peopleList } from './people-list.ts'
import { styles } from './people-page.styles.ts'
import { personView } from './person-view.ts'
import './person-form.ts'
import { sessionsList } from './sessions-list.ts'
import type { SessionRow } from './sessions-table.ts'
import { COUNTS, say } from './strings.ts'

type Shown =
  | { kind: 'people'; page: PeoplePage }
  | { kind: 'sessions'; answer: SessionList }
  | { kind: 'person'; person: PersonInFull; answer: SessionList }
  | { kind: 'new'; role: Role }

const PAUSE_MS = 200

class UsersPage extends ActingPage {
  static override styles = styles
  static override properties = {
    shown: { state: true },
    roleShown: { state: true },
    words: { state: true },
    environment: { state: true },
  }

  declare private shown: Shown | undefined
  declare private roleShown: Role | undefined
  declare private words: string
  declare private environment: string

  #timer: ReturnType<typeof setTimeout> | undefined
  /** How many people are on the screen. */
  #listed = 0

  constructor() {
    super()
    this.words = ''
    this.environment = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('people', 'sessions', 'structures')
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
  }

  protected override arrive(): void {
    void this.load(async signal => {
      this.shown = await this.#read(signal)
    })
  }

  async #read(signal: AbortSignal): Promise<Shown> {
    const [what] = this.rest
    if (what === 'sessions') {
      const query = this.environment === '' ? '' : `?environment=${this.environment}`
      return { kind: 'sessions', answer: await this.api.get<SessionList>(`/sessions${query}`, { signal }) }
    }
    if (what === 'new') return { kind: 'new', role: this.roleShown ?? 'Student' }
    if (what !== undefined) {
      const person = await this.api.get<PersonInFull>(`/people/${encodeURIComponent(what)}`, { signal })
      const answer = await this.api.get<SessionList>(`/sessions?userId=${person.userId}`, { signal })
      return { kind: 'person', person, answer }
    }
    const page = await readAtLeast('people', this.#listed, (after?: string) =>
      this.api.get<PeoplePage>(`/people?${this.#query(after)}`, { signal }),
    )
    return { kind: 'people', page }
  }

  #query(after?: string): URLSearchParams {
    return new URLSearchParams({
      ...(this.roleShown && { role: this.roleShown }),
      ...(this.words.trim() !== '' && { search: this.words.trim() }),
      ...(after !== undefined && { after }),
    })
  }

  override render() {
    const { shown } = this
    if (shown?.kind === 'person' || (shown === undefined && this.rest.length > 0)) return this.#one()
    if (shown?.kind === 'new') return this.#one()
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}>
        <wa-button variant="brand" href="/console/people/new">${icon('plus', 'start')} ${say('add')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
        <nav class="segments" aria-label=${say('views')}>
          <a href="/console/people" aria-current=${shown?.kind === 'people' ? 'page' : 'false'}>${say('peopleView')}</a>
          <a href="/console/people/sessions" aria-current=${shown?.kind === 'sessions' ? 'page' : 'false'}>${say('sessionsView')}</a>
        </nav>
        ${this.#list()}
      </div>`,
      )}
    `
  }

  #list(): unknown {
    const { shown, words, environment } = this
    if (shown?.kind === 'people')
      return peopleList({
        page: shown.page,
        role: this.roleShown,
        words,
        onSearch: this.#onSearch,
        choose: role => this.#choose(role),
        more: after => this.#more(after),
      })
    if (shown?.kind === 'sessions')
      return sessionsList({
        list: shown.answer,
        environment,
        onEnvironment: this.#onEnvironment,
        clearExpired: this.#clearExpired,
        end: this.#end,
      })
    return nothing
  }

  #one(): TemplateResult {
    const { shown } = this
    const heading = shown?.kind === 'person' ? nameIn(shown.person) : say('newTitle')
    return html`
      <console-page-header heading=${shown ? heading : say('title')} back="people" back-text=${say('back')}></console-page-header>
      ${this.whenLoaded(() => {
        if (shown?.kind === 'new')
          return html`<person-form .api=${this.api} .person=${undefined} .newRole=${shown.role} @person-saved=${this.#onSaved} @person-undo=${this.#onUndo}></person-form>`
        return shown?.kind === 'person' ? this.#person(shown.person, shown.answer) : html``
      })}
    `
  }

  #person(person: PersonInFull, list: SessionList): TemplateResult {
    return personView({
      api: this.api,
      person,
      list,
      onSaved: this.#onSaved,
      onUndo: this.#onUndo,
      onIssued: () => this.reload(),
      end: this.#end,
      endAll: () => this.#endAll(person.userId),
      remove: () => this.#delete(person),
    })
  }

  #onSearch = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value
    this.#listed = 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.arrive(), PAUSE_MS)
  }

  #choose(role: Role | undefined): void {
    this.roleShown = role
    this.#listed = 0
    this.arrive()
  }

  #onEnvironment = (event: Event): void => {
    this.environment = (event.target as HTMLSelectElement).value
    this.arrive()
  }

  async #more(after: string): Promise<void> {
    const more = await this.act(() => this.api.get<PeoplePage>(`/people?${this.#query(after)}`))
    // The list was loaded anew meanwhile.
    if (!more || this.shown?.kind !== 'people' || this.shown.page.next !== after) return
    const page = joined('people', this.shown.page, more)
    this.#listed = page.people.length
    this.shown = { kind: 'people', page }
  }

  #onUndo = ({ detail }: CustomEvent<{ text: string; undo(): void }>): void =>
    this.offerUndo(detail.text, detail.undo)

  #onSaved = (event: CustomEvent<Undone & PersonLine & { isNew: boolean }>): void => {
    const saved = event.detail
    this.done(withColon(say(saved.isNew ? 'added' : 'saved'), nameIn(saved)), saved)
    if (saved.isNew) this.go(`people/${saved.userId}`)
    else this.reload()
  }

  async #delete(person: PersonInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/people/${person.userId}`))
    if (!deleted) return
    this.done(withColon(say('deleted'), nameIn(person)), deleted)
    this.go('people')
  }

  #end = async ({ environment, sessionId }: SessionRow): Promise<void> => {
    const ended = await this.act(() => this.api.delete<Undone>(`/sessions/${environment}/${sessionId}`))
    if (!ended) return
    this.done(say('ended'), ended)
    this.reload()
  }

  #endAll = (userId: number): Promise<void> => this.#endSome({ userId }, 'endedAll')
  #clearExpired = (): Promise<void> => this.#endSome({ expired: true }, 'clearedExpired')

  async #endSome(which: object, said: keyof typeof COUNTS): Promise<void> {
    const ended = await this.act(() => this.api.post<Undone & { count: number }>('/sessions/end', which))
    if (!ended) return
    this.done(countText(COUNTS[said], ended.count), ended)
    this.reload()
  }
}

customElements.define('people-page', UsersPage)
export default 'people-page'
