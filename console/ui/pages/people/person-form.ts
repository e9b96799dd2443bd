/**
 * What the office enters of a person, kept while it is typed: `<person-form .api .person .newRole>`.
 *
 * Fires `person-saved` with {userId, undo, isNew}, and `person-undo` with {text, undo} to be offered.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PersonInFull } from '../../../api/people.ts'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import type { Text } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-restored.ts'
import '../../parts/editing/console-conflict.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { Editing } from '../../parts/editing/editing.ts'
import { STRINGS as EDITING } from '../../parts/editing/strings.ts'
import { type PersonLine, personLine } from '../../parts/person-line.ts'
import { nameIn, ROLE_NAMES, WORDS } from '../../parts/words.ts'
import '../../parts/person-picker.ts'
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

export class PersonForm extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    person: { attribute: false },
    newRole: { attribute: false },
  }

  declare api: Api
  /** Absent for a new one. */
  declare person: PersonInFull | undefined
  /** Of a new one. */
  declare newRole: Role

  #editing = new Editing<Form, PersonInFull>(this, { formOf, save: () => void this.#save() })
  #shown: number | 'new' | undefined

  constructor() {
    super()
    this.newRole = 'Student'
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { person } = this
    const shows = person?.userId ?? 'new'
    if (shows !== this.#shown) {
      this.#shown = shows
      const record = person ? { saved: person } : { blank: { ...EMPTY, role: this.newRole } }
      this.#editing.open(`people/${shows}`, record)
    } else if (person && changed.has('person')) this.#editing.follow(person)
  }

  get #form(): Form {
    return this.#editing.form ?? EMPTY
  }

  override render() {
    const { isRestored, theirs, errors, problem } = this.#editing
    const unseen = errors.filter(({ path }) => !isShown(path)).map(({ reason }) => reason)
    const said = problem ? problemText(problem) : unseen.join(' ')
    return html`<form class="card stack" novalidate @submit=${this.#onSubmit}>
      ${isRestored ? html`<console-restored @console-discard=${this.#discard}></console-restored>` : nothing}
      <h2>${say('details')}</h2>
      <div class="columns">
        ${TEXTS.map(field => this.#text(field))}
        <label class="field">
          ${WORDS.role[this.lang]}
          <select @change=${(event: Event) => this.#edit({ role: (event.target as HTMLSelectElement).value as Role })}>
            ${ROLES.map(role => html`<option value=${role} .selected=${live(role === this.#form.role)}>${ROLE_NAMES[role][this.lang]}</option>`)}
          </select>
          ${this.#fault('/role')}
        </label>
      </div>
      ${this.#form.role === 'Guardian' ? this.#children() : nothing}
      <div role="status">${said === '' ? nothing : html`<p class="note bad">${said}</p>`}</div>
      ${theirs ? this.#conflict(theirs) : nothing}
      <div class="row"><wa-button type="submit" variant="brand">${say('save')}</wa-button></div>
    </form>`
  }

  #conflict(theirs: PersonInFull): TemplateResult {
    return html`<console-conflict
      .heading=${say('conflict')}
      .mine=${this.#described(this.#form)}
      .theirs=${this.#described(theirs)}
      @console-mine=${this.#keepMine}
      @console-theirs=${this.#takeTheirs}
    ></console-conflict>`
  }

  #described(form: Form): Described[] {
    return [
      ...TEXTS.map((field): Described => [this.#label(field), form[field]]),
      [WORDS.role[this.lang], ROLE_NAMES[form.role][this.lang]],
      [say('children'), form.children.map(child => nameIn(child)).join('\n')],
    ]
  }

  #label(field: TextField): string {
    return field === 'refNo' ? WORDS.refNo[this.lang] : say(field)
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
                    ${WORDS.remove[this.lang]}<span class="visually-hidden"> ${nameIn(child)}</span>
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

  #discard = (): void => this.#offerUndo(EDITING.discarded, this.#editing.discard())

  #onSubmit = (event: Event): void => {
    event.preventDefault()
    void this.#save()
  }

  #keepMine = (): void => {
    this.#editing.overrule()
    void this.#save()
  }

  #takeTheirs = (): void => this.#offerUndo(EDITING.tookTheirs, this.#editing.takeTheirs())

  #offerUndo(text: Text, undo: () => void): void {
    const detail = { text: text[this.lang], undo }
    this.dispatchEvent(new CustomEvent('person-undo', { detail }))
  }

  async #save(): Promise<void> {
    const { person } = this
    const saved = await this.#editing.save(({ children, ...form }, stamp) => {
      const record = {
        ...form,
        ...(person?.avatar !== undefined && { avatar: person.avatar }),
        ...(form.role === 'Guardian' && { children: children.map(({ userId }) => userId) }),
      }
      return person
        ? this.api.put<PersonInFull>(`/people/${person.userId}`, { ...record, stamp })
        : this.api.post<PersonInFull>('/people', record)
    })
    if (saved) {
      this.dispatchEvent(new CustomEvent('person-saved', { detail: { ...saved, isNew: !person } }))
      return
    }
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
}

const EMPTY: Form = {
  ...{ role: 'Student', refNo: '', firstName: '', lastName: '', chineseName: '', email: '', children: [] },
}
const formOf = ({ role, refNo, firstName, lastName, chineseName, email, children }: Form): Form => ({
  ...{ role, refNo, firstName, lastName, chineseName, email, children },
})

const isShown = (path: string) => path === '/role' || TEXTS.some(field => path === `/${field}`)

customElements.define('person-form', PersonForm)
