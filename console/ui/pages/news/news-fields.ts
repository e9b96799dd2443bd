/**
 * `<news-fields .form=${…} .media=${…} .errors=${…}>`: all that is written and chosen of an entry.
 *
 * Fires `news-change` with what was changed (undefined is what is not chosen any more), `news-medium` with a medium that
 * has come, and `news-undo` { text, undo } for what can be taken back.
 */
import { css, html, type TemplateResult } from 'lit'
import type { Medium } from '../../../api/medium.ts'
import type { Api, FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import type { Language } from '../../language.ts'
import '../../parts/console-field-errors.ts'
import type { TextChange } from '../../parts/editing/console-texts.ts'
import '../../parts/editing/console-texts.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { periodFields } from '../../parts/editing/period.ts'
import { dateField, siteChoice } from '../../parts/editing/where-and-when.ts'
import type { AttachmentsChange, ConsoleAttachments } from '../../parts/upload/console-attachments.ts'
import '../../parts/upload/console-attachments.ts'
import type { ConsoleMediaPicker } from '../../parts/upload/console-media-picker.ts'
import '../../parts/upload/console-media-picker.ts'

import type { NewsForm } from './entry.ts'
import './news-cover.ts'
import { say } from './strings.ts'

export interface Undoable {
  text: string
  undo(): void
}

const PATHS = { title: 'newsTitle', body: 'newsContent' }

export class NewsFields extends ConsoleElement {
  static override styles = css`
    .columns {
      --column: max(22rem, 34%);
    }
  `
  static override properties = {
    api: { attribute: false },
    form: { attribute: false },
    media: { attribute: false },
    errors: { attribute: false },
    zone: {},
  }

  declare api: Api
  declare form: NewsForm
  /** That of the school's time. */
  declare zone: string
  declare media: ReadonlyMap<string, Medium>
  declare errors: readonly FieldError[]

  /** Whether files are still on their way. */
  get isBusy(): boolean {
    const parts = this.renderRoot.querySelectorAll<ConsoleAttachments>(
      'console-attachments, console-news-cover',
    )
    return [...parts].some(({ isBusy }) => isBusy)
  }

  protected override render() {
    const { form } = this
    return html`<div class="stack">
        <console-texts
          .texts=${textsOf(form)}
          .bodyName=${say('newsContent')}
          .paths=${PATHS}
          .errors=${this.errors}
          .choosePicture=${this.#choosePicture}
          @console-text=${this.#onText}
        ></console-texts>
        <div class="columns">
          <section class="card stack" aria-labelledby="publishing">
            <h2 id="publishing">${say('publishing')}</h2>
            ${dateField({
              value: form.newsDateTime,
              hint: say('dateHint'),
              faults: this.#faultsAt('/newsDateTime'),
              choose: newsDateTime => this.#change({ newsDateTime }),
            })}
            ${siteChoice({
              sites: form.sites,
              faults: this.#faultsAt('/sites'),
              choose: sites => this.#change({ sites }),
            })}
            ${periodFields({
              legend: say('period'),
              zone: this.zone,
              ends: [
                {
                  name: 'publishAt',
                  label: say('publishAt'),
                  hint: say('publishHint'),
                  value: form.publishAt,
                },
                {
                  name: 'unpublishAt',
                  label: say('unpublishAt'),
                  hint: say('unpublishHint'),
                  value: form.unpublishAt,
                },
              ],
              faults: path => this.#faultsAt(path),
              choose: (name, value) => this.#change({ [name]: value }),
            })}
          </section>
          ${this.#cover()}
        </div>
        ${this.#attachments()}
      </div>
      <console-media-picker .api=${this.api}></console-media-picker>`
  }

  #cover(): TemplateResult {
    const { cover } = this.form
    return html`<section class="card stack" aria-labelledby="cover">
      <h2 id="cover">${say('cover')}</h2>
      <div>
        <console-news-cover
          .medium=${cover === undefined ? undefined : this.media.get(cover)}
          @console-cover-chosen=${({ detail }: CustomEvent<Medium>) => this.#useAsCover(detail)}
          @console-cover-removed=${this.#uncover}
          @console-cover-existing=${this.#existingCover}
        ></console-news-cover>
        ${this.#faultsAt('/cover')}
      </div>
    </section>`
  }

  #attachments(): TemplateResult {
    return html`<section class="card stack" aria-labelledby="attachments">
      <h2 id="attachments">${say('attachments')}</h2>
      <div>
        <console-attachments
          .names=${this.form.attachments}
          .media=${this.media}
          .cover=${this.form.cover}
          @console-attachments=${({ detail }: CustomEvent<AttachmentsChange>) => this.#attach(detail)}
          @console-attachment-removed=${({ detail }: CustomEvent<{ name: string; index: number }>) =>
            this.#detached(detail)}
          @console-cover=${({ detail }: CustomEvent<string>) => this.#change({ cover: detail })}
        ></console-attachments>
        ${this.#faultsAt('/attachments')}
      </div>
    </section>`
  }

  #faultsAt(path: string): TemplateResult {
    return html`<console-field-errors .errors=${this.errors} path=${path}></console-field-errors>`
  }

  #onText = ({ detail: { lang, title, body } }: CustomEvent<TextChange>): void => {
    const { texts } = this.form
    const { newsTitle, newsContent } = texts[lang]
    const text = { newsTitle: title ?? newsTitle, newsContent: body ?? newsContent }
    this.#change({ texts: { ...texts, [lang]: text } })
  }

  #attach({ names, medium }: AttachmentsChange): void {
    if (medium) this.#know(medium)
    this.#change({ attachments: names })
  }

  #detached({ name, index }: { name: string; index: number }): void {
    this.#offerUndo(say('didDetach', { name }), () => {
      const { attachments } = this.form
      if (!attachments.includes(name)) this.#change({ attachments: attachments.toSpliced(index, 0, name) })
    })
  }

  #useAsCover(medium: Medium): void {
    this.#know(medium)
    this.#change({ cover: medium.name })
  }

  #existingCover = async (): Promise<void> => {
    const medium = await this.#picker?.choose()
    if (medium) this.#useAsCover(medium)
  }

  #uncover = (): void => {
    const { cover } = this.form
    if (cover === undefined) return
    this.#change({ cover: undefined })
    this.#offerUndo(say('didUncover'), () => this.#change({ cover }))
  }

  /** For a body: a picture is named there, so that it has the address that websites reach. */
  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.#picker?.choose()
    if (medium) this.#know(medium)
    return medium && { address: `media:${medium.name}`, text: '' }
  }

  get #picker(): ConsoleMediaPicker | null {
    return this.renderRoot.querySelector('console-media-picker')
  }

  #change(detail: Changes<NewsForm>): void {
    this.dispatchEvent(new CustomEvent('news-change', { detail }))
  }

  #know(detail: Medium): void {
    this.dispatchEvent(new CustomEvent('news-medium', { detail }))
  }

  #offerUndo(text: string, undo: () => void): void {
    this.dispatchEvent(new CustomEvent<Undoable>('news-undo', { detail: { text, undo } }))
  }
}

const textsOf = ({ texts }: NewsForm) => {
  const text = (lang: Language) => ({ title: texts[lang].newsTitle, body: texts[lang].newsContent })
  return { 'en-US': text('en-US'), 'zh-HK': text('zh-HK') }
}

customElements.define('news-fields', NewsFields)
