/** `<popup-templates-page>`: the templates at `popups/templates`, one of them at `popups/templates/black-rain`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { isIconId } from '../../../../shared/contract/icon.ts'
import type { TemplateList, TemplateRecord } from '../../../api/popup-templates.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { look } from '../../styles.ts'
import { iconAddress } from './message.ts'
import { say, TEMPLATES, type Word } from './strings.ts'
import './template-editor.ts'

export class PopupTemplatesPage extends ActingPage {
  static override styles = [
    look,
    css`
      .icons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem;
      }
      img {
        inline-size: 32px;
        block-size: 32px;
      }
    `,
  ]
  static override properties = { templates: { state: true } }

  declare private templates: readonly TemplateRecord[]

  constructor() {
    super()
    this.templates = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('popups')
  }

  protected override arrive(): void {
    void this.load(
      signal => this.api.get<TemplateList>('/popup-templates', { signal }),
      ({ templates }) => {
        this.templates = templates
      },
    )
  }

  protected override render(): TemplateResult {
    const [templateId] = this.rest
    const template = this.templates.find(each => each.templateId === templateId)
    return template ? this.#one(template) : this.#all()
  }

  #all(): TemplateResult {
    return html`<console-page-header heading=${this.#t('templates')} intro=${this.#t('templatesIntro')} back="popups"
        back-text=${this.#t('title')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="card flush"><table class="list">
          <thead><tr>
            <th scope="col">${this.#t('template')}</th>
            <th scope="col">${this.#t('icon')}</th>
            <th scope="col">${this.#t('words')}</th>
          </tr></thead>
          <tbody>${this.templates.map(template => this.#row(template))}</tbody>
        </table></div>`,
      )}`
  }

  #row({ templateId, iconIds, texts, isChanged }: TemplateRecord): TemplateResult {
    return html`<tr>
      <td class="title">
        <a href="/console/popups/templates/${templateId}">${TEMPLATES[templateId][this.lang]}</a>
        <span class="quiet small">${texts[this.lang].msgTitle}</span>
      </td>
      <td data-label=${this.#t('icon')}><div class="icons">${iconIds.filter(isIconId).map(id => html`<img src=${iconAddress(id)} alt="">`)}</div></td>
      <td data-label=${this.#t('words')}><span class="badge ${isChanged ? 'brand' : ''}">${this.#t(isChanged ? 'wordsOwn' : 'wordsGiven')}</span></td>
    </tr>`
  }

  #one(template: TemplateRecord): TemplateResult {
    const { templateId, isChanged } = template
    return html`<console-page-header heading=${TEMPLATES[templateId][this.lang]} intro=${this.#t(templateId === 'all-clear' ? 'allClearTemplateIntro' : 'templateIntro')}
        back="popups/templates" back-text=${this.#t('templates')}>
        ${
          isChanged
            ? html`<wa-button appearance="outlined" @click=${() => this.#reset(template)}>${icon('arrow-counterclockwise', 'start')}${this.#t('wordsReset')}</wa-button>`
            : nothing
        }
      </console-page-header>
      ${keyed(
        templateId,
        html`<popup-template-editor .lang=${this.lang} .parts=${this.parts} .base=${template}
          @template-saved=${this.#onSaved}></popup-template-editor>`,
      )}`
  }

  async #reset({ templateId }: TemplateRecord): Promise<void> {
    const done = await this.act(() => this.api.delete<Undone>(`/popup-templates/${templateId}`))
    if (!done) return
    this.done(this.#t('wordsWereReset'), 'popup-templates', done)
    this.reload()
  }

  #onSaved = ({ detail }: CustomEvent<TemplateRecord>): void => {
    this.templates = this.templates.map(each => (each.templateId === detail.templateId ? detail : each))
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

customElements.define('popup-templates-page', PopupTemplatesPage)
