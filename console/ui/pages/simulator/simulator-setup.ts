/** How a phone is set up: `<simulator-setup .api .phone .change>`. */
import '@awesome.me/webawesome/dist/components/option/option.js'
import '@awesome.me/webawesome/dist/components/radio/radio.js'
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js'
import '@awesome.me/webawesome/dist/components/select/select.js'
import '@awesome.me/webawesome/dist/components/switch/switch.js'
import '@awesome.me/webawesome/dist/components/textarea/textarea.js'
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Phone, PhoneSetup } from '../../../api/simulator.ts'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { type Draft, draft } from '../../drafts.ts'
import { inBrackets, timeText } from '../../language.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import '../../parts/person-picker.ts'
import { say } from './strings.ts'

/** What a school's identity provider might say. */
const SSO_EXAMPLE = {
  issuer: 'https://login.ternbay.example',
  subject: 'yuk-lan.sheung',
  displayName: '常玉蘭',
  groups: ['guardians'],
}
const MINUTES = [1, 15, 60, 1440, 0] as const

class SimulatorSetup extends ConsoleElement {
  static override styles = css`
    .stack {
      gap: var(--wa-space-m);
    }
    wa-radio-group::part(form-control-input) {
      flex-wrap: nowrap;
    }
    wa-radio {
      flex: 1;
    }
    wa-textarea::part(textarea) {
      font-family: var(--wa-font-family-code);
      font-size: 0.875rem;
    }
  `
  static override properties = {
    api: { attribute: false },
    phone: { attribute: false },
    change: { attribute: false },
    ssoText: { state: true },
    isWrong: { state: true },
  }

  declare api: Api
  declare phone: Phone
  /** Takes the whole setup whenever it is one that can be. */
  declare change: (setup: PhoneSetup) => void
  declare private ssoText: string
  declare private isWrong: boolean
  #draft: Draft<string> | undefined
  #shown: number | undefined

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('phone') || this.#shown === this.phone.phoneId) return
    this.#shown = this.phone.phoneId
    const { sso } = this.phone.setup
    // Kept for all phones: who types a long response once has it for the next one.
    this.#draft = draft<string>('simulator/sso')
    this.ssoText = sso ? inLines(sso) : (this.#draft.value ?? inLines(SSO_EXAMPLE))
    this.isWrong = false
  }

  override render() {
    const { setup, session } = this.phone
    return html`<div class="stack">
      <person-picker
        .api=${this.api}
        .label=${say('user')}
        .chosen=${this.phone.user}
        @person-picked=${({ detail: { userId } }: CustomEvent<PersonLine>) =>
          this.#change({ userId, child: setup.child === 'none' ? 'none' : 'all' })}
      ></person-picker>
      ${this.#children()}
      ${this.#choice('language', ['en', 'zh'])}
      ${this.#choice('environment', ['staging', 'production'])}
      <wa-select
        class="session"
        label=${say('session')}
        .value=${`${setup.sessionMinutes}`}
        hint=${session ? `${say('until')} ${timeText(session.expireAt)}` : ''}
        @change=${(event: Event) => this.#change({ sessionMinutes: Number(chosenIn(event)) })}
      >
        ${MINUTES.map(
          minutes => html`<wa-option value=${`${minutes}`}>${say(`minutes${minutes}`)}</wa-option>`,
        )}
      </wa-select>
      <wa-switch
        hint=${say('forgetsCookiesText')}
        .checked=${setup.forgetsCookies === true}
        @change=${({ target }: Event) => this.#change({ forgetsCookies: (target as HTMLInputElement).checked })}
        >${say('forgetsCookies')}</wa-switch
      >
      <wa-switch .checked=${setup.sso !== undefined} @change=${this.#toggleSso}>${say('sso')}</wa-switch>
      ${setup.sso === undefined ? nothing : this.#response()}
    </div>`
  }

  #children(): TemplateResult | typeof nothing {
    const { user, setup } = this.phone
    if (!user) return nothing
    const own = user.role === 'Student' ? [user] : user.children
    return html`<wa-select
      class="child"
      label=${say('child')}
      .value=${`${setup.child}`}
      @change=${(event: Event) => {
        const chosen = chosenIn(event)
        this.#change({ child: chosen === 'all' || chosen === 'none' ? chosen : Number(chosen) })
      }}
    >
      <wa-option value="all">${say('allChildren')}</wa-option>
      ${own.map(
        ({ userId, firstName, lastName, chineseName, refNo }) =>
          html`<wa-option value=${`${userId}`}>${`${firstName} ${lastName} ${chineseName}`.trim()}${inBrackets(refNo)}</wa-option>`,
      )}
      <wa-option value="none">${say('noChild')}</wa-option>
    </wa-select>`
  }

  #choice<Name extends 'language' | 'environment'>(
    name: Name,
    values: readonly PhoneSetup[Name][],
  ): TemplateResult {
    return html`<wa-radio-group
      class=${name}
      label=${say(name)}
      orientation="horizontal"
      .value=${this.phone.setup[name]}
      @change=${(event: Event) => this.#change({ [name]: chosenIn(event) })}
    >
      ${values.map(value => html`<wa-radio appearance="button" value=${value}>${say(value)}</wa-radio>`)}
    </wa-radio-group>`
  }

  #response(): TemplateResult {
    return html`<div>
      <wa-textarea
        label=${say('ssoResponse')}
        hint=${say('ssoText')}
        rows="7"
        resize="vertical"
        spellcheck="false"
        .value=${this.ssoText}
        @input=${this.#typed}
      ></wa-textarea>
      <p class="fault" role="alert">${this.isWrong ? say('ssoWrong') : ''}</p>
    </div>`
  }

  #toggleSso = (event: Event): void => {
    const { checked } = event.target as HTMLInputElement
    const sso = objectIn(this.ssoText)
    this.isWrong = checked && sso === undefined
    this.#change({ sso: checked ? (sso ?? SSO_EXAMPLE) : undefined })
  }

  #typed = (event: Event): void => {
    this.ssoText = chosenIn(event)
    this.#draft?.keep(this.ssoText)
    const sso = objectIn(this.ssoText)
    this.isWrong = sso === undefined
    if (sso) this.#change({ sso })
  }

  #change(part: Partial<{ [Name in keyof PhoneSetup]: unknown }>): void {
    const { sso, ...setup } = { ...this.phone.setup, ...part }
    this.change({ ...setup, ...(sso ? { sso } : {}) } as PhoneSetup)
  }
}

const chosenIn = ({ target }: Event) => String((target as HTMLInputElement).value)
const inLines = (value: unknown) => JSON.stringify(value, undefined, 2)

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Half typed.
  }
  return undefined
}

customElements.define('simulator-setup', SimulatorSetup)
