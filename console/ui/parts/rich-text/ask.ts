/** Asks its writer for a link or a picture, and puts it into the text. */
import type { Editor } from '@tiptap/core'
import type { Answered, AskDialog } from './ask-dialog.ts'
import { isLink, isPicture, selectedPicture } from './extensions.ts'
import { say } from './strings.ts'

export interface AskParts {
  editor: Editor
  dialog: AskDialog
  /** Where the picture of a medium can be seen here. */
  addressOf(name: string): string
}

/** For a link on what is selected, or with a text of its own where nothing is. */
export async function askLink({ editor, dialog }: AskParts): Promise<void> {
  const current = String(editor.getAttributes('link').href ?? '')
  const { empty } = editor.state.selection
  const answer = await dialog.ask({
    title: say('link'),
    address: current,
    addressLabel: say('linkAddress'),
    addressHint: say('linkHint'),
    addressFault: say('linkFault'),
    accepts: typed => isLink(completed(typed)),
    ...(empty && !current && { text: { label: say('linkText'), hint: '', value: '' } }),
    go: say('setLink'),
    cancel: say('cancel'),
    ...(current && { remove: say('removeLink') }),
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
  parts: AskParts,
  choose: (() => Promise<Answered | undefined>) | undefined,
): Promise<void> {
  const chosen = await choose?.()
  // Whoever chose a picture still says what is on it.
  const answer =
    choose && !chosen
      ? undefined
      : await describe(parts, { src: chosen?.address ?? '', alt: chosen?.text || null }, say('insertPicture'))
  const chain = parts.editor.chain().focus()
  if (answer) chain.insertContent({ type: 'image', attrs: { src: answer.address, alt: answer.text } })
  chain.run()
}

/** For the picture that is selected. */
export async function askDescription(parts: AskParts): Promise<void> {
  const { editor } = parts
  const picture = selectedPicture(editor.state)
  if (!picture) return
  const { src, alt } = picture.attrs
  const answer = await describe(parts, { src: String(src), alt }, say('setDescription'))
  const chain = editor.chain().focus()
  if (answer) {
    const size = answer.address === src ? {} : { width: null, height: null }
    chain.updateAttributes('image', { src: answer.address, alt: answer.text, ...size })
  }
  chain.run()
}

/** @param alt empty for a picture that is decoration, null where nothing was said yet */
async function describe(
  { dialog, addressOf }: AskParts,
  { src, alt }: { src: string; alt: string | null },
  go: string,
): Promise<Answered | undefined> {
  const medium = /^media:(.+)$/.exec(src)?.[1]
  const answer = await dialog.ask({
    title: say('picture'),
    address: src,
    addressLabel: say('picture'),
    addressHint: say('pictureHint'),
    addressFault: say('pictureFault'),
    accepts: isPicture,
    ...(medium !== undefined && { picture: addressOf(medium) }),
    text: {
      label: say('pictureAlt'),
      hint: say('pictureAltHint'),
      value: alt ?? '',
      orNone: { label: say('pictureIsDecoration'), isChosen: alt === '', fault: say('pictureAltFault') },
    },
    go,
    cancel: say('cancel'),
  })
  return answer === 'remove' ? undefined : answer
}

/** What people type for a mail address or a page. */
function completed(typed: string): string {
  if (/^[^\s/@:]+@[^\s/@:.]+(?:\.[^\s/@:.]+)+$/.test(typed)) return `mailto:${typed}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed
}
