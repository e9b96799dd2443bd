/** JSON as a tree whose branches fold: open as far as one sees at a glance. */
import { html, type TemplateResult } from 'lit'
import { parseJson } from '../../../../shared/text/parse-json.ts'

const OPEN_LEVELS = 3
const MOST_SHOWN = 200

export function jsonTree(value: unknown, name = '', level = 0): TemplateResult {
  if (typeof value !== 'object' || value === null)
    return html`<div class="leaf">${label(name)}<span class=${typeof value}>${JSON.stringify(value)}</span></div>`
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return html`<div class="leaf">${label(name)}${open}${close}</div>`
  const hidden = entries.length - MOST_SHOWN
  return html`<details ?open=${level < OPEN_LEVELS && entries.length <= 30}>
    <summary>${label(name)}${open} <span class="quiet">${entries.length}</span> ${close}</summary>
    <div class="branch">
      ${entries
        .slice(0, MOST_SHOWN)
        .map(([key, inner]) => jsonTree(inner, Array.isArray(value) ? '' : key, level + 1))}
      ${hidden > 0 ? html`<div class="leaf quiet">… ${hidden}</div>` : ''}
    </div>
  </details>`
}

const label = (name: string) => (name === '' ? '' : html`<span class="name">${name}: </span>`)

/** Undefined when a text is no JSON, or nested so deep that it is no tree. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
