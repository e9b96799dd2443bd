/** `<console-news-editor>`: one entry, in both languages, with its picture and files and as a website shows it. */
import { css, html, type TemplateResult } from 'lit'
import type { Medium } from '../../../api/medium.ts'
import type { NewsRecord } from '../../../api/news.ts'
import type { FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES } from '../../language.ts'
import { type Changes, Editing } from '../../parts/editing/editing.ts'
import { periodFaults, periodFields } from '../../parts/editing/period.ts'
import { RecordPage } from '../../parts/editing/record-page.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { dateField, siteChoice } from '../../parts/editing/where-and-when.ts'
import type { AttachmentsChange, ConsoleAttachments } from '../../parts/upload/console-attachments.ts'
import '../../parts/upload/console-attachments.ts'
import { entryLink } from '../../websites.ts'
import { described, NAMES, placeName } from './described.ts'
import { emptyForm, formOf, isPublished, type NewsForm, titleOf, titlesOf } from './entry.ts'
import './news-cover.ts'
import type { NewsPreview } from './news-preview.ts'
import './news-preview.ts'
import { savedText, stateBadge } from './on-websites.ts'
import { say } from './strings.ts'

class NewsEditor extends RecordPage<NewsForm, NewsRecord, { media: Medium[] }> {
  static override styles = css`
    .columns {
      --column: max(22rem, 34%);
    }
  `
  static override properties = { media: { state: true }, isWaiting: { state: true } }

  /** Those that the entry names or named since the page was opened. */
  declare private media: ReadonlyMap<string, Medium>
  /** It was to be saved while files were still on their way. */
  declare private isWaiting: boolean

  protected override readonly path = 'news'
  protected override readonly names = NAMES
  protected override readonly editing = new Editing<NewsForm, NewsRecord, { media: Medium[] }>(this, {
    formOf,
    // Uploads that are done stay done.
    along: ({ cover, attachments }) => ({
      media: [cover ?? [], attachments].flat().flatMap(name => this.media.get(name) ?? []),
    }),
    found: record => this.know(record),
    complete: (kept, { state }) => ({ ...kept, state: kept.state ?? state }),
    save: () => void this.save(),
  })

  constructor() {
    super()
    this.media = new Map()
    this.isWaiting = false
  }

  protected override words() {
    return {
      list: say('toList'),
      isNew: say('newEntry'),
      text: say('newsContent'),
      show: say('publish'),
      saveAndShow: say('savePublish'),
      saveAndHide: say('saveUnpublish'),
      conflict: say('conflict'),
      copy: say('saveCopy'),
    }
  }

  protected override idOf = ({ newsId }: NewsRecord) => newsId
  protected override titleOf = (form: NewsForm) => titleOf(titlesOf(form), this.lang)
  protected override blank = emptyForm
  protected override isDeleted = ({ state }: NewsRecord) => state === 'deleted'
  protected override isOn = ({ state }: NewsForm) => isPublished(state)
  protected override switched = (isOn: boolean): Changes<NewsForm> => ({
    state: isOn ? 'published' : 'draft',
  })
  protected override copyOf = (form: NewsForm): NewsForm => ({ ...form, state: 'draft' })
  protected override described = described
  protected override placeName = placeName
  protected override stateOf = stateBadge
  protected override linkOf = entryLink
  protected override hiddenText = (record: NewsRecord) => say('didUnpublish', { title: this.titleOf(record) })
  protected override savedText = (saved: NewsRecord, was: NewsRecord | undefined) =>
    isPublished(saved.state) ? savedText(saved, was) : say('didDraft')

  protected override showPreview(): void {
    this.renderRoot.querySelector<NewsPreview>('console-news-preview')?.open()
  }

  protected override deletedNote(record: NewsRecord): TemplateResult {
    return html`<div class="note warn">
      ${icon('trash')} <span class="grow">${say('isDeleted')}</span>
      <wa-button size="s" @click=${() => this.restore(record)}>${sayOfEditing('restore')}</wa-button>
    </div>`
  }

  protected override fields(form: NewsForm): TemplateResult {
    return html`<div class="columns">${this.#publishing(form)} ${this.#cover(form)}</div>
      ${this.#attachments(form)}
      <console-news-preview .api=${this.api} .form=${form}></console-news-preview>`
  }

  #publishing(form: NewsForm): TemplateResult {
    return html`<section class="card stack" aria-labelledby="publishing">
      <h2 id="publishing">${say('publishing')}</h2>
      ${dateField({
        value: form.newsDateTime,
        hint: say('dateHint'),
        faults: this.faultsAt('/newsDateTime'),
        choose: newsDateTime => this.change({ newsDateTime }),
      })}
      ${siteChoice({
        sites: form.sites,
        faults: this.faultsAt('/sites'),
        choose: sites => this.change({ sites }),
      })}
      ${periodFields({
        legend: say('period'),
        zone: this.zone,
        ends: [
          { name: 'publishAt', label: say('publishAt'), hint: say('publishHint'), value: form.publishAt },
          {
            name: 'unpublishAt',
            label: say('unpublishAt'),
            hint: say('unpublishHint'),
            value: form.unpublishAt,
          },
        ],
        faults: path => this.faultsAt(path),
        choose: (name, value) => this.change({ [name]: value }),
      })}
    </section>`
  }

  #cover({ cover }: NewsForm): TemplateResult {
    return html`<section class="card stack" aria-labelledby="cover">
      <h2 id="cover">${say('cover')}</h2>
      <div>
        <console-news-cover
          .medium=${cover === undefined ? undefined : this.media.get(cover)}
          @console-cover-chosen=${({ detail }: CustomEvent<Medium>) => this.#useAsCover(detail)}
          @console-cover-removed=${() => this.#uncover(cover)}
          @console-cover-existing=${this.#existingCover}
        ></console-news-cover>
        ${this.faultsAt('/cover')}
      </div>
    </section>`
  }

  #attachments({ attachments, cover }: NewsForm): TemplateResult {
    return html`<section class="card stack" aria-labelledby="attachments">
      <h2 id="attachments">${say('attachments')}</h2>
      <div>
        <console-attachments
          .names=${attachments}
          .media=${this.media}
          .cover=${cover}
          @console-attachments=${({ detail }: CustomEvent<AttachmentsChange>) => this.#attach(detail)}
          @console-attachment-removed=${({ detail }: CustomEvent<{ name: string; index: number }>) =>
            this.#detached(detail)}
          @console-cover=${({ detail }: CustomEvent<string>) => this.change({ cover: detail })}
        ></console-attachments>
        ${this.faultsAt('/attachments')}
      </div>
    </section>`
  }

  protected override change(changes: Changes<NewsForm>): void {
    this.isWaiting = false
    super.change(changes)
  }

  protected override know({ media }: { media: readonly Medium[] }): void {
    this.media = new Map([...this.media, ...media.map(medium => [medium.name, medium] as const)])
  }

  #attach({ names, medium }: AttachmentsChange): void {
    if (medium) this.know({ media: [medium] })
    this.change({ attachments: names })
  }

  #detached({ name, index }: { name: string; index: number }): void {
    this.offerUndo(say('didDetach', { name }), () => {
      const attachments = this.editing.form?.attachments ?? []
      if (!attachments.includes(name)) this.change({ attachments: attachments.toSpliced(index, 0, name) })
    })
  }

  #useAsCover(medium: Medium): void {
    this.know({ media: [medium] })
    this.change({ cover: medium.name })
  }

  #existingCover = async (): Promise<void> => {
    const medium = await this.chooseMedium()
    if (medium) this.#useAsCover(medium)
  }

  #uncover(cover: string | undefined): void {
    if (cover === undefined) return
    this.change({ cover: undefined })
    this.offerUndo(say('didUncover'), () => this.change({ cover }))
  }

  protected override async chooseMedium(): Promise<Medium | undefined> {
    const medium = await super.chooseMedium()
    if (medium) this.know({ media: [medium] })
    return medium
  }

  protected override isReady(): boolean {
    const parts = this.renderRoot.querySelectorAll<ConsoleAttachments>(
      'console-attachments, console-news-cover',
    )
    this.isWaiting = [...parts].some(({ isBusy }) => isBusy)
    return !this.isWaiting
  }

  protected override fault(): string | undefined {
    return this.isWaiting ? say('uploading') : super.fault()
  }

  protected override missing(form: NewsForm): FieldError[] {
    const found: FieldError[] = []
    if (form.newsDateTime === '') found.push({ path: '/newsDateTime', reason: sayOfEditing('needDate') })
    found.push(...periodFaults(this.renderRoot, form, ['publishAt', 'unpublishAt']))
    if (form.state === 'draft') return found
    if (form.sites.length === 0) found.push({ path: '/sites', reason: sayOfEditing('needSite') })
    if (LANGUAGES.every(lang => form.texts[lang].newsTitle.trim() === ''))
      found.push({ path: '/texts', reason: sayOfEditing('needTitle') })
    return found
  }
}

customElements.define('console-news-editor', NewsEditor)
