/** `<popup-template-editor .base=${…}>`: the words of a template in both languages, as a website would show them. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { TemplateRecord } from '../../../api/popup-templates.ts'
import type { PageParts } from '../../console-page.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-field-errors.ts'
import '../../parts/console-restored.ts'
import '../../parts/editing/console-conflict.ts'
import '../../parts/editing/console-save-bar.ts'
import type { TextChange } from '../../parts/editing/console-texts.ts'
import '../../parts/editing/console-texts.ts'
import { Editing } from '../../parts/editing/editing.ts'
import { STRINGS as EDITING } from '../../parts/editing/strings.ts'
import { fields } from '../../parts/fields.ts'
import '../../parts/upload/console-media-picker.ts'
import type { ConsoleMediaPicker } from '../../parts/upload/console-media-picker.ts'
import { look } from '../../styles.ts'
import { buttonChoice } from './button-choice.ts'
import { placeName, wordsDescribed } from './described.ts'
import { emptyForm, type PopupForm, textsOf, withText } from './message.ts'
import './popup-preview.ts'
import { say, type Word } from './strings.ts'

type TemplateForm = Pick<PopupForm, 'needConfirm' | 'texts'>

const PATHS = { title: 'msgTitle', body: 'msgBody' }

/** Fires `template-saved` with the record. */
export class PopupTemplateEditor extends LitElement {
  static override styles = [
    look,
    fields,
    css`
      .lower {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
        gap: var(--wa-space-l);
        align-items: start;
      }
      @media (max-width: 60rem) {
        .lower {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ]
  static override properties = { lang: {}, parts: { attribute: false }, base: { attribute: false } }

  declare lang: Language
  declare parts: PageParts
  declare base: TemplateRecord

  #editing = new Editing<TemplateForm, TemplateRecord>(this, { formOf, save: () => void this.#save() })

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#editing.form === undefined)
      this.#editing.open(`popup-templates/${this.base.templateId}`, { saved: this.base })
    else if (changed.has('base')) this.#editing.follow(this.base)
  }

  protected override render() {
    const { lang } = this
    const { form, errors, problem, theirs, isRestored, isSaving, isChanged } = this.#editing
    if (!form) return nothing
    return html`<div class="stack">
        ${
          isRestored
            ? html`<console-restored .lang=${lang} @console-discard=${this.#discard}></console-restored>`
            : nothing
        }
        ${theirs ? this.#conflict(form, theirs) : nothing}
        ${
          errors.length > 0
            ? html`<console-field-errors .lang=${lang} .errors=${errors} .label=${this.#placeName}></console-field-errors>`
            : nothing
        }
        ${problem ? html`<p class="note bad" role="alert">${icon('exclamation')} <span class="grow">${problemText(problem, lang)}</span></p>` : nothing}
        <console-texts .lang=${lang} .texts=${textsOf(form)} .bodyName=${this.#t('msgBody')} .paths=${PATHS} .errors=${errors}
          .choosePicture=${this.#choosePicture} @console-text=${this.#onText}></console-texts>
        <div class="lower">
          <section class="card">
            ${buttonChoice(lang, form.needConfirm, needConfirm => this.#editing.change({ needConfirm }))}
          </section>
          <section class="card" aria-label=${this.#t('preview')}>
            <popup-preview .lang=${lang} .api=${this.parts.api} .form=${this.#asMessage(form)}></popup-preview>
          </section>
        </div>
      </div>
      <console-save-bar>
        <p slot="state" class="row">
          <span class="badge">${this.#t(this.base.isChanged ? 'wordsOwn' : 'wordsGiven')}</span>
          ${isChanged ? html`<span class="badge warn">${EDITING.isChanged[lang]}</span>` : nothing}
        </p>
        <wa-button variant="brand" ?loading=${isSaving} @click=${() => this.#save()} title="Ctrl+S">${this.#t(isSaving ? 'saving' : 'save')}</wa-button>
      </console-save-bar>
      <console-media-picker .lang=${lang} .api=${this.parts.api}></console-media-picker>`
  }

  #conflict(mine: TemplateForm, theirs: TemplateRecord): TemplateResult {
    return html`<console-conflict .lang=${this.lang} .heading=${this.#t('conflictTemplate')}
      .mine=${wordsDescribed(mine, this.lang)} .theirs=${wordsDescribed(theirs, this.lang)}
      @console-mine=${this.#keepMine} @console-theirs=${this.#takeTheirs}></console-conflict>`
  }

  /** The preview asks for it whenever it is another object. */
  #shown: { of: TemplateForm; message: PopupForm } | undefined
  #asMessage(form: TemplateForm): PopupForm {
    if (this.#shown?.of === form) return this.#shown.message
    const [iconId] = this.base.iconIds
    const message = { ...emptyForm(PREVIEW_DATE), ...form, ...(iconId !== undefined && { iconId }) }
    this.#shown = { of: form, message }
    return message
  }

  #onText = ({ detail }: CustomEvent<TextChange>): void => {
    const { form } = this.#editing
    if (form) this.#editing.change({ texts: withText(form.texts, detail) })
  }

  #discard = (): void => this.parts.offerUndo(EDITING.discarded[this.lang], this.#editing.discard())

  async #save(): Promise<void> {
    const saved = await this.#editing.save((form, stamp) =>
      this.parts.api.put<TemplateRecord>(`/popup-templates/${this.base.templateId}`, { ...form, stamp }),
    )
    if (!saved) return
    this.parts.say(this.#t('templateSaved'))
    this.dispatchEvent(new CustomEvent('template-saved', { detail: saved }))
  }

  #keepMine = (): void => {
    this.#editing.overrule()
    void this.#save()
  }

  #takeTheirs = (): void => this.parts.offerUndo(EDITING.tookTheirs[this.lang], this.#editing.takeTheirs())

  #placeName = (path: string): string | undefined => placeName(path, this.lang)

  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.renderRoot.querySelector<ConsoleMediaPicker>('console-media-picker')?.choose()
    return medium && { address: `media:${medium.name}`, text: '' }
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

/** A template has none; a message has that of its day. */
const PREVIEW_DATE = '20260901080000'

function formOf({ needConfirm, texts }: TemplateForm): TemplateForm {
  const text = (lang: Language) => ({ msgTitle: texts[lang].msgTitle, msgBody: texts[lang].msgBody })
  return {
    ...(needConfirm !== undefined && { needConfirm }),
    texts: { 'en-US': text('en-US'), 'zh-HK': text('zh-HK') },
  }
}

customElements.define('popup-template-editor', PopupTemplateEditor)
