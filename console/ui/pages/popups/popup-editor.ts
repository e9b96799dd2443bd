/** `<popup-editor>`: one message, in both languages, with its settings and as a website shows it. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { isIconId } from '../../../../shared/contract/icon.ts'
import type { PopupRecord } from '../../../api/popups.ts'
import type { FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES } from '../../language.ts'
import { type Changes, Editing } from '../../parts/editing/editing.ts'
import { periodFaults, periodFields } from '../../parts/editing/period.ts'
import { RecordPage } from '../../parts/editing/record-page.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { dateField, siteChoice } from '../../parts/editing/where-and-when.ts'
import { messageLink } from '../../websites.ts'
import { buttonChoice } from './button-choice.ts'
import { described, NAMES, placeName } from './described.ts'
import { iconChoice, iconStyles } from './icon-choice.ts'
import { emptyForm, formOf, type PopupForm, titleOf } from './message.ts'
import { savedText, stateBadge, switchedText } from './on-website.ts'
import '../../parts/console-preview.ts'
import { say } from './strings.ts'
import { templateChoice, templateStyles } from './template-choice.ts'

class PopupEditor extends RecordPage<PopupForm, PopupRecord> {
  static override styles = [
    templateStyles,
    iconStyles,
    css`
      .lower {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
        gap: var(--wa-space-l);
        align-items: start;
      }
      .beside {
        position: sticky;
        inset-block-start: 5rem;
      }
      @media (max-width: 60rem) {
        .lower {
          grid-template-columns: minmax(0, 1fr);
        }
        .beside {
          position: static;
        }
      }
    `,
  ]

  /** An icon's number without a picture: offered as long as it might be wanted back. */
  #otherIcon: string | undefined

  protected override readonly path = 'popups'
  protected override readonly names = NAMES
  protected override readonly editing = new Editing<PopupForm, PopupRecord>(this, {
    formOf,
    save: () => void this.save(),
  })

  protected override words(theirs: PopupRecord | undefined) {
    return {
      list: say('title'),
      isNew: say(this.rest[1] === undefined ? 'newMessage' : 'copyMessage'),
      text: say('msgBody'),
      show: say('send'),
      saveAndShow: say('saveSend'),
      saveAndHide: say('saveTakeDown'),
      conflict: say(theirs?.deleted ? 'conflictDeleted' : 'conflict'),
      copy: say('saveCopy'),
    }
  }

  protected override idOf = ({ popupId }: PopupRecord) => popupId
  protected override titleOf = (form: PopupForm) => titleOf(form, this.lang)
  protected override isDeleted = ({ deleted }: PopupRecord) => deleted
  protected override isOn = (form: PopupForm | PopupRecord) =>
    form.onWebsite && !('deleted' in form && form.deleted)
  protected override switched = (onWebsite: boolean) => ({ onWebsite })
  protected override described = described
  protected override placeName = placeName
  protected override stateOf = stateBadge
  protected override savedText = savedText
  protected override hiddenText = switchedText
  protected override linkOf = messageLink

  /** A new message is empty, or a copy that is not sent before it was looked at. */
  protected override blank(now: string, copied: PopupRecord | undefined): PopupForm {
    const empty = emptyForm(now)
    if (!copied) return empty
    // The times of the other message are not those of this one.
    const { startsAt: _begin, endsAt: _end, ...form } = formOf(copied)
    return { ...form, displayDate: empty.displayDate, onWebsite: false }
  }

  protected override moreActions({ popupId }: PopupRecord): TemplateResult {
    return html`<wa-button appearance="outlined" href="/console/popups/new/${popupId}">${icon('copy', 'start')}${say('duplicate')}</wa-button>`
  }

  protected override showPreview(): void {
    const preview = this.renderRoot.querySelector<HTMLElement>('.beside')
    preview?.scrollIntoView({ block: 'center' })
    preview?.focus({ preventScroll: true })
  }

  protected override above(): unknown {
    return !this.editing.base && this.rest[1] === undefined ? templateChoice(this.#useTemplate) : nothing
  }

  protected override fields(form: PopupForm): TemplateResult {
    return html`<div class="lower">
      ${this.#settings(form)}
      <section class="card beside" tabindex="-1" aria-label=${sayOfEditing('preview')}>
        <console-preview .api=${this.api} path="/popups/preview" .form=${form}></console-preview>
      </section>
    </div>`
  }

  /** Where, when and how it is shown. */
  #settings(form: PopupForm): TemplateResult {
    const faults = (path: string) => this.faultsAt(path)
    if (form.iconId && !isIconId(form.iconId)) this.#otherIcon = form.iconId
    return html`<section class="card stack" aria-labelledby="settings">
      <h2 id="settings">${say('settings')}</h2>
      ${siteChoice({ sites: form.sites, faults: faults('/sites'), choose: sites => this.change({ sites }) })}
      ${dateField({
        value: form.displayDate,
        hint: say('displayHint', { zone: this.zone }),
        faults: faults('/displayDate'),
        choose: displayDate => this.change({ displayDate }),
      })}
      ${periodFields({
        legend: say('period'),
        zone: this.zone,
        ends: [
          { name: 'startsAt', label: say('startsAt'), hint: say('startsHint'), value: form.startsAt },
          { name: 'endsAt', label: say('endsAt'), hint: say('endsHint'), value: form.endsAt },
        ],
        faults,
        choose: (name, value) => this.change({ [name]: value }),
      })}
      ${iconChoice({ chosen: form.iconId, other: this.#otherIcon, choose: iconId => this.change({ iconId }) })}
      ${buttonChoice(form.needConfirm, needConfirm => this.change({ needConfirm }))}
    </section>`
  }

  /** What it takes the place of can be had again. */
  #useTemplate = (template: Changes<PopupForm>): void => {
    const { form, isChanged } = this.editing
    this.change(template)
    if (form && isChanged)
      this.offerUndo(say('templateReplaced'), () =>
        this.change({ iconId: undefined, needConfirm: undefined, ...form }),
      )
  }

  protected override missing(form: PopupForm): FieldError[] {
    const found: FieldError[] = []
    if (LANGUAGES.every(each => form.texts[each].msgTitle.trim() === ''))
      found.push({ path: '/texts', reason: sayOfEditing('needTitle') })
    if (form.sites.length === 0) found.push({ path: '/sites', reason: sayOfEditing('needSite') })
    if (!form.displayDate) found.push({ path: '/displayDate', reason: sayOfEditing('needDate') })
    return [...found, ...periodFaults(this.renderRoot, form, ['startsAt', 'endsAt'])]
  }
}

customElements.define('popup-editor', PopupEditor)
