/** `<popup-message-page>`: one message at `popups/12`, a new one at `popups/new`, a copy at `popups/new/12`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { PopupRecord } from '../../../api/popups.ts'
import { icon } from '../../icons.ts'
import { messageLink, websiteButton } from '../../websites.ts'
import { emptyForm, formOf, type PopupForm, titleOf } from './message.ts'
import { MessageActs } from './message-acts.ts'
import type { PopupEditor } from './popup-editor.ts'
import './popup-editor.ts'
import { say } from './strings.ts'

interface SchoolTime {
  zone: string
  /** Its wall clock, which may have been moved: not that of the browser. */
  now: string
}

class PopupMessagePage extends MessageActs {
  static override properties = {
    record: { state: true },
    start: { state: true },
    zone: { state: true },
  }

  /** The message in the editor. */
  declare private record: PopupRecord | undefined
  /** What a new message begins with. */
  declare private start: PopupForm | undefined
  declare private zone: string

  /** Another one, another editor. */
  #editorKey = ''
  /** A new message has got its number: its editor stays, with whatever is being typed meanwhile. */
  #isSettling = false

  constructor() {
    super()
    this.zone = 'Asia/Hong_Kong'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('popups')
  }

  get #isNew(): boolean {
    return this.rest[0] === 'new'
  }

  protected override arrive(): void {
    if (this.#isSettling) {
      this.#isSettling = false
      void this.#loadRecord()
      return
    }
    this.#editorKey = this.rest.join('/')
    this.record = undefined
    this.start = undefined
    this.failure = undefined
    this.loading = 'never'
    void (this.#isNew ? this.#loadStart() : this.#loadRecord())
  }

  async #loadRecord(): Promise<void> {
    const [id = ''] = this.rest
    await this.load(
      async signal => {
        const [record, { zone }] = await Promise.all([
          this.api.get<PopupRecord>(`/popups/${encodeURIComponent(id)}`, { signal }),
          this.#schoolTime(signal),
        ])
        this.zone = zone
        return record
      },
      record => {
        this.record = record
      },
    )
  }

  /** A new message is empty, or a copy that is not sent before it was looked at. */
  async #loadStart(): Promise<void> {
    const [, from] = this.rest
    await this.load(
      async (signal): Promise<PopupForm> => {
        const { zone, now } = await this.#schoolTime(signal)
        this.zone = zone
        const empty = emptyForm(now)
        if (from === undefined) return empty
        const copied = await this.api.get<PopupRecord>(`/popups/${encodeURIComponent(from)}`, { signal })
        // The times of the other message are not those of this one.
        const { startsAt: _begin, endsAt: _end, ...form } = formOf(copied)
        return { ...form, displayDate: empty.displayDate, onWebsite: false }
      },
      start => {
        // The text being written stays when somebody changes another message.
        this.start ??= start
      },
    )
  }

  async #schoolTime(signal: AbortSignal): Promise<SchoolTime> {
    return (await this.api.get<{ school: SchoolTime }>('/overview', { signal })).school
  }

  protected override render(): TemplateResult {
    return html`<console-page-header heading=${this.#heading()} back="popups" back-text=${say('title')}>
        ${
          this.record || this.start
            ? html`<wa-button appearance="outlined" @click=${this.#preview}>${icon('eye', 'start')}${say('preview')}</wa-button>`
            : nothing
        }
        ${
          this.record && !this.record.deleted
            ? html`${websiteButton(messageLink(this.record))}
              <wa-button appearance="outlined" href="/console/popups/new/${this.record.popupId}">${icon('copy', 'start')}${say('duplicate')}</wa-button>
              <wa-button appearance="outlined" @click=${this.#remove}>${icon('trash', 'start')}${say('remove')}</wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() =>
        this.record || this.start
          ? html`${keyed(
              this.#editorKey,
              html`<popup-editor .parts=${this.parts} .zone=${this.zone} .draftKey=${['popups', ...this.rest].join('/')} .base=${this.record}
                .start=${this.start} .isCopy=${this.rest[1] !== undefined} @popup-saved=${this.#onSaved}></popup-editor>`,
            )}`
          : html``,
      )}`
  }

  #heading(): string {
    if (this.#isNew) return say(this.rest[1] === undefined ? 'newMessage' : 'copyMessage')
    return this.record ? titleOf(this.record, this.lang) : say('editMessage')
  }

  #preview = (): void => {
    this.renderRoot.querySelector<PopupEditor>('popup-editor')?.showPreview()
  }

  #onSaved = ({ detail }: CustomEvent<PopupRecord>): void => {
    if (!this.#isNew) {
      this.record = detail
      return
    }
    // The address of the message takes the place of the one of a new message.
    history.replaceState(history.state, '', `/console/popups/${detail.popupId}`)
    this.#isSettling = true
    this.record = detail
    this.rest = [`${detail.popupId}`]
  }

  #remove = async (): Promise<void> => {
    const { record } = this
    if (record && (await this.leaveAfter(() => this.actOn(record, 'remove')))) this.go('popups')
  }
}

customElements.define('popup-message-page', PopupMessagePage)
