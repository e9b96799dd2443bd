/** Access keys: made and shown once, two live while one takes over from the other, revoked with undo. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { KeyList } from '../../../api/access-keys.ts'
import { draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { timeText, withColon } from '../../language.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-empty.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { word } from '../../parts/words.ts'
import { say } from './strings.ts'

type Key = KeyList['keys'][number]
class AccessKeysPage extends ActingPage {
  static override styles = css`
    .masked {
      letter-spacing: 0.15em;
    }
  `
  static override properties = {
    answer: { state: true },
    made: { state: true },
    label: { state: true },
    missing: { state: true },
  }

  declare private answer: KeyList | undefined
  /** The new key in the clear, until it is closed. */
  declare private made: { label: string; key: string } | undefined
  declare private label: string
  declare private missing: boolean

  #draft = draft<string>('access-keys/new')

  constructor() {
    super()
    this.label = this.#draft.value ?? ''
    this.missing = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('access-keys')
  }

  protected override arrive(): void {
    void this.load(async signal => {
      this.answer = await this.api.get<KeyList>('/access-keys', { signal })
    })
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.answer ? this.#content(this.answer) : html``))}
    `
  }

  #content(answer: KeyList): TemplateResult {
    const { keys, most } = answer
    return html`<div class="stack">
      ${this.made ? this.#once(answer, this.made) : nothing}
      ${
        keys.length === 0
          ? html`<div class="card"><console-empty
              icon="key"
              heading=${say('emptyTitle')}
              text=${say('emptyText')}
            ></console-empty></div>`
          : this.#list(keys)
      }
      <section class="card stack tight" aria-labelledby="new">
        <h2 id="new">${say('newTitle')}</h2>
        ${
          keys.length >= most
            ? html`<p class="note">${icon('info')} <span class="grow">${say('enough')}</span></p>`
            : this.#form()
        }
      </section>
    </div>`
  }

  #form(): TemplateResult {
    return html`<form class="inline" novalidate @submit=${this.#create}>
      <label class="field">
        ${say('label')}
        <input
          maxlength="100"
          autocomplete="off"
          .value=${this.label}
          aria-invalid=${this.missing ? 'true' : 'false'}
          aria-describedby="label-hint"
          @input=${this.#onLabel}
        />
      </label>
      <wa-button type="submit" variant="brand">${icon('plus', 'start')} ${say('create')}</wa-button>
      <span class="hint" id="label-hint" aria-live="polite">
        ${this.missing ? say('labelMissing') : say('labelHint')}
      </span>
    </form>`
  }

  #once(
    { appId, syncUrl, example }: KeyList,
    { key, label }: { key: string; label: string },
  ): TemplateResult {
    const place = example ?? { unitId: 1, yearId: 2026, groupName: '1A', date: '2026-09-01' }
    const path = `/units/${place.unitId}/years/${place.yearId}/groups/${encodeURIComponent(place.groupName)}`
    // What is encoded leaves the apostrophe, which would end the shell's quote.
    const url = `${syncUrl}${path}/attendance-lists/${place.date}`.replaceAll("'", '%27')
    const curl = `curl -H 'X-App-Id: ${appId.replaceAll("'", "'\\''")}' -H 'X-Access-Key: ${key}' '${url}'`
    return html`<section class="card loud once stack tight" aria-labelledby="once" tabindex="-1">
      <h2 id="once">${icon('key')} ${withColon(say('onceTitle'), label)}</h2>
      <p>${say('onceText')}</p>
      <console-copy .text=${key} .label=${say('key')}></console-copy>
      <h3>${say('curl')}</h3>
      <console-copy .text=${curl} .label=${say('curl')}></console-copy>
      <div class="row">
        <wa-button appearance="outlined" @click=${() => (this.made = undefined)}>${say('haveIt')}</wa-button>
      </div>
    </section>`
  }

  #list(keys: readonly Key[]): TemplateResult {
    return html`<div class="card flush">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${say('label')}</th>
            <th scope="col">${say('key')}</th>
            <th scope="col">${say('created')}</th>
            <th scope="col">${say('lastUsed')}</th>
            <th scope="col"><span class="visually-hidden">${word('actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            keys,
            idOf,
            key => html`<tr>
              <td class="title">
                <strong>${key.label}</strong>
                ${key.sample ? html`<span class="badge warn">${say('sample')}</span>` : nothing}
              </td>
              <td data-label=${say('key')}>
                <span class="masked" aria-hidden="true">••••••••</span>
                <span class="visually-hidden">${say('hidden')}</span>
              </td>
              <td data-label=${say('created')}>${this.#time(key.createdAt, 'unknown')}</td>
              <td data-label=${say('lastUsed')}>${this.#time(key.lastUsedAt, 'never')}</td>
              <td class="actions">
                <wa-button size="s" appearance="outlined" @click=${() => this.#revoke(key)}>
                  ${say('revoke')}<span class="visually-hidden"> ${key.label}</span>
                </wa-button>
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`
  }

  #time(time: string | null, otherwise: 'unknown' | 'never'): TemplateResult {
    return time === null
      ? html`<span class="quiet">${say(otherwise)}</span>`
      : html`<time datetime=${time}>${timeText(time)}</time>`
  }

  #onLabel = (event: Event): void => {
    this.label = (event.target as HTMLInputElement).value
    this.#draft.keep(this.label)
  }

  #create = async (event: Event): Promise<void> => {
    event.preventDefault()
    this.missing = this.label.trim() === ''
    if (this.missing) {
      this.renderRoot.querySelector('input')?.focus()
      return
    }
    const made = await this.act(() =>
      this.api.post<{ label: string; key: string }>('/access-keys', { label: this.label }),
    )
    if (!made) return
    this.#draft.clear()
    this.label = ''
    this.made = made
    this.reload()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.once')?.focus()
  }

  async #revoke({ keyId, label }: Key): Promise<void> {
    const revoked = await this.act(() => this.api.delete<Undone>(`/access-keys/${keyId}`))
    if (!revoked) return
    this.done(say('revoked') + label, revoked)
    this.reload()
  }
}

/** A row stays its key's while others go: what is pressed there revokes that one. */
const idOf = ({ keyId }: Key) => keyId

customElements.define('access-keys-page', AccessKeysPage)
export default 'access-keys-page'
