/**
 * Signing in: by the link in the address, one pasted here, or the administrator's password. Fires `console-signed-in`.
 *
 * With `again` it stands in a dialog over the page that stays, and nothing but signing in closes it.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/input/input.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { type Api, ApiProblem } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { keepKey } from '../session-key.ts'
import { tokenIn } from './link-token.ts'
import { say } from './strings.ts'

type Trouble = 'linkBad' | 'passwordBad' | 'tooMany' | 'unreachable'

export class ConsoleSignIn extends ConsoleElement {
  static override styles = css`
    h1 {
      font-size: 1.6rem;
    }
    .trouble {
      align-items: flex-start;
      flex-wrap: nowrap;
    }
  `
  static override properties = {
    api: { attribute: false },
    again: { type: Boolean },
    token: { attribute: false },
    hasPassword: { state: true },
    trouble: { state: true },
    busy: { state: true },
  }

  declare api: Api
  /** Whether somebody was signed in just now. */
  declare again: boolean
  /** From the address. */
  declare token: string | undefined
  declare private hasPassword: boolean
  declare private trouble: Trouble | undefined
  declare private busy: boolean

  constructor() {
    super()
    this.again = false
    this.hasPassword = false
    this.busy = false
  }

  override firstUpdated(): void {
    this.#openDialog()
    if (this.token !== undefined) void this.#send({ token: this.token })
    void this.api.get<{ hasPassword: boolean }>('/access').then(
      ({ hasPassword }) => {
        this.hasPassword = hasPassword
      },
      () => {},
    )
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus(options)
  }

  override render() {
    if (!this.again) return this.#content()
    // A browser lets a second Escape through, whatever a page says.
    return html`<dialog
      aria-label=${say('signInAgain')}
      @cancel=${(event: Event) => event.preventDefault()}
      @close=${this.#openDialog}
    >
      ${this.#content()}
    </dialog>`
  }

  #openDialog = (): void => {
    const dialog = this.renderRoot.querySelector('dialog')
    dialog?.showModal()
    if (dialog) this.focus()
  }

  #content(): TemplateResult {
    return html`<div class="stack">
      <h1 tabindex="-1">${say(this.again ? 'signInAgain' : 'signIn')}</h1>
      ${this.again ? html`<p>${say('signedOutText')}</p>` : nothing}
      <div role="status" class=${this.busy ? '' : 'visually-hidden'}>${this.busy ? say('signingIn') : nothing}</div>
      ${
        this.trouble
          ? html`<div class="note bad trouble" role="alert">
              ${icon('exclamation')}
              <div class="stack tight">
                <p>${say(this.trouble)}</p>
                ${this.trouble === 'linkBad' && !this.hasPassword ? html`<p class="small">${say('linkFresh')}</p>` : nothing}
              </div>
            </div>`
          : nothing
      }
      ${
        this.hasPassword
          ? html`<form class="stack" @submit=${this.#byPassword}>
              <wa-input
                type="password"
                name="password"
                autocomplete="current-password"
                password-toggle
                label=${say('password')}
              ></wa-input>
              <wa-button type="submit" variant="brand" ?loading=${this.busy}>${say('signIn')}</wa-button>
            </form>`
          : html`${this.trouble === 'linkBad' ? nothing : html`<p>${say('linkText')}</p>`}
              <form class="stack" @submit=${this.#byLink}>
                <wa-input name="link" autocomplete="off" spellcheck="false" label=${say('linkLabel')}></wa-input>
                <wa-button type="submit" variant="brand" ?loading=${this.busy}>${say('signIn')}</wa-button>
              </form>`
      }
    </div>`
  }

  #byPassword = (event: SubmitEvent): void => {
    event.preventDefault()
    void this.#send({ password: this.#typed() })
  }

  #byLink = (event: SubmitEvent): void => {
    event.preventDefault()
    const typed = this.#typed().trim()
    void this.#send({ token: tokenIn(typed) ?? typed })
  }

  #typed(): string {
    return this.renderRoot.querySelector('wa-input')?.value ?? ''
  }

  async #send(secret: { token: string } | { password: string }): Promise<void> {
    if (this.busy || Object.values(secret)[0] === '') return
    this.busy = true
    this.trouble = undefined
    try {
      const { key } = await this.api.post<{ key: string }>('/sign-in', secret)
      keepKey(key)
      this.dispatchEvent(new CustomEvent('console-signed-in'))
    } catch (error) {
      this.trouble = troubleOf(error, 'token' in secret)
    } finally {
      this.busy = false
    }
  }
}

function troubleOf(error: unknown, byLink: boolean): Trouble {
  const status = error instanceof ApiProblem ? error.status : 0
  if (status === 429) return 'tooMany'
  if (status === 401 || status === 422) return byLink ? 'linkBad' : 'passwordBad'
  return 'unreachable'
}

customElements.define('console-sign-in', ConsoleSignIn)
