/**
 * For a dialog's `close`, as by Escape. The event comes with the next frame, and may find the dialog open again with the next
 * question, which it does not answer.
 */
export const whenClosed = (then: () => void) => (event: Event) => {
  if (!(event.target as HTMLDialogElement).open) then()
}
