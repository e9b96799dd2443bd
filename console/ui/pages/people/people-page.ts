/** Users and sessions: everybody, one person with their sessions, and all sessions. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { ENVIRONMENTS, ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PeoplePage, PersonInFull } from '../../../api/people.ts'
import type { SessionList } from '../../../api/sessions.ts'
import { icon } from '../../icons.ts'
import { countText } from '../../language.ts'
import '../../parts/console-empty.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { controls } from '../../parts/controls.ts'
import { type PersonLine, personLine } from '../../parts/person-line.ts'
import { ENVIRONMENT_NAMES, nameIn, ROLE_NAMES, WORDS } from '../../parts/words.ts'
import { look } from '../../styles.ts'
import './issue-session.ts'
import './person-form.ts'
import { type SessionRow, sessionsTable } from './sessions-table.ts'
import { COUNTS, STRINGS } from './strings.ts'

type Shown =
  | { kind: 'people'; page: PeoplePage }
  | { kind: 'sessions'; answer: SessionList }
  | { kind: 'person'; person: PersonInFull; answer: SessionList }
  | { kind: 'new'; role: Role }

const ROLE_VIEWS = { Student: 'students', Guardian: 'guardians', Staff: 'staff' } as const
const PAUSE_MS = 200

class UsersPage extends ActingPage {
  static override styles = [
    look,
    controls,
    css`
      .filters .field {
        flex: 1 1 18rem;
      }
      @media (max-width: 50rem) {
        .filters .views {
          display: grid;
          grid-template-columns: 1fr 1fr;
          width: 100%;
        }
        .filters .views button {
          justify-content: center;
        }
      }
      dl {
        display: grid;
        grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr);
        gap: 0.5rem 1.25rem;
        margin: 0;
      }
      dt {
        font-weight: 600;
      }
      dd {
        margin: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1rem;
      }
      .end-row {
        padding: 1rem;
        border-block-start: 1px solid var(--wa-color-surface-border);
      }
      .head {
        padding: var(--wa-space-m) 1rem;
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem;
        align-items: center;
        justify-content: space-between;
      }
    `,
  ]
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
    return { kind: 'people', page: await this.api.get<PeoplePage>(`/people?${this.#query()}`, { signal }) }
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
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}>
        <wa-button variant="brand" href="/console/people/new">${icon('plus', 'start')} ${this.#t('add')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
        <nav class="views" aria-label=${this.#t('views')}>
          <a href="/console/people" aria-current=${shown?.kind === 'people' ? 'page' : 'false'}>${this.#t('peopleView')}</a>
          <a href="/console/people/sessions" aria-current=${shown?.kind === 'sessions' ? 'page' : 'false'}>${this.#t('sessionsView')}</a>
        </nav>
        ${shown?.kind === 'people' ? this.#people(shown.page) : nothing}
        ${shown?.kind === 'sessions' ? this.#sessions(shown.answer) : nothing}
      </div>`,
      )}
    `
  }

  #people({ people, next }: PeoplePage): TemplateResult {
    const isAll = this.roleShown === undefined && this.words.trim() === ''
    return html`
      <div class="filters" role="search">
        <label class="field">
          ${this.#t('search')}
          <input type="search" .value=${this.words} placeholder=${WORDS.personHint[this.lang]} @input=${this.#onSearch} />
        </label>
        <div class="views" role="group" aria-label=${WORDS.role[this.lang]}>
          <button type="button" aria-pressed=${this.roleShown === undefined ? 'true' : 'false'} @click=${() => this.#choose(undefined)}>
            ${this.#t('everybody')}
          </button>
          ${ROLES.map(
            role => html`<button type="button" aria-pressed=${this.roleShown === role ? 'true' : 'false'} @click=${() => this.#choose(role)}>
              ${this.#t(ROLE_VIEWS[role])}
            </button>`,
          )}
        </div>
      </div>
      <div class="card flush">
        ${
          people.length === 0
            ? html`<console-empty
                icon="people"
                heading=${isAll ? this.#t('empty') : WORDS.nobody[this.lang]}
                text=${this.#t(isAll ? 'emptyText' : 'nobodyText')}
              ></console-empty>`
            : html`<table class="list">
                <thead>
                  <tr>
                    <th scope="col">${WORDS.personName[this.lang]}</th>
                    <th scope="col">${WORDS.role[this.lang]}</th>
                    <th scope="col">${this.#t('userId')}</th>
                    <th scope="col">${this.#t('email')}</th>
                  </tr>
                </thead>
                <tbody>
                  ${people.map(
                    person => html`<tr>
                      <td class="title">${personLine(this.lang, person, `people/${person.userId}`)}</td>
                      <td data-label=${WORDS.role[this.lang]}>
                        <span class="badge ${person.role === 'Student' ? 'brand' : ''}">${ROLE_NAMES[person.role][this.lang]}</span>
                      </td>
                      <td data-label=${this.#t('userId')}>${person.userId}</td>
                      <td class="email" data-label=${this.#t('email')}>${emailText(person.email)}</td>
                    </tr>`,
                  )}
                </tbody>
              </table>`
        }
        ${
          next === undefined
            ? nothing
            : html`<div class="end-row"><wa-button appearance="outlined" @click=${() => this.#more(next)}>${WORDS.more[this.lang]}</wa-button></div>`
        }
      </div>
    `
  }

  #sessions({ now, more, sessions }: SessionList): TemplateResult {
    const hasExpired = sessions.some(({ expireAt }) => Date.parse(expireAt) <= Date.parse(now))
    return html`<div class="card flush">
      <div class="head">
        <label class="field">
          <span class="visually-hidden">${this.#t('environment')}</span>
          <select @change=${this.#onEnvironment}>
            <option value="" ?selected=${this.environment === ''}>${this.#t('allEnvironments')}</option>
            ${ENVIRONMENTS.map(
              name =>
                html`<option value=${name} ?selected=${this.environment === name}>${ENVIRONMENT_NAMES[name][this.lang]}</option>`,
            )}
          </select>
        </label>
        ${hasExpired ? html`<wa-button appearance="outlined" @click=${this.#clearExpired}>${this.#t('clearExpired')}</wa-button>` : nothing}
      </div>
      ${
        sessions.length === 0
          ? html`<console-empty icon="key" heading=${this.#t('noSessions')} text=${this.#t('noSessionsText')}></console-empty>`
          : sessionsTable({ lang: this.lang, now, sessions, who: true, end: this.#end })
      }
      ${more ? html`<p class="end-row quiet">${this.#t('moreSessions')}</p>` : nothing}
    </div>`
  }

  #one(): TemplateResult {
    const { shown } = this
    const heading = shown?.kind === 'person' ? nameIn(this.lang, shown.person) : this.#t('newTitle')
    return html`
      <console-page-header heading=${shown ? heading : this.#t('title')} back="people" back-text=${this.#t('back')}></console-page-header>
      ${this.whenLoaded(() => {
        if (shown?.kind === 'new')
          return html`<person-form .lang=${this.lang} .api=${this.api} .person=${undefined} .newRole=${shown.role} @person-saved=${this.#onSaved}></person-form>`
        return shown?.kind === 'person' ? this.#person(shown.person, shown.answer) : html``
      })}
    `
  }

  #person(person: PersonInFull, { now, sessions }: SessionList): TemplateResult {
    const { guardians, groups, role, userId } = person
    return html`<div class="stack">
      <person-form .lang=${this.lang} .api=${this.api} .person=${person} @person-saved=${this.#onSaved}></person-form>
      ${
        role !== 'Student'
          ? nothing
          : html`<section class="card">
              <dl>
                <dt>${this.#t('groupsOf')}</dt>
                <dd>
                  ${groups.map(({ groupId, groupName, yearId }) => html`<a href="/console/structures/groups/${groupId}">${groupName} (${yearId})</a>`)}
                  ${groups.length === 0 ? html`<span class="quiet">${this.#t('none')}</span>` : nothing}
                </dd>
                <dt>${this.#t('guardiansOf')}</dt>
                <dd>
                  ${guardians.map(one => html`<a href="/console/people/${one.userId}">${nameIn(this.lang, one)}</a>`)}
                  ${guardians.length === 0 ? html`<span class="quiet">${this.#t('none')}</span>` : nothing}
                </dd>
              </dl>
            </section>`
      }
      <section class="card">
        <issue-session .lang=${this.lang} .api=${this.api} .userId=${userId} @session-issued=${() => this.reload()}></issue-session>
      </section>
      <section class="card flush" aria-labelledby="sessions">
        <div class="head">
          <h2 id="sessions">${this.#t('sessionsTitle')}</h2>
          ${
            sessions.length < 2
              ? nothing
              : html`<wa-button appearance="outlined" @click=${() => this.#endAll(userId)}>${this.#t('endAll')} (${sessions.length})</wa-button>`
          }
        </div>
        ${
          sessions.length === 0
            ? html`<p class="quiet end-row">${this.#t('noSessionsHere')}</p>`
            : sessionsTable({ lang: this.lang, now, sessions, who: false, end: this.#end })
        }
      </section>
      <section class="card stack tight">
        <p class="quiet">${this.#t(person.approvedEntries > 0 ? 'approvedText' : 'deleteText')}</p>
        <div class="row">
          <wa-button variant="danger" appearance="outlined" ?disabled=${person.approvedEntries > 0} @click=${() => this.#delete(person)}>
            ${icon('trash', 'start')} ${this.#t('delete')}
          </wa-button>
        </div>
      </section>
    </div>`
  }

  #onSearch = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.arrive(), PAUSE_MS)
  }

  #choose(role: Role | undefined): void {
    this.roleShown = role
    this.arrive()
  }

  #onEnvironment = (event: Event): void => {
    this.environment = (event.target as HTMLSelectElement).value
    this.arrive()
  }

  async #more(after: string): Promise<void> {
    const more = await this.act(() => this.api.get<PeoplePage>(`/people?${this.#query(after)}`))
    if (!more || this.shown?.kind !== 'people') return
    this.shown = { kind: 'people', page: { ...more, people: [...this.shown.page.people, ...more.people] } }
  }

  #onSaved = (event: CustomEvent<Undone & PersonLine & { isNew: boolean }>): void => {
    const saved = event.detail
    this.done(`${this.#t(saved.isNew ? 'added' : 'saved')}: ${nameIn(this.lang, saved)}`, 'people', saved)
    if (saved.isNew) this.go(`people/${saved.userId}`)
    else this.reload()
  }

  async #delete(person: PersonInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/people/${person.userId}`))
    if (!deleted) return
    this.done(`${this.#t('deleted')}: ${nameIn(this.lang, person)}`, 'people', deleted)
    this.go('people')
  }

  #end = async ({ environment, sessionId }: SessionRow): Promise<void> => {
    const ended = await this.act(() => this.api.delete<Undone>(`/sessions/${environment}/${sessionId}`))
    if (!ended) return
    this.done(this.#t('ended'), 'sessions', ended)
    this.reload()
  }

  #endAll = (userId: number): Promise<void> => this.#endSome({ userId }, 'endedAll')
  #clearExpired = (): Promise<void> => this.#endSome({ expired: true }, 'clearedExpired')

  async #endSome(which: object, said: keyof typeof COUNTS): Promise<void> {
    const ended = await this.act(() => this.api.post<Undone & { count: number }>('/sessions/end', which))
    if (!ended) return
    this.done(countText(COUNTS[said], ended.count, this.lang), 'sessions', ended)
    this.reload()
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

/** An address that is too long for its place breaks before what stands behind its name. */
function emailText(email: string): TemplateResult {
  const at = email.lastIndexOf('@')
  return at < 1 ? html`${email}` : html`<span>${email.slice(0, at)}<wbr />${email.slice(at)}</span>`
}

customElements.define('people-page', UsersPage)
export default 'people-page'
