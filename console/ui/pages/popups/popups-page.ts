/** Popup messages: the list at `popups`, one message at `popups/12`, a new one at `popups/new`, a copy at `popups/new/12`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { TemplateList, TemplateRecord } from '../../../api/popup-templates.ts'
import type { PopupRecord } from '../../../api/popups.ts'
import { ApiProblem } from '../../api.ts'
import { ConsolePage } from '../../console-page.ts'
import { draftsBelow } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import { unsavedNew } from '../../parts/editing/unsaved-new.ts'
import { fields } from '../../parts/fields.ts'
import { ListClock } from '../../parts/list-clock.ts'
import { look } from '../../styles.ts'
import { messageLink, websiteButton } from '../../websites.ts'
import './all-clear-page.ts'
import { emptyForm, formOf, type PopupForm, titleOf } from './message.ts'
import { switchedText } from './on-website.ts'
import type { PopupEditor } from './popup-editor.ts'
import './popup-editor.ts'
import { noPopups, popupFilters } from './popup-filters.ts'
import type { ListAct } from './popup-list.ts'
import './popup-list.ts'
import { PopupQuery } from './popup-query.ts'
import { say, type Word } from './strings.ts'
import './templates-page.ts'

interface SchoolTime {
  zone: string
  /** Its wall clock, which may have been moved: not that of the browser. */
  now: string
}

class PopupsPage extends ConsolePage {
  static override styles = [
    look,
    fields,
    css`
      .filters {
        justify-content: space-between;
        margin-block-end: var(--wa-space-m);
      }
      .filters .site {
        min-inline-size: 12rem;
      }
      .note {
        margin-block-end: var(--wa-space-m);
      }
      .more {
        display: grid;
        justify-items: center;
        padding-block-start: var(--wa-space-m);
      }
      @media (max-width: 50rem) {
        .filters > * {
          flex: 1 1 100%;
        }
        .segments {
          display: grid;
          grid-template-columns: 1fr 1fr;
        }
      }
    `,
  ]
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

  readonly #query = new PopupQuery(this, () => void this.#loadList())
  /** What a new message may begin with. */
  #templates: readonly TemplateRecord[] = []
  readonly #clock = new ListClock(this, () => this.#isList && this.reload())
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
    this.watch('popups', () => this.reload())
  }

  get #isNew(): boolean {
    return this.rest[0] === 'new'
  }

  get #isList(): boolean {
    return this.rest.length === 0
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
    this.#templates = []
    this.failure = undefined
    this.loading = 'never'
    if (this.#subPage) return
    if (this.#isList) void this.#loadList()
    else if (this.#isNew) void this.#loadStart()
    else void this.#loadRecord()
  }

  async #loadList(): Promise<void> {
    await this.load(
      signal => this.#query.fetch(signal),
      found => {
        this.#query.show(found)
        this.#clock.set(found.changesInMs)
      },
    )
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
        if (from === undefined) {
          const { templates } = await this.api.get<TemplateList>('/popup-templates', { signal })
          this.#templates = templates
          return empty
        }
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

  get #subPage(): 'templates' | 'all-clear' | undefined {
    const [first] = this.rest
    return first === 'templates' || first === 'all-clear' ? first : undefined
  }

  override focus(options?: FocusOptions): void {
    const subPage = this.renderRoot.querySelector<HTMLElement>('popup-templates-page, popup-all-clear-page')
    if (subPage) subPage.focus(options)
    else super.focus(options)
  }

  protected override render(): TemplateResult {
    const { lang, parts, rest } = this
    if (this.#subPage === 'templates')
      return html`<popup-templates-page .lang=${lang} .parts=${parts} .rest=${rest.slice(1)}></popup-templates-page>`
    if (this.#subPage === 'all-clear')
      return html`<popup-all-clear-page .lang=${lang} .parts=${parts} .rest=${rest}></popup-all-clear-page>`
    return this.#isList ? this.#renderList() : this.#renderEditor()
  }

  #renderList(): TemplateResult {
    return html`<console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}>
        <wa-button appearance="outlined" href="/console/popups/all-clear">${icon('sun', 'start')}${this.#t('allClear')}</wa-button>
        <wa-button variant="brand" href="/console/popups/new">${icon('plus', 'start')}${this.#t('newMessage')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(() => html`${popupFilters(this.#query, this.lang)}${this.#messages(unsavedTitles(this.lang))}`)}`
  }

  #messages(unsaved: ReadonlyMap<string, string>): TemplateResult {
    const { found } = this.#query
    if (!found) return html``
    const fresh = unsavedNew(unsaved, this.lang)
    if (found.popups.length === 0) return html`${fresh}${noPopups(this.#query, found, this.lang)}`
    return html`${fresh}<div class="card flush">
        <popup-list .lang=${this.lang} .popups=${found.popups} .unsaved=${new Set(unsaved.keys())} @popup-act=${this.#onAct}></popup-list>
      </div>
      ${found.next ? html`<div class="more"><wa-button appearance="outlined" @click=${this.#more}>${this.#t('more')}</wa-button></div>` : nothing}`
  }

  #renderEditor(): TemplateResult {
    const heading = this.#isNew
      ? this.#t(this.rest[1] === undefined ? 'newMessage' : 'copyMessage')
      : this.record
        ? titleOf(this.record, this.lang)
        : this.#t('editMessage')
    return html`<console-page-header heading=${heading} back="popups" back-text=${this.#t('title')}>
        ${
          this.record || this.start
            ? html`<wa-button appearance="outlined" @click=${this.#preview}>${icon('eye', 'start')}${this.#t('preview')}</wa-button>`
            : nothing
        }
        ${
          this.record && !this.record.deleted
            ? html`${websiteButton(messageLink(this.record, this.lang), this.lang)}
              <wa-button appearance="outlined" href="/console/popups/new/${this.record.popupId}">${icon('copy', 'start')}${this.#t('duplicate')}</wa-button>
              <wa-button appearance="outlined" @click=${this.#onRemove}>${icon('trash', 'start')}${this.#t('remove')}</wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() =>
        this.record || this.start
          ? html`${keyed(
              this.#editorKey,
              html`<popup-editor .lang=${this.lang} .parts=${this.parts} .zone=${this.zone} .draftKey=${['popups', ...this.rest].join('/')} .base=${this.record}
                .start=${this.start} .templates=${this.#templates} @popup-saved=${this.#onSaved}></popup-editor>`,
            )}`
          : html``,
      )}`
  }

  #preview = (): void => {
    this.renderRoot.querySelector<PopupEditor>('popup-editor')?.showPreview()
  }

  #more = async (): Promise<void> => {
    await this.#try(() => this.#query.more())
  }

  #onAct = (event: CustomEvent<{ act: ListAct; popup: PopupRecord }>): void => {
    const { act, popup } = event.detail
    void this.#act(act, popup)
  }

  async #act(act: ListAct, popup: PopupRecord): Promise<void> {
    const title = titleOf(popup, this.lang)
    const path = `/popups/${popup.popupId}`
    await this.#try(async () => {
      if (act === 'remove') {
        await this.api.delete(path)
        return this.offerUndo(say('deleted', this.lang, { title }), () => this.#act('restore', popup))
      }
      if (act === 'restore') {
        await this.api.post(`${path}/restore`)
        return this.say(say('restored', this.lang, { title }))
      }
      const onWebsite = act === 'send'
      const now = await this.api.put<PopupRecord>(`${path}/website`, { onWebsite })
      this.offerUndo(switchedText(now, this.lang), () => this.#act(onWebsite ? 'withdraw' : 'send', popup))
    })
    if (this.#isList) await this.#loadList()
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

  #onRemove = async (): Promise<void> => {
    const { record } = this
    if (!record) return
    await this.#act('remove', record)
    this.go('popups')
  }

  /** Says what went wrong; what is on the screen stays. */
  async #try<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.say(say('failed', this.lang, { why: problemText(error, this.lang) }))
      return undefined
    }
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

/** Of the drafts in this browser, by their keys. */
const unsavedTitles = (lang: Language): ReadonlyMap<string, string> =>
  new Map(
    [...draftsBelow<{ form: PopupForm }>('popups/')].map(([key, { form }]) => [key, titleOf(form, lang)]),
  )

customElements.define('popups-page', PopupsPage)
export default 'popups-page'
