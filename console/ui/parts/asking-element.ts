/** An element with one dialog that is opened with a question: closed by whatever means, it is answered. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { say } from './strings.ts'

export class AskingElement<Answer> extends ConsoleElement {
  static override properties: PropertyDeclarations = { isOpen: { state: true } }

  declare private isOpen: boolean
  #answer: ((answer: Answer | undefined) => void) | undefined

  /** Opens the dialog. @returns undefined when it was closed */
  async open(): Promise<Answer | undefined> {
    this.#answer?.(undefined)
    const answered = new Promise<Answer | undefined>(resolve => {
      this.#answer = resolve
    })
    this.isOpen = true
    await this.updateComplete
    const dialog = this.renderRoot.querySelector('dialog')
    if (!dialog?.open) dialog?.showModal()
    this.opened()
    return answered
  }

  /** Puts the focus where the answer begins. */
  protected opened(): void {}

  protected answer(answer: Answer | undefined): void {
    const tell = this.#answer
    this.#answer = undefined
    this.isOpen = false
    this.renderRoot.querySelector('dialog')?.close()
    tell?.(answer)
  }

  /**
   * @param content is there while the dialog is open: closed, what is on its way in it is given up
   * @param describedBy the id of what a screen reader says with the name
   */
  protected dialog(name: string, content: TemplateResult, describedBy?: string): TemplateResult {
    return html`<dialog aria-label=${name} aria-describedby=${describedBy ?? nothing} @close=${this.#onClose}>
      ${this.isOpen ? content : nothing}
    </dialog>`
  }

  protected closeButton(): TemplateResult {
    return html`<wa-button appearance="outlined" @click=${() => this.answer(undefined)}>
      ${icon('x', 'start')} ${say('close')}
    </wa-button>`
  }

  /** It comes with the next frame, and may find the dialog open again with the next question. */
  #onClose = (event: Event): void => {
    if (!(event.target as HTMLDialogElement).open) this.answer(undefined)
  }
}
