/** The tools of the editor's bar: what each does, when it is on, when it can be used. */
import type { ChainedCommands, Editor } from '@tiptap/core'
import type { IconName } from '../../icons.ts'
import { ALIGNMENTS, type Alignment, HEADING_LEVELS } from './extensions.ts'
import type { RichTextStrings } from './strings.ts'

export interface Tool {
  name: string
  label(words: RichTextStrings): string
  /** Without one its words are shown. */
  icon?: IconName
  /** Undefined for a tool that is never on or off. */
  isOn?(editor: Editor): boolean
  can(editor: Editor): boolean
  run(editor: Editor): void
}

/** @param ask opens the dialogs, which are not the editor's own */
export function toolGroups(ask: { link(): void; picture(): void }): readonly (readonly Tool[])[] {
  return [
    HEADING_LEVELS.map(level => ({
      name: `heading-${level}`,
      icon: `h${level}` as const,
      label: words => words.heading(level),
      isOn: editor => editor.isActive('heading', { level }),
      can: always,
      run: editor => editor.chain().focus().toggleHeading({ level }).run(),
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
    ALIGNMENTS.map(alignTo),
    [
      {
        name: 'link',
        icon: 'link',
        label: words => words.link,
        isOn: editor => editor.isActive('link'),
        can: always,
        run: ask.link,
      },
      { name: 'picture', icon: 'image', label: words => words.picture, can: always, run: ask.picture },
      {
        name: 'table',
        icon: 'table',
        label: words => words.table,
        isOn: isInTable,
        can: editor => !isInTable(editor),
        run: editor => editor.chain().focus().insertTable().run(),
      },
    ],
    [history('undo', 'arrow-counterclockwise'), history('redo', 'arrow-clockwise')],
  ]
}

/** Offered while the caret is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  tableTool('addRow', chain => chain.addRowAfter()),
  tableTool('addColumn', chain => chain.addColumnAfter()),
  tableTool('deleteRow', chain => chain.deleteRow()),
  tableTool('deleteColumn', chain => chain.deleteColumn()),
  tableTool('deleteTable', chain => chain.deleteTable()),
]

/** Offered while a picture is selected. */
export const pictureTools = (ask: { description(): void }): readonly Tool[] => [
  { name: 'description', label: words => words.describePicture, can: always, run: ask.description },
]

const always = () => true

function isInTable(editor: Editor): boolean {
  return editor.isActive('table')
}

function mark(
  name: 'bold' | 'italic' | 'underline' | 'bulletList' | 'orderedList' | 'blockquote',
  icon: IconName,
  toggle: (chain: ChainedCommands) => ChainedCommands,
): Tool {
  return {
    name,
    icon,
    label: words => words[name],
    isOn: editor => editor.isActive(name),
    can: always,
    run: editor => toggle(editor.chain().focus()).run(),
  }
}

function alignTo(align: Alignment): Tool {
  return {
    name: `align-${align}`,
    icon: `align-${align}`,
    label: words => ({ left: words.alignLeft, center: words.alignCenter, right: words.alignRight })[align],
    isOn: editor => editor.isActive({ textAlign: align === 'left' ? null : align }),
    can: always,
    run: editor => {
      const chain = editor.chain().focus()
      return (align === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(align)).run()
    },
  }
}

const history = (name: 'undo' | 'redo', icon: IconName): Tool => ({
  name,
  icon,
  label: words => words[name],
  can: editor => editor.can()[name](),
  run: editor => editor.chain().focus()[name]().run(),
})

function tableTool(
  name: 'addRow' | 'addColumn' | 'deleteRow' | 'deleteColumn' | 'deleteTable',
  change: (chain: ChainedCommands) => ChainedCommands,
): Tool {
  return {
    name,
    label: words => words[name],
    can: isInTable,
    run: editor => change(editor.chain().focus()).run(),
  }
}
