/** The bar of the editor: one stop for the Tab key, arrow keys from tool to tool, Escape back to the text. */
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../../icons.ts'
import { say } from './strings.ts'
import type { Tool } from './tools.ts'

export interface ToolBarParts {
  editor: Editor
  groups: readonly (readonly Tool[])[]
  /** A row of their own below, for what the caret is in; their words are shown. */
  strip: readonly Tool[]
  /** What is edited. */
  label: string
  /** The tool that the Tab key reached last. */
  reached: string
  onReach(name: string): void
  onEscape(): void
}

export function toolBar(parts: ToolBarParts): TemplateResult {
  const { groups, strip, label, onEscape } = parts
  const names: string[] = [...groups.flat(), ...strip].map(({ name }) => name)
  const reached = names.includes(parts.reached) ? parts.reached : names[0]
  // Each group brings its line, which is outside of what is seen where it begins a row.
  return html`<div role="toolbar" aria-label=${say('toolbar', { label })} @keydown=${(event: KeyboardEvent) => onKey(event, onEscape)}>
    <div class="rows"><div class="tools">${groups.map(
      tools => html`<span class="group">${tools.map(tool => renderTool(tool, parts, reached))}</span>`,
    )}</div></div>
    ${strip.length === 0 ? nothing : html`<div class="strip">${strip.map(tool => renderTool(tool, parts, reached))}</div>`}
  </div>`
}

function renderTool(
  tool: Tool,
  { editor, onReach }: ToolBarParts,
  reached: string | undefined,
): TemplateResult {
  const label = say(tool.name)
  // Still to be found by the arrow keys when it can do nothing, so that the others stay where they are.
  const can = tool.can?.(editor) ?? true
  return html`<button type="button" data-tool=${tool.name} aria-label=${tool.icon ? label : nothing} title=${label}
    tabindex=${tool.name === reached ? 0 : -1} aria-disabled=${can ? nothing : 'true'}
    aria-pressed=${tool.isOn ? `${tool.isOn(editor)}` : nothing}
    @mousedown=${keepFocus} @click=${() => can && runAlone(tool, editor)}
    @focus=${() => onReach(tool.name)}>${tool.icon ? icon(tool.icon) : label}</button>`
}

function onKey(event: KeyboardEvent, onEscape: () => void): void {
  const bar = event.currentTarget as HTMLElement
  const tools = [...bar.querySelectorAll<HTMLElement>('[data-tool]')]
  const at = tools.indexOf(event.target as HTMLElement)
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: tools.length - 1,
  }[event.key]
  if (event.key === 'Escape') onEscape()
  if (to === undefined) return
  event.preventDefault()
  tools.at(to % tools.length)?.focus()
}

/** Undone by itself: not together with what was typed or pressed a moment before. */
function runAlone(tool: Tool, editor: Editor): void {
  editor.view.dispatch(closeHistory(editor.state.tr))
  tool.run(editor)
}

/** The text keeps its selection while a tool is clicked. */
const keepFocus = (event: Event) => event.preventDefault()
