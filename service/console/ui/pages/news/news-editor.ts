/** One entry, written in both languages side by side, with its files, its cover, its websites. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { SITE_IDS, type SiteId } from '../../../../../shared/contract/site.ts'
import { ApiProblem, type FieldError } from '../../api.ts'
import { ConsolePage } from '../../console-page.ts'
import { type Draft, draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES, type Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-field-errors.ts'
import '../../parts/console-restored.ts'
import '../../parts/rich-text/rich-text.ts'
import type { ConsoleRichText } from '../../parts/rich-text/rich-text.ts'
import type { AttachmentsChange, ConsoleAttachments } from '../../parts/upload/console-attachments.ts'
import '../../parts/upload/console-attachments.ts'
import type { ConsoleMediaPicker } from '../../parts/upload/console-media-picker.ts'
import '../../parts/upload/console-media-picker.ts'
import { fields } from '../../parts/fields.ts'
import { SITES, siteNames } from '../../parts/sites.ts'
import type { Medium } from '../../parts/upload/media.ts'
import { dateText, fromField, toField } from '../../parts/wall-clock.ts'
import { look } from '../../styles.ts'
import {
  emptyForm,
  formOf,
  isSame,
  type KeptNews,
  type NewsForm,
  type NewsList,
  type NewsRecord,
  titleOf,
  titlesOf,
} from './entry.ts'
import { styles } from './news-editor.styles.ts'
import './news-cover.ts'
import './news-preview.ts'
import type { NewsPreview } from './news-preview.ts'
import { say, type Word } from './strings.ts'

class NewsEditor extends ConsolePage {
  static override styles = [look, fields, styles]
  static override properties = {
    saved: { state: true },
    form: { state: true },
    media: { state: true },
    isRestored: { state: true },
    errors: { state: true },
    theirs: { state: true },
    isSaving: { state: true },
    failed: { state: true },
  }

  /** As the service has it; undefined for a new entry. */
  declare private saved: NewsRecord | undefined
  declare private form: NewsForm | undefined
  /** Those that the entry names or named since the page was opened. */
  declare private media: ReadonlyMap<string, Medium>
  declare private isRestored: boolean
  declare private errors: readonly FieldError[]
  /** What somebody else saved meanwhile. */
  declare private theirs: NewsRecord | undefined
  declare private isSaving: boolean
  /** Why saving did not work. */
  declare private failed: string | undefined

  #draft: Draft<KeptNews> = draft('news/new')
  /** What the form was before anything was typed. */
  #base: NewsForm | undefined
  /** What a change names; that of the entry when it was opened, not of what others made of it since. */
  #stamp: string | undefined

  constructor() {
    super()
    this.media = new Map()
    this.errors = []
    this.isRestored = false
    this.isSaving = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.addEventListener('keydown', this.#onKey)
    this.watch('news', () => void this.#look())
  }

  /** Undefined for a new entry. */
  get #newsId(): string | undefined {
    return this.rest[0] === 'new' ? undefined : this.rest[0]
  }

  protected override arrive(): void {
    // A new entry that was just saved is on the screen already.
    if (this.saved && this.saved.newsId === this.#newsId) return
    this.saved = undefined
    this.form = undefined
    this.theirs = undefined
    this.failed = undefined
    this.errors = []
    void this.#open()
  }

  async #open(): Promise<void> {
    const id = this.#newsId
    this.#draft = draft(`news/${id ?? 'new'}`)
    const found = await this.load(async signal =>
      id === undefined
        ? { blank: emptyForm((await this.api.get<NewsList>('/news?limit=1', { signal })).now) }
        : { record: await this.api.get<NewsRecord>(`/news/${encodeURIComponent(id)}`, { signal }) },
    )
    if (!found) return
    if ('record' in found) this.#show(found.record)
    else {
      this.#base = found.blank
      this.form = found.blank
      this.#stamp = undefined
    }
    this.#restoreDraft()
  }

  #show(record: NewsRecord): void {
    this.saved = record
    this.#base = formOf(record)
    this.form = this.#base
    this.#stamp = record.stamp
    this.media = new Map([...this.media, ...record.media.map(medium => [medium.name, medium] as const)])
  }

  #restoreDraft(): void {
    const kept = this.#draft.value
    this.isRestored = kept !== undefined && this.form !== undefined && !isSame(kept.form, this.form)
    if (!kept || !this.isRestored) return
    this.form = kept.form
    this.media = new Map([...this.media, ...kept.media.map(medium => [medium.name, medium] as const)])
    // It was written over what was there then: when that is there no more, saving says so.
    if (kept.stamp !== undefined) this.#stamp = kept.stamp
  }

  /** Somebody has changed some entry: nothing typed is touched, and an untouched form follows. */
  async #look(): Promise<void> {
    const { saved } = this
    if (!saved || this.isSaving || this.#isChanged) return
    try {
      const now = await this.api.get<NewsRecord>(`/news/${encodeURIComponent(saved.newsId)}`)
      if (this.saved === saved && !this.#isChanged && !this.isSaving && now.stamp !== saved.stamp)
        this.#show(now)
    } catch {
      // The entry on the screen stays; saving it will tell.
    }
  }

  get #isChanged(): boolean {
    return this.form !== undefined && this.#base !== undefined && !isSame(this.form, this.#base)
  }

  override render() {
    const heading =
      this.form && this.#newsId !== undefined
        ? titleOf(titlesOf(this.#base ?? this.form), this.lang)
        : this.#t('newEntry')
    return html`
      <console-page-header heading=${heading} back="news" back-text=${this.#t('toList')}>
        ${
          this.form
            ? html`<wa-button appearance="outlined" @click=${this.#preview}>
                ${icon('eye', 'start')} ${this.#t('preview')}
              </wa-button>`
            : nothing
        }
        ${
          this.saved && this.saved.state !== 'deleted'
            ? html`<wa-button appearance="outlined" @click=${this.#remove}>
                ${icon('trash', 'start')} ${this.#t('remove')}
              </wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() => (this.form ? this.#content(this.form) : html``))}
    `
  }

  #content(form: NewsForm): TemplateResult {
    const error = (path: string) =>
      html`<console-field-errors .lang=${this.lang} .errors=${this.errors} path=${path}></console-field-errors>`
    return html`<div class="stack">
        ${
          this.isRestored
            ? html`<console-restored .lang=${this.lang} @console-discard=${this.#discard}></console-restored>`
            : nothing
        }
        ${
          this.saved?.state === 'deleted'
            ? html`<div class="note warn">
                ${icon('trash')} <span class="grow">${this.#t('isDeleted')}</span>
                <wa-button size="s" @click=${this.#restore}>${this.#t('restore')}</wa-button>
              </div>`
            : nothing
        }
        ${this.theirs ? this.#conflict(this.theirs) : nothing}
        <console-field-errors
          .lang=${this.lang}
          .errors=${this.errors}
          .label=${(path: string) => this.#label(path)}
        ></console-field-errors>

        <section class="languages" aria-label=${this.#t('texts')}>
          ${LANGUAGES.map(lang => this.#text(lang, form, error))}
          <p class="hint wide">${this.#t('otherLanguage')}</p>
        </section>

        <div class="pair">
          <section class="card stack" aria-labelledby="publishing">
            <h2 id="publishing">${this.#t('publishing')}</h2>
            <div>
              <label class="label" for="date">${this.#t('newsDateTime')}</label>
              <input
                id="date"
                class="control"
                type="datetime-local"
                step="1"
                aria-describedby="date-hint"
                .value=${live(toField(form.newsDateTime))}
                @change=${(event: Event) =>
                  this.#change({ newsDateTime: fromField((event.target as HTMLInputElement).value) })}
              />
              <p class="hint" id="date-hint">${this.#t('dateHint')}</p>
              ${error('/newsDateTime')}
            </div>
            <fieldset>
              <legend>${this.#t('websites')}</legend>
              <div class="choices">
                ${SITE_IDS.map(
                  site => html`<label class="choice">
                    <input
                      type="checkbox"
                      .checked=${live(form.sites.includes(site))}
                      @change=${(event: Event) => this.#toggle(site, (event.target as HTMLInputElement).checked)}
                    />
                    ${SITES[site][this.lang]}
                  </label>`,
                )}
              </div>
              ${error('/sites')}
            </fieldset>
          </section>
          <section class="card stack" aria-labelledby="cover">
            <h2 id="cover">${this.#t('cover')}</h2>
            <div><console-news-cover
              .lang=${this.lang}
              .medium=${form.cover === undefined ? undefined : this.media.get(form.cover)}
              @console-cover-chosen=${({ detail }: CustomEvent<Medium>) => this.#cover(detail)}
              @console-cover-removed=${this.#uncover}
              @console-cover-existing=${this.#existingCover}
            ></console-news-cover>
            ${error('/cover')}</div>
          </section>
        </div>

        <section class="card stack" aria-labelledby="attachments">
          <h2 id="attachments">${this.#t('attachments')}</h2>
          <div><console-attachments
            .lang=${this.lang}
            .names=${form.attachments}
            .media=${this.media}
            .cover=${form.cover}
            @console-attachments=${({ detail }: CustomEvent<AttachmentsChange>) => this.#attach(detail)}
            @console-attachment-removed=${({ detail }: CustomEvent<{ name: string; index: number }>) =>
              this.#detached(detail)}
            @console-cover=${({ detail }: CustomEvent<string>) => this.#change({ cover: detail })}
          ></console-attachments>
          ${error('/attachments')}</div>
        </section>
      </div>
      ${this.#bar()}
      <console-media-picker .lang=${this.lang} .api=${this.api}></console-media-picker>
      <console-news-preview .lang=${this.lang} .form=${form} .media=${this.media}></console-news-preview>`
  }

  #text(lang: Language, form: NewsForm, error: (path: string) => TemplateResult): TemplateResult {
    const { newsTitle, newsContent } = form.texts[lang]
    const name = this.#t(lang === 'en-US' ? 'english' : 'chinese')
    const path = `/texts/${lang}`
    return html`<div class="card stack tight" role="group" aria-label=${name}>
      <h2>${name}</h2>
      <div>
        <label class="label" for="title-${lang}">${this.#t('newsTitle')}<span class="visually-hidden"> (${name})</span></label>
        <input
          id="title-${lang}"
          class="control"
          lang=${lang}
          maxlength="1000"
          autocomplete="off"
          .value=${live(newsTitle)}
          @input=${(event: Event) => this.#write(lang, { newsTitle: (event.target as HTMLInputElement).value })}
        />
        ${error(`${path}/newsTitle`)}
      </div>
      <div>
        <span class="label" aria-hidden="true">${this.#t('newsContent')}</span>
        <console-rich-text
          .html=${newsContent}
          lang=${this.lang}
          text-lang=${lang}
          label="${this.#t('newsContent')} (${name})"
          .choosePicture=${this.#choosePicture}
          @change=${(event: Event) => this.#write(lang, { newsContent: (event.target as ConsoleRichText).html })}
        ></console-rich-text>
        ${error(`${path}/newsContent`)}
      </div>
    </div>`
  }

  #conflict(theirs: NewsRecord): TemplateResult {
    const names = {
      title: titleOf(titlesOf(theirs), this.lang),
      date: dateText(theirs.newsDateTime, this.lang),
    }
    return html`<div class="note warn" role="alert">
      ${icon('exclamation')}
      <div class="grow"><strong>${this.#t('conflict')}</strong> ${say('conflictText', this.lang, names)}</div>
      <div class="row">
        <wa-button size="s" variant="brand" @click=${this.#keepMine}>${this.#t('keepMine')}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${this.#takeTheirs}>${this.#t('takeTheirs')}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${this.#saveCopy}>${this.#t('saveCopy')}</wa-button>
      </div>
    </div>`
  }

  #bar(): TemplateResult {
    const state = this.saved?.state
    const isPublished = state === 'published'
    const action = (text: Word, act: () => void, isMain: boolean) => html`<wa-button
      variant=${isMain ? 'brand' : 'neutral'}
      appearance=${isMain ? 'accent' : 'outlined'}
      ?loading=${this.isSaving && isMain}
      ?disabled=${this.isSaving}
      @click=${act}
    >
      ${this.#t(text)}
    </wa-button>`
    return html`<div class="bar">
      <p class="state" role="status">
        ${
          this.failed === undefined
            ? html`${this.#stateText()}${this.#isChanged && this.saved ? html` · <strong>${this.#t('isChanged')}</strong>` : nothing}`
            : html`<span class="failed">${icon('exclamation')} ${this.failed}</span>`
        }
      </p>
      ${isPublished ? action('takeBack', () => this.#save('draft'), false) : action('saveDraft', () => this.#save('draft'), false)}
      ${isPublished ? action('save', () => this.#save('published'), true) : action('publish', () => this.#save('published'), true)}
    </div>`
  }

  #stateText(): string {
    const { saved } = this
    if (!saved) return this.#t('stateNew')
    if (saved.state === 'published')
      return say('statePublished', this.lang, { sites: siteNames(saved.sites, this.lang) })
    return this.#t(saved.state === 'draft' ? 'stateDraft' : 'deleted')
  }

  #change(changes: Partial<NewsForm>): void {
    if (!this.form) return
    this.form = { ...this.form, ...changes }
    if ('cover' in changes && changes.cover === undefined) delete this.form.cover
    this.failed = undefined
    this.#keep()
  }

  #keep(): void {
    const { form } = this
    if (!form || !this.#isChanged) {
      this.#draft.clear()
      return
    }
    const named = [form.cover, ...form.attachments].flatMap(name =>
      name === undefined ? [] : (this.media.get(name) ?? []),
    )
    this.#draft.keep({ form, media: named, ...(this.#stamp !== undefined && { stamp: this.#stamp }) })
  }

  #write(lang: Language, text: Partial<NewsForm['texts'][Language]>): void {
    const texts = this.form?.texts
    if (texts) this.#change({ texts: { ...texts, [lang]: { ...texts[lang], ...text } } })
  }

  #toggle(site: SiteId, isOn: boolean): void {
    const others = (this.form?.sites ?? []).filter(each => each !== site)
    this.#change({ sites: SITE_IDS.filter(each => others.includes(each) || (isOn && each === site)) })
  }

  #know(medium: Medium): void {
    this.media = new Map([...this.media, [medium.name, medium]])
  }

  #attach({ names, medium }: AttachmentsChange): void {
    if (medium) this.#know(medium)
    this.#change({ attachments: names })
  }

  #detached({ name, index }: { name: string; index: number }): void {
    this.offerUndo(say('didDetach', this.lang, { name }), () => {
      const names = this.form?.attachments ?? []
      if (!names.includes(name)) this.#change({ attachments: names.toSpliced(index, 0, name) })
    })
  }

  #cover(medium: Medium): void {
    this.#know(medium)
    this.#change({ cover: medium.name })
  }

  /** For a body: a picture is named there, so that it has the address that websites reach. */
  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.#picker?.choose()
    if (medium) this.#know(medium)
    return medium && { address: `media:${medium.name}`, text: '' }
  }

  #existingCover = async (): Promise<void> => {
    const medium = await this.#picker?.choose()
    if (medium) this.#cover(medium)
  }

  get #picker(): ConsoleMediaPicker | null {
    return this.renderRoot.querySelector('console-media-picker')
  }

  #uncover = (): void => {
    const before = this.form?.cover
    if (before === undefined) return
    this.#change({ cover: undefined } as unknown as Partial<NewsForm>)
    this.offerUndo(this.#t('didUncover'), () => this.#change({ cover: before }))
  }

  #discard = (): void => {
    const { form } = this
    const stamp = this.#stamp
    this.form = this.#base
    this.#stamp = this.saved?.stamp
    this.isRestored = false
    this.theirs = undefined
    this.errors = []
    this.#draft.clear()
    this.offerUndo(this.#t('discarded'), () => {
      this.form = form
      this.#stamp = stamp
      this.#keep()
    })
  }

  /** What can be said without asking the service, in the reader's language. */
  #faults(form: NewsForm, state: 'published' | 'draft'): FieldError[] {
    const faults: FieldError[] = []
    if (form.newsDateTime === '') faults.push({ path: '/newsDateTime', reason: this.#t('needDate') })
    if (state === 'draft') return faults
    if (form.sites.length === 0) faults.push({ path: '/sites', reason: this.#t('needSite') })
    if (LANGUAGES.every(lang => form.texts[lang].newsTitle.trim() === ''))
      faults.push({ path: `/texts/${this.lang}/newsTitle`, reason: this.#t('needTitle') })
    return faults
  }

  async #save(state: 'published' | 'draft'): Promise<void> {
    const { form } = this
    if (!form || this.isSaving) return
    if (this.#isUploading) {
      this.failed = this.#t('uploading')
      return
    }
    this.failed = undefined
    this.errors = this.#faults(form, state)
    if (this.errors.length > 0) return
    const was = this.saved
    this.isSaving = true
    try {
      const saved = await this.#send(form, state)
      // What was typed while it was on its way stays typed.
      const typed = this.form && !isSame(this.form, form) ? this.form : undefined
      this.#draft.clear()
      this.#show(saved)
      this.theirs = undefined
      this.isRestored = false
      if (!was) {
        this.#draft = draft(`news/${saved.newsId}`)
        this.go(`news/${encodeURIComponent(saved.newsId)}`)
      }
      if (typed) this.#change(typed)
      this.#tell(saved, was)
    } catch (error) {
      this.#refused(error)
    } finally {
      this.isSaving = false
    }
  }

  #send(form: NewsForm, state: 'published' | 'draft'): Promise<NewsRecord> {
    const body = { ...formOf(form), state }
    if (!this.saved) return this.api.post<NewsRecord>('/news', body)
    return this.api.put<NewsRecord>(`/news/${encodeURIComponent(this.saved.newsId)}`, {
      ...body,
      stamp: this.#stamp,
    })
  }

  #tell(saved: NewsRecord, was: NewsRecord | undefined): void {
    const title = titleOf(titlesOf(saved), this.lang)
    if (saved.state === 'published')
      this.say(
        was?.state === 'published'
          ? this.#t('didSave')
          : say('didPublish', this.lang, { sites: siteNames(saved.sites, this.lang) }),
      )
    else if (was?.state === 'published')
      this.offerUndo(say('didTakeBack', this.lang, { title }), () => this.#save('published'))
    else this.say(this.#t('didDraft'))
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiProblem)) throw error
    const current = (error.body as { current?: NewsRecord } | undefined)?.current
    if (error.status === 409 && current) this.theirs = current
    else if (error.errors.length > 0) this.errors = error.errors
    else this.failed = say('failed', this.lang, { why: problemText(error, this.lang) })
  }

  get #isUploading(): boolean {
    const parts = this.renderRoot.querySelectorAll<ConsoleAttachments>(
      'console-attachments, console-news-cover',
    )
    return [...parts].some(({ isBusy }) => isBusy)
  }

  #keepMine = (): void => {
    const { theirs } = this
    if (!theirs) return
    this.saved = theirs
    this.#stamp = theirs.stamp
    this.theirs = undefined
    void this.#save(theirs.state === 'draft' ? 'draft' : 'published')
  }

  #takeTheirs = (): void => {
    const { theirs, form: mine } = this
    if (!theirs || !mine) return
    this.#show(theirs)
    this.theirs = undefined
    this.isRestored = false
    this.#draft.clear()
    this.offerUndo(this.#t('tookTheirs'), () => this.#change(mine))
  }

  #saveCopy = (): void => {
    const { theirs } = this
    const old = this.#draft
    this.theirs = undefined
    this.saved = undefined
    void this.#save('draft').then(() => {
      if (this.saved) old.clear()
      else this.theirs = theirs
    })
  }

  #remove = async (): Promise<void> => {
    const { saved } = this
    if (!saved) return
    const address = `/news/${encodeURIComponent(saved.newsId)}`
    const isGone = await this.#do(() => this.api.delete(address).then(() => true))
    if (!isGone) return
    this.offerUndo(say('didRemove', this.lang, { title: titleOf(titlesOf(saved), this.lang) }), () =>
      this.#do(() => this.api.post(`${address}/restore`)),
    )
    this.go('news')
  }

  #restore = async (): Promise<void> => {
    const { saved } = this
    if (!saved) return
    const restored = await this.#do(() =>
      this.api.post<NewsRecord>(`/news/${encodeURIComponent(saved.newsId)}/restore`),
    )
    if (!restored) return
    const typed = this.#isChanged ? this.form : undefined
    this.#show(restored)
    if (typed) this.#change(typed)
    this.say(say('didRestore', this.lang, { title: titleOf(titlesOf(restored), this.lang) }))
  }

  /** What came back; undefined when it failed, which is said. */
  async #do<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.say(say('failed', this.lang, { why: problemText(error, this.lang) }))
      return undefined
    }
  }

  #preview = (): void => {
    this.renderRoot.querySelector<NewsPreview>('console-news-preview')?.open()
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    void this.#save(this.saved?.state === 'published' ? 'published' : 'draft')
  }

  #label(path: string): string | undefined {
    const [, place = '', lang] = path.split('/')
    const names: Record<string, Word> = {
      texts: path.endsWith('newsTitle') ? 'newsTitle' : 'newsContent',
      newsDateTime: 'newsDateTime',
      sites: 'websites',
      cover: 'cover',
      attachments: 'attachments',
    }
    const name = names[place]
    if (name === undefined) return undefined
    const language = place === 'texts' ? ` (${this.#t(lang === 'en-US' ? 'english' : 'chinese')})` : ''
    return `${this.#t(name)}${language}`
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

customElements.define('console-news-editor', NewsEditor)
