/**
 * What the office enters of a person, kept while it is typed: `<person-form .api .person .newRole>`.
 *
 * Fires `person-saved` with {userId, undo, isNew}.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PersonInFull } from '../../../api/people.ts'
import { type Api, ApiProblem, type FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { type Draft, draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-restored.ts'
import '../../parts/editing/console-conflict.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
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
    form: { state: true },
    errors: { state: true },
    restored: { state: true },
    failure: { state: true },
    theirs: { state: true },
  }

  declare api: Api
  /** Absent for a new one. */
  declare person: PersonInFull | undefined
  /** Of a new one. */
  declare newRole: Role
  declare private form: Form
  declare private errors: readonly FieldError[]
  declare private restored: boolean
  declare private failure: string | undefined

  /** What somebody else saved meanwhile. */
  declare private theirs: PersonInFull | undefined

  #draft: Draft<Form & { stamp?: string | undefined }> | undefined
  /** Of the person on which the form is based, not of what others made of them since. */
  #stamp: string | undefined
  #shown: number | 'new' | undefined

  constructor() {
    super()
    this.newRole = 'Student'
    this.errors = []
    this.restored = false
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const shows = this.person?.userId ?? 'new'
    const isOther = shows !== this.#shown
    if (isOther) {
      this.#shown = shows
      this.#draft = draft(`people/${shows}`)
      this.errors = []
      this.theirs = undefined
      this.restored = this.#draft.value !== undefined
    }
    // What somebody else saved is shown where nothing is being typed.
    if (isOther || (changed.has('person') && this.#draft?.value === undefined)) this.#begin()
  }

  #begin(): void {
    const { stamp = this.person?.stamp, ...form } = this.#draft?.value ?? this.#asSaved(this.person)
    this.form = form
    this.#stamp = stamp
  }

  #asSaved(person: PersonInFull | undefined): Form & { stamp?: string } {
    const {
      role = this.newRole,
      refNo = '',
      firstName = '',
      lastName = '',
      chineseName = '',
      email = '',
      children = [],
    } = person ?? {}
    return { role, refNo, firstName, lastName, chineseName, email, children }
  }

  override render() {
    return html`<form class="card stack" novalidate @submit=${this.#onSubmit}>
      ${this.restored ? html`<console-restored @console-discard=${this.#discard}></console-restored>` : nothing}
      <h2>${say('details')}</h2>
      <div class="columns">
        ${TEXTS.map(field => this.#text(field))}
        <label class="field">
          ${WORDS.role[this.lang]}
          <select @change=${(event: Event) => this.#edit({ role: (event.target as HTMLSelectElement).value as Role })}>
            ${ROLES.map(role => html`<option value=${role} .selected=${live(role === this.form.role)}>${ROLE_NAMES[role][this.lang]}</option>`)}
          </select>
          ${this.#fault('/role')}
        </label>
      </div>
      ${this.form.role === 'Guardian' ? this.#children() : nothing}
      <div role="status">${this.failure === undefined ? nothing : html`<p class="note bad">${this.failure}</p>`}</div>
      ${this.theirs ? this.#conflict(this.theirs) : nothing}
      <div class="row"><wa-button type="submit" variant="brand">${say('save')}</wa-button></div>
    </form>`
  }

  #conflict(theirs: PersonInFull): TemplateResult {
    return html`<console-conflict
      .heading=${say('conflict')}
      .mine=${this.#described(this.form)}
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
    const invalid = this.errors.some(({ path }) => path === `/${field}`)
    return html`<label class="field">
      ${this.#label(field)}
      <input
        name=${field}
        type=${field === 'email' ? 'email' : 'text'}
        autocomplete="off"
        maxlength="320"
        .value=${this.form[field]}
        aria-invalid=${invalid ? 'true' : 'false'}
        @input=${(event: Event) => this.#edit({ [field]: (event.target as HTMLInputElement).value })}
      />
      ${this.#fault(`/${field}`)}
    </label>`
  }

  #fault(path: string): TemplateResult | typeof nothing {
    const error = this.errors.find(one => one.path === path)
    if (!error) return nothing
    return html`<span class="hint" role="alert">${icon('exclamation')} ${FAULTS[path]?.[this.lang] ?? error.reason}</span>`
  }

  #children(): TemplateResult {
    const { children } = this.form
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
    this.#edit({ children: this.form.children.filter(({ userId }) => userId !== child.userId) })
  }

  #edit(change: Partial<Form>): void {
    this.form = { ...this.form, ...change }
    this.#draft?.keep({ ...this.form, stamp: this.#stamp })
  }

  #discard = (): void => {
    this.#draft?.clear()
    this.restored = false
    this.errors = []
    this.#begin()
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault()
    void this.#save()
  }

  #keepMine = (): void => {
    this.#stamp = this.theirs?.stamp
    void this.#save()
  }

  #takeTheirs = (): void => {
    const { theirs } = this
    this.theirs = undefined
    this.#discard()
    this.form = this.#asSaved(theirs)
    this.#stamp = theirs?.stamp
  }

  async #save(): Promise<void> {
    const { children, ...form } = this.form
    const avatar = this.person?.avatar
    const record = {
      ...form,
      ...(avatar !== undefined && { avatar }),
      ...(form.role === 'Guardian' && { children: children.map(({ userId }) => userId) }),
    }
    try {
      const { person } = this
      const saved = person
        ? await this.api.put<PersonInFull>(`/people/${person.userId}`, { ...record, stamp: this.#stamp })
        : await this.api.post<PersonInFull>('/people', record)
      this.#draft?.clear()
      this.#stamp = saved.stamp
      this.theirs = undefined
      this.restored = false
      this.errors = []
      this.failure = undefined
      this.dispatchEvent(new CustomEvent('person-saved', { detail: { ...saved, isNew: !person } }))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.theirs = (error.body as { current?: PersonInFull } | undefined)?.current
      if (this.theirs) return
      this.errors = error.errors
      this.failure = error.errors.some(({ path }) => isShown(path)) ? undefined : problemText(error)
      await this.updateComplete
      this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }
}

const isShown = (path: string) => path === '/role' || TEXTS.some(field => path === `/${field}`)

customElements.define('person-form', PersonForm)
