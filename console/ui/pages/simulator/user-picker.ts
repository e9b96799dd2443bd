/** Whose phone it is: who is chosen, and a search for another. Fires `user-chosen` with the user id. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/input/input.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { SimulatorUser } from '../../../api/simulator.ts'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { look } from '../../styles.ts'
import { say } from './strings.ts'

const WAIT_MS = 150

class UserPicker extends ConsoleElement {
  static override styles = [
    look,
    css`
      .user + .search {
        margin-block-start: var(--wa-space-m);
      }
      .label {
        font-weight: 600;
        margin-block-end: 0.35rem;
      }
      .user {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.75rem;
        min-width: 0;
      }
      .user img {
        width: 2.75rem;
        height: 2.75rem;
        border-radius: 50%;
        object-fit: cover;
        flex: none;
        background: var(--wa-color-surface-lowered);
      }
      .user .names {
        flex: 1 1 9rem;
        min-width: 0;
        display: grid;
        text-align: start;
      }
      .names strong,
      .names span {
        overflow-wrap: anywhere;
      }
      ul {
        list-style: none;
        margin: 0.5rem 0;
        padding: 0.25rem;
        max-height: 19rem;
        overflow-y: auto;
        border: 1px solid var(--wa-color-surface-border);
        border-radius: var(--wa-border-radius-m);
      }
      li button {
        all: unset;
        box-sizing: border-box;
        display: flex;
        width: 100%;
        min-height: 44px;
        padding: 0.4rem 0.6rem;
        border-radius: var(--wa-border-radius-m);
        cursor: pointer;
      }
      li button:hover,
      li button[aria-pressed='true'] {
        background: var(--wa-color-brand-fill-quiet);
      }
      li button:focus-visible {
        outline: 3px solid var(--wa-color-focus);
        outline-offset: -3px;
      }
      li button > .user {
        flex: 1;
      }
      li .user {
        flex-wrap: nowrap;
      }
      li .user img {
        width: 2.25rem;
        height: 2.25rem;
      }
    `,
  ]
  static override properties = {
    api: { attribute: false },
    user: { attribute: false },
    found: { state: true },
    isOpen: { state: true },
  }

  declare api: Api
  declare user: SimulatorUser | undefined
  declare private found: SimulatorUser[]
  declare private isOpen: boolean
  #text = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.found = []
    this.isOpen = false
  }

  override render() {
    return html`<div class="label" id="user">${say('user')}</div>
      ${
        this.user
          ? html`<div class="user">
              ${this.#face(this.user)}
              ${
                this.isOpen
                  ? nothing
                  : html`<wa-button class="change" size="s" appearance="outlined" @click=${this.#open}>
                      ${say('changeUser')}
                    </wa-button>`
              }
            </div>`
          : nothing
      }
      ${this.isOpen || !this.user ? this.#search() : nothing}`
  }

  #search(): TemplateResult {
    return html`<div class="search" @keydown=${this.#keys}>
      <wa-input
        type="search"
        label=${say('findUser')}
        autocomplete="off"
        @input=${(event: Event) => this.#typed((event.target as HTMLInputElement).value)}
      ></wa-input>
      <ul aria-label=${say('found')}>
        ${repeat(
          this.found,
          ({ userId }) => userId,
          user => html`<li>
            <button
              aria-pressed=${user.userId === this.user?.userId ? 'true' : 'false'}
              @click=${() => this.#choose(user)}
            >
              <span class="user">${this.#face(user)}</span>
            </button>
          </li>`,
        )}
        ${this.found.length === 0 ? html`<li class="quiet small">${say('nobody')}</li>` : nothing}
      </ul>
      ${
        this.user
          ? html`<wa-button size="s" appearance="plain" @click=${this.#close}>${say('cancel')}</wa-button>`
          : nothing
      }
    </div>`
  }

  #face({ firstName, lastName, chineseName, imageUrl, role, refNo }: SimulatorUser): TemplateResult {
    return html`<img src=${imageUrl} alt="" />
      <span class="names">
        <strong>${`${firstName} ${lastName} ${chineseName}`.trim()}</strong>
        <span class="quiet small">${say(role)} · ${refNo}</span>
      </span>`
  }

  #open = async (): Promise<void> => {
    this.isOpen = true
    await this.#find('')
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('wa-input')?.focus()
  }

  #close = async (): Promise<void> => {
    this.isOpen = false
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.change')?.focus()
  }

  #keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.user) return
    event.stopPropagation()
    void this.#close()
  }

  #typed(text: string): void {
    this.#text = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#find(text), WAIT_MS)
  }

  async #find(text: string): Promise<void> {
    this.#text = text
    const answer = await this.api
      .get<{ users: SimulatorUser[] }>(`/simulator/users?q=${encodeURIComponent(text)}`)
      .catch(() => undefined)
    // What was typed since has an answer of its own.
    if (answer && this.#text === text) this.found = answer.users
  }

  #choose({ userId }: SimulatorUser): void {
    this.dispatchEvent(new CustomEvent('user-chosen', { detail: userId }))
    void this.#close()
  }
}

customElements.define('user-picker', UserPicker)
