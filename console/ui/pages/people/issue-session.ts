/** Issues a token for a person and shows it this one time: `<issue-session .api .userId>`; fires `session-issued`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { ENVIRONMENTS, type Environment } from '../../../../shared/contract/session.ts'
import type { IssuedToken } from '../../../api/sessions.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { timeText } from '../../language.ts'
import '../../parts/console-copy.ts'
import { problemText } from '../../parts/console-failure.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { say } from './strings.ts'

const LENGTHS = [
  { minutes: 5, name: 'minutes5' },
  { minutes: 60, name: 'hour' },
  { minutes: 24 * 60, name: 'day' },
  { minutes: 7 * 24 * 60, name: 'week' },
  { minutes: 30 * 24 * 60, name: 'month' },
] as const

export class IssueSession extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    userId: { attribute: false },
    issued: { state: true },
    failure: { state: true },
  }

  declare api: Api
  declare userId: number
  declare private issued: IssuedToken | undefined
  declare private failure: string | undefined

  override willUpdate(changed: PropertyValues<this>): void {
    // A token is not left standing under somebody else's name.
    if (changed.has('userId')) this.issued = undefined
  }

  override render() {
    return html`<div class="stack tight">
      <h2>${say('issueTitle')}</h2>
      <p class="quiet">${say('issueText')}</p>
      <form class="inline" @submit=${this.#issue}>
        <label class="field">
          ${say('environment')}
          <select name="environment">
            ${ENVIRONMENTS.map(name => html`<option value=${name}>${ENVIRONMENT_NAMES[name][this.lang]}</option>`)}
          </select>
        </label>
        <label class="field">
          ${say('howLong')}
          <select name="minutes">
            ${LENGTHS.map(({ minutes, name }) => html`<option value=${minutes} ?selected=${minutes === 60}>${say(name)}</option>`)}
          </select>
        </label>
        <wa-button type="submit" variant="brand">${icon('key', 'start')} ${say('issue')}</wa-button>
      </form>
      <div role="status">
        ${this.failure === undefined ? nothing : html`<p class="note bad">${this.failure}</p>`}
        ${this.issued ? this.#once(this.issued) : nothing}
      </div>
    </div>`
  }

  #once({ token, expireAt, appId, address }: IssuedToken): TemplateResult {
    const headers = `X-App-Id: ${appId}\nX-Session-Token: ${token}`
    const curl = `curl -H 'X-App-Id: ${appId.replaceAll("'", "'\\''")}' -H 'X-Session-Token: ${token}' '${address}'`
    const copies = [
      ['token', token],
      ['headers', headers],
      ['curl', curl],
    ] as const
    return html`<div class="note once">
      <div class="grow stack tight">
        <h3>${say('onceTitle')}</h3>
        <p>${say('onceText')} <time datetime=${expireAt}>${timeText(expireAt)}</time>${this.lang === 'zh-HK' ? '。' : '.'}</p>
        ${copies.map(
          ([name, text]) => html`<div>
            <strong>${say(name)}</strong>
            <console-copy .text=${text} .label=${say(name)}></console-copy>
          </div>`,
        )}
        <div><wa-button appearance="outlined" @click=${() => (this.issued = undefined)}>${say('haveIt')}</wa-button></div>
      </div>
    </div>`
  }

  #issue = async (event: Event): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const session = {
      userId: this.userId,
      environment: String(form.get('environment')) as Environment,
      minutes: Number(form.get('minutes')),
    }
    try {
      this.issued = await this.api.post<IssuedToken>('/sessions', session)
      this.failure = undefined
      this.dispatchEvent(new CustomEvent('session-issued'))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.failure = problemText(error)
    }
  }
}

customElements.define('issue-session', IssueSession)
