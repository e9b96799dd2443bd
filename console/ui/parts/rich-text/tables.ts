/** Tables: rows of cells with text in them, a first row of headings or none. */
import { type AnyExtension, type Editor, Extension, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
})

/** Read and written as they are, so that a table made elsewhere stays what it is. */
const asTheyAre = (...names: string[]) => Object.fromEntries(names.map(name => [name, { default: null }]))

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      ...asTheyAre('align', 'valign', 'width', 'bgcolor', ...(tag === 'th' ? ['scope'] : [])),
      rowspan: span('rowspan'),
      // The editing commands read it; widths are not for an author here.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => asTheyAre('valign', 'bgcolor'),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  addAttributes: () => asTheyAre('border', 'cellpadding', 'cellspacing', 'width', 'bgcolor'),
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

const ROLES: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const editing = Extension.create({
  name: 'tableEditing',
  extendNodeSchema: ({ name }) => (name in ROLES ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const step = (direction: 1 | -1) => () =>
      goToNextCell(direction)(this.editor.state, this.editor.view.dispatch)
    return { Tab: step(1), 'Shift-Tab': step(-1) }
  },
})

export const tables: AnyExtension[] = [
  table,
  row,
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
  editing,
]

/** A row of headings and two of cells, the caret in the first. */
export function insertTable(editor: Editor): void {
  const table = editor.schema.nodeFromJSON({ type: 'table', content: ROWS })
  editor
    .chain()
    .focus()
    .command(({ tr, dispatch }) => {
      const before = tr.selection.from
      if (dispatch)
        tr.replaceSelectionWith(table)
          .setSelection(TextSelection.near(tr.doc.resolve(before + 1)))
          .scrollIntoView()
      return true
    })
    .run()
}

const cells = (type: 'tableHeader' | 'tableCell') => Array(3).fill({ type, content: [{ type: 'paragraph' }] })
const ROWS = [
  { type: 'tableRow', content: cells('tableHeader') },
  { type: 'tableRow', content: cells('tableCell') },
  { type: 'tableRow', content: cells('tableCell') },
]
