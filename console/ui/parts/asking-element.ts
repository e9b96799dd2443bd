/** An element with one dialog that is opened with a question: closed by whatever means, it is answered. */
import { ConsoleElement } from '../console-element.ts'

export class AskingElement<Answer> extends ConsoleElement {
  #answer: ((answer: Answer | undefined) => void) | undefined

  /** Opens the dialog. @returns undefined when it was closed */
  protected async open(): Promise<Answer | undefined> {
    this.#answer?.(undefined)
    const answered = new Promise<Answer | undefined>(resolve => {
      this.#answer = resolve
    })
    await this.updateComplete
    const dialog = this.renderRoot.querySelector('dialog')
    if (!dialog?.open) dialog?.showModal()
    this.opened()
    return answered
  }

  /** Puts the focus where the answer begins. */
  protected opened(): void {}

  /** For the dialog's `close`. It comes with the next frame, and may find the dialog open again with the next question. */
  protected readonly onClose = (event: Event): void => {
    if (!(event.target as HTMLDialogElement).open) this.answer(undefined)
  }

  protected answer(answer: Answer | undefined): void {
    const tell = this.#answer
    this.#answer = undefined
    this.renderRoot.querySelector('dialog')?.close()
    tell?.(answer)
  }
}
