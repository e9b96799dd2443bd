/** One person: what the office enters of them, kept while it is typed, and what is known of them. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PersonInFull } from '../../../api/people.ts'
import type { SessionList } from '../../../api/sessions.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { Editing } from '../../parts/editing/editing.ts'
import { conflictNote, restoredNote } from '../../parts/editing/notes.ts'
import { type PersonLine, personLine } from '../../parts/person-line.ts'
import '../../parts/person-picker.ts'
import { nameIn, ROLE_NAMES, word } from '../../parts/words.ts'
import { chosenRole } from './people-list.ts'
import { personView } from './person-view.ts'
import { endSession, endSessions } from './sessions-table.ts'
import { FAULTS, say } from './strings.ts'

interface Form {
  role: Role
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  email: string
  children: PersonLine[]
}

const TEXTS = ['firstName', 'lastName', 'chineseName', 'refNo', 'email'] as const
type TextField = (typeof TEXTS)[number]

class PersonPage extends ActingPage {
  static override styles = css`
    dd {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 1rem;
    }
  `

  #editing = new Editing<Form, PersonInFull>(this, { formOf, save: () => void this.#save() })
  #sessions: SessionList | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('people', 'sessions', 'structures')
  }

  protected override arrive(): void {
    this.#editing.close()
    this.failure = undefined
    this.loading = 'never'
    const [id = ''] = this.rest
    void this.load(
      async signal => {
        if (id === 'new') return { blank: { ...EMPTY, role: chosenRole() ?? EMPTY.role } }
        const saved = await this.api.get<PersonInFull>(`/people/${encodeURIComponent(id)}`, { signal })
        const sessions = await this.api.get<SessionList>(`/sessions?userId=${saved.userId}`, { signal })
        return { saved, sessions }
      },
      found => {
        if ('saved' in found) this.#sessions = found.sessions
        if (this.#editing.form === undefined) this.#editing.open(`people/${id}`, found)
        else if ('saved' in found) this.#editing.follow(found.saved)
      },
    )
  }

  override render() {
    const { base, form } = this.#editing
    const heading = base ? nameIn(base) : say(this.rest[0] === 'new' ? 'newTitle' : 'title')
    return html`
      <console-page-header heading=${heading} back="people" back-text=${say('back')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
          ${form ? this.#fields() : nothing} ${base && this.#sessions ? this.#known(base, this.#sessions) : nothing}
        </div>`,
      )}
    `
  }

  #known(person: PersonInFull, list: SessionList): TemplateResult {
    return personView({
      api: this.api,
      person,
      list,
      onIssued: () => this.reload(),
      end: session => void endSession(this, session),
      endAll: () => void endSessions(this, { userId: person.userId }, 'endedAll'),
      remove: () => void this.#remove(person),
    })
  }

  get #form(): Form {
    return this.#editing.form ?? EMPTY
  }

  #fields(): TemplateResult {
    const { errors, problem } = this.#editing
    const unseen = errors.filter(({ path }) => !isShown(path)).map(({ reason }) => reason)
    const said = problem ? problemText(problem) : unseen.join(' ')
    return html`<form class="card stack" novalidate @submit=${this.#onSubmit}>
      ${restoredNote(this.#editing)}
      <h2>${say('details')}</h2>
      <div class="columns">
        ${TEXTS.map(field => this.#text(field))}
        <label class="field">
          ${word('role')}
          <select @change=${(event: Event) => this.#edit({ role: (event.target as HTMLSelectElement).value as Role })}>
            ${ROLES.map(role => html`<option value=${role} .selected=${live(role === this.#form.role)}>${ROLE_NAMES[role][this.lang]}</option>`)}
          </select>
          ${this.#fault('/role')}
        </label>
      </div>
      ${this.#form.role === 'Guardian' ? this.#children() : nothing}
      <div role="status">${said === '' ? nothing : html`<p class="note bad">${said}</p>`}</div>
      ${conflictNote(this.#editing, { heading: say('conflict'), described: form => this.#described(form) })}
      <div class="row"><wa-button type="submit" variant="brand">${say('save')}</wa-button></div>
    </form>`
  }

  #described(form: Form): Described[] {
    return [
      ...TEXTS.map((field): Described => [this.#label(field), form[field]]),
      [word('role'), ROLE_NAMES[form.role][this.lang]],
      [say('children'), form.children.map(child => nameIn(child)).join('\n')],
    ]
  }

  #label(field: TextField): string {
    return field === 'refNo' ? word('refNo') : say(field)
  }

  #text(field: TextField): TemplateResult {
    const invalid = this.#editing.errors.some(({ path }) => path === `/${field}`)
    return html`<label class="field">
      ${this.#label(field)}
      <input
        name=${field}
        type=${field === 'email' ? 'email' : 'text'}
        autocomplete="off"
        maxlength="320"
        .value=${this.#form[field]}
        aria-invalid=${invalid ? 'true' : 'false'}
        @input=${(event: Event) => this.#edit({ [field]: (event.target as HTMLInputElement).value })}
      />
      ${this.#fault(`/${field}`)}
    </label>`
  }

  #fault(path: string): TemplateResult | typeof nothing {
    const error = this.#editing.errors.find(one => one.path === path)
    if (!error) return nothing
    return html`<span class="hint" role="alert">${icon('exclamation')} ${FAULTS[path]?.[this.lang] ?? error.reason}</span>`
  }

  #children(): TemplateResult {
    const { children } = this.#form
    return html`<div class="stack tight">
      <h3>${say('children')}</h3>
      ${
        children.length === 0
          ? html`<p class="quiet">${say('noChildren')}</p>`
          : html`<ul class="stack tight">
              ${children.map(
                child => html`<li class="head">
                  ${personLine(child)}
                  <wa-button size="s" appearance="outlined" @click=${() => this.#without(child)}>
                    ${word('remove')}<span class="visually-hidden"> ${nameIn(child)}</span>
                  </wa-button>
                </li>`,
              )}
            </ul>`
      }
      <person-picker
        .api=${this.api}
        .ofRole=${'Student'}
        .label=${say('addChild')}
        .without=${children.map(({ userId }) => userId)}
        @person-picked=${(event: CustomEvent<PersonLine>) => this.#edit({ children: [...children, event.detail] })}
      ></person-picker>
    </div>`
  }

  #without(child: PersonLine): void {
    this.#edit({ children: this.#form.children.filter(({ userId }) => userId !== child.userId) })
  }

  #edit(change: Partial<Form>): void {
    this.#editing.change(change)
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault()
    void this.#save()
  }

  async #save(): Promise<void> {
    const person = this.#editing.base
    const saved = await this.#editing.save(({ children, ...form }, stamp) => {
      const record = {
        ...form,
        ...(person?.avatar !== undefined && { avatar: person.avatar }),
        ...(form.role === 'Guardian' && { children: children.map(({ userId }) => userId) }),
      }
      return person
        ? this.api.put<PersonInFull & Undone>(`/people/${person.userId}`, { ...record, stamp })
        : this.api.post<PersonInFull & Undone>('/people', record)
    })
    if (saved) {
      this.done(withColon(say(person ? 'saved' : 'added'), nameIn(saved)), saved as PersonInFull & Undone)
      if (person) this.reload()
      else this.go(`people/${saved.userId}`)
      return
    }
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async #remove(person: PersonInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/people/${person.userId}`))
    if (!deleted) return
    this.done(withColon(say('deleted'), nameIn(person)), deleted)
    this.go('people')
  }
}

const EMPTY: Form = {
  ...{ role: 'Student', refNo: '', firstName: '', lastName: '', chineseName: '', email: '', children: [] },
}
const formOf = ({ role, refNo, firstName, lastName, chineseName, email, children }: Form): Form => ({
  ...{ role, refNo, firstName, lastName, chineseName, email, children },
})

const isShown = (path: string) => path === '/role' || TEXTS.some(field => path === `/${field}`)

customElements.define('person-page', PersonPage)
