/**
 * The files of one record: brought in, in their order, taken out.
 *
 * `<console-attachments .names=${names} .media=${Map}>` fires `console-attachments` with `{ names, medium? }` at every
 * change, `console-attachment-removed` with `{ name, index }` besides, and `console-cover` with a name.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Medium } from '../../../api/medium.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { styles } from './console-attachments.styles.ts'
import type { ConsoleUploads, Uploaded } from './console-uploads.ts'
import './console-uploads.ts'
import { isPicture, mediumText, typeIcon } from './media.ts'
import { say } from './strings.ts'

export interface AttachmentsChange {
  names: string[]
  /** The one that has come in. */
  medium?: Medium
}

/** Marks a drag of one of the rows, which is none of a file. */
const ROW_TYPE = 'application/x-console-attachment'

export class ConsoleAttachments extends ConsoleElement {
  static override styles = styles
  static override properties = {
    names: { attribute: false },
    media: { attribute: false },
    cover: {},
    dragged: { state: true },
    target: { state: true },
    said: { state: true },
  }

  declare names: readonly string[]
  declare media: ReadonlyMap<string, Medium>
  /** The one that is the cover already. */
  declare cover: string | undefined
  declare private dragged: number | undefined
  /** Where the dragged one would go. */
  declare private target: number | undefined
  /** For those who hear it. */
  declare private said: string

  /** Number of the upload that brought a name: they are listed as they were chosen, whichever is done first. */
  #order = new Map<string, number>()
  /** What a file was called that has become a medium of this name: the same bytes may be here under another one. */
  #chosen = new Map<string, string>()

  constructor() {
    super()
    this.names = []
    this.media = new Map()
    this.said = ''
  }

  /** Files are still on their way. */
  get isBusy(): boolean {
    return this.renderRoot.querySelector<ConsoleUploads>('console-uploads')?.isBusy ?? false
  }

  override render() {
    return html`
      ${
        this.names.length === 0
          ? nothing
          : html`<ol class="files" aria-label=${say('list')}>
              ${repeat(
                this.names,
                name => name,
                (name, index) => this.#row(name, index),
              )}
            </ol>`
      }
      <console-uploads
        hint=${say('kinds')}
        @console-uploaded=${({ detail }: CustomEvent<Uploaded>) => this.#arrived(detail)}
      ></console-uploads>
      <p class="visually-hidden" role="status">${this.said}</p>
    `
  }

  #row(name: string, index: number): TemplateResult {
    const medium = this.media.get(name)
    const last = this.names.length - 1
    const place = this.target === index ? ((this.dragged ?? 0) > index ? 'before' : 'after') : ''
    return html`<li
      class="entry file ${this.dragged === index ? 'dragged' : ''} ${place}"
      @dragover=${(event: DragEvent) => this.#dragOver(event, index)}
      @drop=${(event: DragEvent) => this.#dropRow(event, index)}
    >
      <span
        class="grip"
        draggable="true"
        title=${say('dragHint')}
        @dragstart=${(event: DragEvent) => this.#dragStart(event, index)}
        @dragend=${this.#dragEnd}
        >${icon('grip')}</span
      >
      ${
        medium
          ? html`<img class="thumb" src=${medium.thumbnailUrl} alt="" width="56" height="56" loading="lazy" draggable="false" />`
          : html`<span class="thumb"></span>`
      }
      <div class="titles">
        ${
          medium
            ? html`<a href=${medium.url} target="_blank" rel="noopener">${name}</a>
                <span class="small quiet">${icon(typeIcon(medium.fileType))} ${mediumText(medium)}</span>`
            : name
        }
        ${this.#otherName(name)}
      </div>
      <div class="row actions">
        ${
          medium && isPicture(medium) && this.cover !== name
            ? html`<wa-button size="s" appearance="plain" @click=${() => this.#tell('console-cover', name)}>
                ${icon('image', 'start')} ${say('useAsCover')}<span class="visually-hidden"> ${name}</span>
              </wa-button>`
            : nothing
        }
        ${this.#button('arrow-up', 'up', name, index === 0, () => this.#move(index, index - 1, 'arrow-up'))}
        ${this.#button('arrow-down', 'down', name, index === last, () => this.#move(index, index + 1, 'arrow-down'))}
        ${this.#button('x', 'remove', name, false, () => this.#remove(index))}
      </div>
    </li>`
  }

  #otherName(name: string) {
    const chosen = this.#chosen.get(name) ?? name
    return chosen === name
      ? nothing
      : html`<span class="small quiet">${withColon(say('yourFile'), chosen)}</span>`
  }

  #button(
    name: 'arrow-up' | 'arrow-down' | 'x',
    label: 'up' | 'down' | 'remove',
    of: string,
    disabled: boolean,
    act: () => void,
  ): TemplateResult {
    return html`<button
      class="act"
      data-act=${name}
      title=${say(label)}
      aria-disabled=${disabled ? 'true' : nothing}
      @click=${() => !disabled && act()}
    >
      ${icon(name)}<span class="visually-hidden">${withColon(say(label), of)}</span>
    </button>`
  }

  #arrived({ medium, id, file }: Uploaded): void {
    this.#chosen.set(medium.name, file)
    this.requestUpdate()
    const isThere = this.names.includes(medium.name)
    this.said = withColon(say(isThere ? 'there' : 'added'), medium.name)
    if (isThere) return
    this.#order.set(medium.name, id)
    const later = this.names.findIndex(name => (this.#order.get(name) ?? 0) > id)
    this.#change(this.names.toSpliced(later === -1 ? this.names.length : later, 0, medium.name), medium)
  }

  async #move(from: number, to: number, button: string): Promise<void> {
    const names = [...this.names]
    const [name = ''] = names.splice(from, 1)
    names.splice(to, 0, name)
    this.said = `${withColon(name, say('moved'))} ${to + 1}`
    this.#change(names)
    await this.updateComplete
    this.renderRoot
      .querySelectorAll('.files')[0]
      ?.querySelectorAll<HTMLElement>(`[data-act="${button}"]`)
      [to]?.focus()
  }

  #remove(index: number): void {
    const name = this.names[index]
    this.#change(this.names.filter((_, place) => place !== index))
    this.#tell('console-attachment-removed', { name, index })
  }

  #dragStart(event: DragEvent, index: number): void {
    const row = (event.target as HTMLElement).closest('li')
    event.dataTransfer?.setData(ROW_TYPE, String(index))
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
    if (row) event.dataTransfer?.setDragImage(row, 20, 20)
    this.dragged = index
  }

  #dragOver(event: DragEvent, index: number): void {
    if (this.dragged === undefined || !event.dataTransfer?.types.includes(ROW_TYPE)) return
    event.preventDefault()
    this.target = index === this.dragged ? undefined : index
  }

  #dropRow(event: DragEvent, index: number): void {
    const from = this.dragged
    if (from === undefined || !event.dataTransfer?.types.includes(ROW_TYPE)) return
    event.preventDefault()
    this.#dragEnd()
    if (from !== index) void this.#move(from, index, 'arrow-up')
  }

  #dragEnd = (): void => {
    this.dragged = undefined
    this.target = undefined
  }

  #change(names: string[], medium?: Medium): void {
    // At once, so that a second file that comes in finds the first one in its place.
    this.names = names
    this.#tell('console-attachments', { names, ...(medium && { medium }) } satisfies AttachmentsChange)
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('console-attachments', ConsoleAttachments)
