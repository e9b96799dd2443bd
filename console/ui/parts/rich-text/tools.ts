/** The tools of the editor's bar: what each does, when it is on, when it can be used. */
import type { ChainedCommands, Editor } from '@tiptap/core'
import type { IconName } from '../../icons.ts'
import { ALIGNMENTS, HEADING_LEVELS } from './extensions.ts'
import type { Word } from './strings.ts'

export interface Tool {
  name: Word
  /** Without one its words are shown. */
  icon?: IconName
  /** Undefined for a tool that is never on or off. */
  isOn?(editor: Editor): boolean
  /** Undefined for one that can always be used. */
  can?(editor: Editor): boolean
  run(editor: Editor): void
}

/** @param ask opens the dialogs, which are not the editor's own */
export function toolGroups(ask: { link(): void; picture(): void }): readonly (readonly Tool[])[] {
  return [
    HEADING_LEVELS.map(level => ({
      name: `heading-${level}`,
      icon: `h${level}` as const,
      isOn: editor => editor.isActive('heading', { level }),
      run: inText(chain => chain.toggleHeading({ level })),
    })),
    [
      mark('bold', 'bold', chain => chain.toggleBold()),
      mark('italic', 'italic', chain => chain.toggleItalic()),
      mark('underline', 'underline', chain => chain.toggleUnderline()),
    ],
    [
      mark('bulletList', 'bullets', chain => chain.toggleBulletList()),
      mark('orderedList', 'numbers', chain => chain.toggleOrderedList()),
      mark('blockquote', 'quote', chain => chain.toggleBlockquote()),
    ],
    ALIGNMENTS.map(align => ({
      name: `align-${align}`,
      icon: `align-${align}` as const,
      isOn: editor => editor.isActive({ textAlign: align === 'left' ? null : align }),
      run: inText(chain => (align === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(align))),
    })),
    [
      { name: 'link', icon: 'link', isOn: isIn('link'), run: ask.link },
      { name: 'picture', icon: 'image', run: ask.picture },
      {
        name: 'table',
        icon: 'table',
        isOn: isIn('table'),
        can: editor => !editor.isActive('table'),
        run: inText(chain => chain.insertTable()),
      },
    ],
    [history('undo', 'arrow-counterclockwise'), history('redo', 'arrow-clockwise')],
  ]
}

/** Offered while the caret is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  { name: 'addRow', run: inText(chain => chain.addRowAfter()) },
  { name: 'addColumn', run: inText(chain => chain.addColumnAfter()) },
  { name: 'deleteRow', run: inText(chain => chain.deleteRow()) },
  { name: 'deleteColumn', run: inText(chain => chain.deleteColumn()) },
  { name: 'deleteTable', run: inText(chain => chain.deleteTable()) },
]

/** Offered while a picture is selected. */
export const pictureTools = (ask: { description(): void }): readonly Tool[] => [
  { name: 'description', run: ask.description },
]

function inText(change: (chain: ChainedCommands) => ChainedCommands): Tool['run'] {
  return editor => change(editor.chain().focus()).run()
}

function isIn(name: string): (editor: Editor) => boolean {
  return editor => editor.isActive(name)
}

const mark = (name: Word, icon: IconName, toggle: (chain: ChainedCommands) => ChainedCommands): Tool => ({
  name,
  icon,
  isOn: isIn(name),
  run: inText(toggle),
})

const history = (name: 'undo' | 'redo', icon: IconName): Tool => ({
  name,
  icon,
  can: editor => editor.can()[name](),
  run: inText(chain => chain[name]()),
})
