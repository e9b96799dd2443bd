/** The page of one entry: opened, previewed, saved as a draft or published, unpublished, deleted. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Medium } from '../../../api/medium.ts'
import type { NewsRecord } from '../../../api/news.ts'
import type { Overview } from '../../../api/overview.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import type { FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES } from '../../language.ts'
import { didNotWork } from '../../parts/console-failure.ts'
import '../../parts/console-field-errors.ts'
import '../../parts/console-restored.ts'
import '../../parts/editing/console-conflict.ts'
import '../../parts/editing/console-save-bar.ts'
import { type Changes, Editing } from '../../parts/editing/editing.ts'
import { periodFaults } from '../../parts/editing/period.ts'
import { STRINGS as EDITING } from '../../parts/editing/strings.ts'
import { entryLink, websiteButton } from '../../websites.ts'
import { described, placeName } from './described.ts'
import { emptyForm, formOf, isPublished, type NewsForm, titleOf, titlesOf } from './entry.ts'
import type { NewsFields, Undoable } from './news-fields.ts'
import './news-fields.ts'
import type { NewsPreview } from './news-preview.ts'
import './news-preview.ts'
import { savedText, stateText } from './on-websites.ts'
import { say, type Word } from './strings.ts'

class NewsEditor extends ActingPage {
  static override properties = { media: { state: true }, isWaiting: { state: true }, zone: { state: true } }

  /** Those that the entry names or named since the page was opened. */
  declare private media: ReadonlyMap<string, Medium>
  /** It was to be saved while files were still on their way. */
  declare private isWaiting: boolean
  /** That of the school's time. */
  declare private zone: string

  #editing = new Editing<NewsForm, NewsRecord, { media: Medium[] }>(this, {
    formOf,
    // Uploads that are done stay done.
    along: ({ cover, attachments }) => ({
      media: [cover ?? [], attachments].flat().flatMap(name => this.media.get(name) ?? []),
    }),
    found: ({ media }) => this.#know(...media),
    complete: (kept, { state }) => ({ ...kept, state: kept.state ?? state }),
    save: () => void this.#save(),
  })

  constructor() {
    super()
    this.media = new Map()
    this.isWaiting = false
    this.zone = 'Asia/Hong_Kong'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('news', () => void this.#look())
  }

  /** Undefined for a new entry. */
  get #newsId(): string | undefined {
    return this.rest[0] === 'new' ? undefined : this.rest[0]
  }

  protected override arrive(): void {
    // A new entry that was just saved is on the screen already.
    if (this.#editing.base && this.#editing.base.newsId === this.#newsId) return
    this.#editing.close()
    void this.#open()
  }

  async #open(): Promise<void> {
    const id = this.#newsId
    const found = await this.load(async signal => {
      const { school } = await this.api.get<Pick<Overview, 'school'>>('/overview', { signal })
      this.zone = school.zone
      return id === undefined
        ? { blank: emptyForm(school.now) }
        : { saved: await this.api.get<NewsRecord>(addressOf(id), { signal }) }
    })
    if (!found) return
    if ('saved' in found) this.#know(...found.saved.media)
    this.#editing.open(`news/${id ?? 'new'}`, found)
  }

  /** Somebody has changed some entry: nothing typed is touched, and an untouched form follows. */
  async #look(): Promise<void> {
    const { base, isSaving } = this.#editing
    if (!base || isSaving) return
    try {
      const now = await this.api.get<NewsRecord>(addressOf(base.newsId))
      if (this.#editing.base !== base || this.#editing.isSaving || now.stamp === base.stamp) return
      this.#know(...now.media)
      this.#editing.follow(now)
    } catch {
      // The entry on the screen stays; saving it shows the conflict.
    }
  }

  override render() {
    const { base, form } = this.#editing
    const named = base ?? form
    const heading =
      named && this.#newsId !== undefined ? titleOf(titlesOf(named), this.lang) : say('newEntry')
    return html`
      <console-page-header heading=${heading} back="news" back-text=${say('toList')}>
        ${
          form
            ? html`<wa-button appearance="outlined" @click=${this.#preview}>
                ${icon('eye', 'start')} ${say('preview')}
              </wa-button>`
            : nothing
        }
        ${
          base && base.state !== 'deleted'
            ? html`${websiteButton(entryLink(base))}
              <wa-button appearance="outlined" @click=${() => this.#remove(base)}>
                ${icon('trash', 'start')} ${say('remove')}
              </wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() => (form ? this.#content(form) : html``))}
    `
  }

  #content(form: NewsForm): TemplateResult {
    const { base, errors, theirs, isRestored } = this.#editing
    return html`<div class="stack">
        ${
          isRestored ? html`<console-restored @console-discard=${this.#discard}></console-restored>` : nothing
        }
        ${
          base?.state === 'deleted'
            ? html`<div class="note warn">
                ${icon('trash')} <span class="grow">${say('isDeleted')}</span>
                <wa-button size="s" @click=${() => this.#restore(base)}>${say('restore')}</wa-button>
              </div>`
            : nothing
        }
        ${theirs ? this.#conflict(form, theirs) : nothing}
        ${
          errors.length > 0
            ? html`<console-field-errors
                .errors=${errors}
                .label=${(path: string) => placeName(path)}
              ></console-field-errors>`
            : nothing
        }
        <news-fields
          .api=${this.api}
          .form=${form}
          .zone=${this.zone}
          .media=${this.media}
          .errors=${errors}
          @news-change=${({ detail }: CustomEvent<Changes<NewsForm>>) => this.#change(detail)}
          @news-medium=${({ detail }: CustomEvent<Medium>) => this.#know(detail)}
          @news-undo=${({ detail }: CustomEvent<Undoable>) => this.offerUndo(detail.text, detail.undo)}
        ></news-fields>
      </div>
      ${this.#saveBar(form)}
      <console-news-preview .api=${this.api} .form=${form}></console-news-preview>`
  }

  #conflict(mine: NewsForm, theirs: NewsRecord): TemplateResult {
    return html`<console-conflict
      .heading=${say('conflict')}
      .mine=${described(formOf(mine))}
      .theirs=${described(theirs)}
      .copy=${say('saveCopy')}
      @console-mine=${this.#keepMine}
      @console-theirs=${this.#takeTheirs}
      @console-copy=${this.#saveCopy}
    ></console-conflict>`
  }

  #saveBar({ state }: NewsForm): TemplateResult {
    const { base, isSaving } = this.#editing
    const isOn = state === 'published'
    const wasOn = base !== undefined && isPublished(base.state)
    const word = isSaving ? 'saving' : isOn === wasOn ? 'save' : isOn ? 'savePublish' : 'saveUnpublish'
    return html`<console-save-bar>
      <p slot="state" class="state" role="status">${this.#state()}</p>
      <label class="switch"><input type="checkbox" role="switch" .checked=${live(isOn)}
        @change=${(event: Event) => this.#publish((event.target as HTMLInputElement).checked)}>
        ${say('publish')}</label>
      <wa-button variant="brand" ?loading=${isSaving} @click=${() => this.#save()} title="Ctrl+S">${say(word)}</wa-button>
    </console-save-bar>`
  }

  #publish(isOn: boolean): void {
    this.#change({ state: isOn ? 'published' : 'draft' })
  }

  #state(): TemplateResult {
    const { base, problem, isChanged } = this.#editing
    const failed = this.isWaiting ? say('uploading') : problem && didNotWork(problem)
    if (failed !== undefined) return html`<span class="fault">${icon('exclamation')} ${failed}</span>`
    if (!base) return html`${say('stateNew')}`
    return html`${stateText(base)}${isChanged ? html` · <strong>${EDITING.isChanged[this.lang]}</strong>` : nothing}`
  }

  #change(changes: Changes<NewsForm>): void {
    this.isWaiting = false
    this.#editing.change(changes)
  }

  #know(...media: readonly Medium[]): void {
    this.media = new Map([...this.media, ...media.map(medium => [medium.name, medium] as const)])
  }

  #discard = (): void => this.offerUndo(EDITING.discarded[this.lang], this.#editing.discard())

  async #save(): Promise<void> {
    const was = this.#editing.base
    const saved = await this.#send((form, stamp) =>
      was
        ? this.api.put<NewsRecord>(addressOf(was.newsId), { ...form, stamp })
        : this.api.post<NewsRecord>('/news', form),
    )
    if (!saved) return
    if (!was) this.#goTo(saved)
    this.#tellSaved(saved, was)
  }

  async #send(
    send: (form: NewsForm, stamp: string | undefined) => Promise<NewsRecord>,
  ): Promise<NewsRecord | undefined> {
    this.isWaiting = this.renderRoot.querySelector<NewsFields>('news-fields')?.isBusy ?? false
    if (this.isWaiting || !this.#editing.check(this.#missing())) return undefined
    const saved = await this.#editing.save(send)
    if (saved) this.#know(...saved.media)
    return saved
  }

  /** What can be said without asking the service, in the reader's language. */
  #missing(): FieldError[] {
    const { form } = this.#editing
    const found: FieldError[] = []
    if (!form) return found
    if (form.newsDateTime === '') found.push({ path: '/newsDateTime', reason: EDITING.needDate[this.lang] })
    const root = this.renderRoot.querySelector('news-fields')?.shadowRoot
    found.push(...periodFaults(root, form, ['publishAt', 'unpublishAt']))
    if (form.state === 'draft') return found
    if (form.sites.length === 0) found.push({ path: '/sites', reason: EDITING.needSite[this.lang] })
    if (LANGUAGES.every(lang => form.texts[lang].newsTitle.trim() === ''))
      found.push({ path: '/texts', reason: EDITING.needTitle[this.lang] })
    return found
  }

  /** To the address of an entry that is new. */
  #goTo({ newsId }: NewsRecord): void {
    this.#editing.rename(`news/${newsId}`)
    this.go(`news/${encodeURIComponent(newsId)}`)
  }

  #tellSaved(saved: NewsRecord, was: NewsRecord | undefined): void {
    if (isPublished(saved.state)) this.say(savedText(saved, was))
    else if (was && isPublished(was.state))
      this.offerUndo(this.#ofTitle('didUnpublish', saved), () => this.#publishAgain(saved))
    else this.say(say('didDraft'))
  }

  /** As it was saved; what has been typed since is not sent, and stays typed. */
  async #publishAgain(saved: NewsRecord): Promise<void> {
    const form = { ...formOf(saved), state: 'published', stamp: saved.stamp }
    const published = await this.api.put<NewsRecord>(addressOf(saved.newsId), form)
    this.say(savedText(published, saved))
    if (this.#editing.base?.newsId !== published.newsId) return
    this.#editing.adopt(published)
    this.#publish(true)
  }

  #keepMine = (): void => {
    this.#editing.overrule()
    void this.#save()
  }

  #takeTheirs = (): void => {
    this.#know(...(this.#editing.theirs?.media ?? []))
    this.offerUndo(EDITING.tookTheirs[this.lang], this.#editing.takeTheirs())
  }

  #saveCopy = async (): Promise<void> => {
    const saved = await this.#send(form => this.api.post<NewsRecord>('/news', { ...form, state: 'draft' }))
    if (!saved) return
    this.#goTo(saved)
    this.#tellSaved(saved, undefined)
  }

  async #remove(record: NewsRecord): Promise<void> {
    const removed = await this.act(() => this.api.delete<Undone>(addressOf(record.newsId)))
    if (!removed) return
    this.done(this.#ofTitle('didRemove', record), removed)
    this.go('news')
  }

  async #restore({ newsId }: NewsRecord): Promise<void> {
    const restored = await this.act(() => this.api.post<NewsRecord>(`${addressOf(newsId)}/restore`))
    if (!restored) return
    this.#know(...restored.media)
    this.#editing.adopt(restored)
    this.say(this.#ofTitle('didRestore', restored))
  }

  #preview = (): void => {
    this.renderRoot.querySelector<NewsPreview>('console-news-preview')?.open()
  }

  #ofTitle(word: Word, record: NewsRecord): string {
    return say(word, { title: titleOf(titlesOf(record), this.lang) })
  }
}

const addressOf = (newsId: string) => `/news/${encodeURIComponent(newsId)}`

customElements.define('console-news-editor', NewsEditor)
