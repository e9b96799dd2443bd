/** Asks its writer for a link or a picture, and puts it into the text. */
import type { Editor } from '@tiptap/core'
import type { Answered, AskDialog } from './ask-dialog.ts'
import { isLink, isPicture } from './extensions.ts'
import type { RichTextStrings } from './strings.ts'

export interface AskParts {
  editor: Editor
  dialog: AskDialog
  words: RichTextStrings
}

/** For a link on what is selected, or with a text of its own where nothing is. */
export async function askLink({ editor, dialog, words }: AskParts): Promise<void> {
  const current = String(editor.getAttributes('link').href ?? '')
  const { empty } = editor.state.selection
  const answer = await dialog.ask({
    title: words.linkTitle,
    address: current,
    addressLabel: words.linkAddress,
    addressHint: words.linkHint,
    addressFault: words.linkFault,
    accepts: typed => isLink(completed(typed)),
    ...(empty && !current && { text: { label: words.linkText, hint: '', value: '' } }),
    go: words.setLink,
    cancel: words.cancel,
    ...(current && { remove: words.removeLink }),
  })
  const chain = editor.chain().focus()
  if (answer === undefined) chain.run()
  else if (answer === 'remove') chain.extendMarkRange('link').unsetLink().run()
  else {
    const href = completed(answer.address)
    if (empty && !current)
      chain
        .insertContent({
          type: 'text',
          text: answer.text || answer.address,
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    else chain.extendMarkRange('link').setLink({ href }).run()
  }
}

/** @param choose the page's own way to choose a picture; without it an address is asked for */
export async function askPicture(
  { editor, dialog, words }: AskParts,
  choose: (() => Promise<Answered | undefined>) | undefined,
): Promise<void> {
  const chosen = await choose?.()
  // Whoever chose a picture still says what is on it.
  const answer =
    choose && !chosen
      ? undefined
      : await dialog.ask({
          title: words.pictureTitle,
          address: chosen?.address ?? '',
          addressLabel: words.pictureAddress,
          addressHint: words.pictureHint,
          addressFault: words.pictureFault,
          accepts: isPicture,
          text: { label: words.pictureAlt, hint: words.pictureAltHint, value: chosen?.text ?? '' },
          go: words.insertPicture,
          cancel: words.cancel,
        })
  const chain = editor.chain().focus()
  if (answer && answer !== 'remove')
    chain.insertContent({ type: 'picture', attrs: { src: answer.address, alt: answer.text } })
  chain.run()
}

/** What people type for a mail address or a page. */
function completed(typed: string): string {
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(typed)) return `mailto:${typed}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed
}
