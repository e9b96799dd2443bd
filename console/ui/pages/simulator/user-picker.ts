/** Whose phone it is: who is chosen, and a search for another. Fires `user-chosen` with the user id. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/input/input.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { SimulatorUser } from '../../../api/simulator.ts'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { say } from './strings.ts'

const WAIT_MS = 150

class UserPicker extends ConsoleElement {
  static override styles = css`
    :host {
      display: grid;
      gap: var(--wa-space-s);
    }
    .user {
      flex-wrap: wrap;
    }
    .user > .titles {
      flex: 1 1 9rem;
    }
  `
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
    return html`<strong id="user">${say('user')}</strong>
      ${
        this.user
          ? html`<div class="entry user">
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
    return html`<div @keydown=${this.#keys}>
      <wa-input
        type="search"
        label=${say('findUser')}
        autocomplete="off"
        @input=${(event: Event) => this.#typed((event.target as HTMLInputElement).value)}
      ></wa-input>
      <ul class="options" aria-label=${say('found')}>
        ${repeat(
          this.found,
          ({ userId }) => userId,
          user => html`<li>
            <button
              aria-pressed=${user.userId === this.user?.userId ? 'true' : 'false'}
              @click=${() => this.#choose(user)}
            >
              <span class="entry">${this.#face(user)}</span>
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
    return html`<img class="thumb face" src=${imageUrl} alt="" />
      <span class="titles">
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
