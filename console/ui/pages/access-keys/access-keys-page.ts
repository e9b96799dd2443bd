/** Access keys: made and shown once, two live while one takes over from the other, revoked with undo. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { KeyList } from '../../../api/access-keys.ts'
import { icon } from '../../icons.ts'
import { timeText, withColon } from '../../language.ts'
import '../../parts/console-copy.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { listRows } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { nameForm } from '../../parts/name-form.ts'
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
  }

  declare private answer: KeyList | undefined
  /** The new key in the clear, until it is closed. */
  declare private made: { label: string; key: string } | undefined
  readonly #form = nameForm(this, 'access-keys/new', label => this.#create(label))

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
      <div class="card flush">
        ${listRows(
          { rows: keys },
          {
            empty: { icon: 'key', heading: say('emptyTitle'), text: say('emptyText') },
            table: () => this.#table(keys),
          },
        )}
      </div>
      <section class="card stack tight" aria-labelledby="new">
        <h2 id="new">${say('newTitle')}</h2>
        ${
          keys.length >= most
            ? html`<p class="note">${icon('info')} <span class="grow">${say('enough')}</span></p>`
            : this.#form({
                label: say('label'),
                hint: say('labelHint'),
                missing: say('labelMissing'),
                button: html`${icon('plus', 'start')} ${say('create')}`,
              })
        }
      </section>
    </div>`
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

  #table(keys: readonly Key[]): TemplateResult {
    return listTable(keys, ({ keyId }) => keyId, [
      {
        label: say('label'),
        kind: 'title',
        cell: ({ label, sample }) => html`<strong>${label}</strong>
          ${sample ? html`<span class="badge warn">${say('sample')}</span>` : nothing}`,
      },
      {
        label: say('key'),
        cell: () => html`<span class="masked" aria-hidden="true">••••••••</span>
          <span class="visually-hidden">${say('hidden')}</span>`,
      },
      { label: say('created'), cell: ({ createdAt }) => timeOr('unknown', createdAt) },
      { label: say('lastUsed'), cell: ({ lastUsedAt }) => timeOr('never', lastUsedAt) },
      {
        label: word('actions'),
        kind: 'actions',
        cell: key => html`<wa-button size="s" appearance="outlined" @click=${() => this.#revoke(key)}>
          ${say('revoke')}<span class="visually-hidden"> ${key.label}</span>
        </wa-button>`,
      },
    ])
  }

  async #create(label: string): Promise<boolean> {
    const made = await this.act(() =>
      this.api.post<{ label: string; key: string }>('/access-keys', { label }),
    )
    if (!made) return false
    this.made = made
    this.reload()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.once')?.focus()
    return true
  }

  async #revoke({ keyId, label }: Key): Promise<void> {
    const revoked = await this.act(() => this.api.delete<Undone>(`/access-keys/${keyId}`))
    if (!revoked) return
    this.done(say('revoked') + label, revoked)
    this.reload()
  }
}

const timeOr = (otherwise: 'unknown' | 'never', time: string | null): TemplateResult =>
  time === null
    ? html`<span class="quiet">${say(otherwise)}</span>`
    : html`<time datetime=${time}>${timeText(time)}</time>`

customElements.define('access-keys-page', AccessKeysPage)
export default 'access-keys-page'
