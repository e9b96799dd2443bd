/** A fault that no preset is, put together field by field. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Fault, FaultKind } from '../../../../service/lab/faults/fault.ts'
import { language } from '../../language.ts'
import { KIND_NAMES } from '../../parts/fault-words.ts'
import { say } from './strings.ts'

export interface OwnFault {
  fault: Fault
  label?: string
}

type Field = 'status' | 'retryAfter' | 'code' | 'message' | 'type' | 'bytesPerSecond' | 'head'

/** Besides a delay, which each of them can have. */
const FIELDS: Record<FaultKind, readonly Field[]> = {
  delay: [],
  status: ['status', 'retryAfter'],
  code: ['code', 'message'],
  html: ['status'],
  reset: [],
  empty: [],
  truncated: [],
  'broken-chunk': [],
  'content-type': ['type'],
  drip: ['bytesPerSecond', 'head'],
}
const KINDS = Object.keys(KIND_NAMES) as FaultKind[]
const USUAL_STATUS: Partial<Record<FaultKind, string>> = { status: '404', html: '503' }

export interface OwnFaultParts {
  kind: FaultKind
  /** Whether the calls that it is for have return codes. */
  hasCodes: boolean
  chooseKind: (kind: FaultKind) => void
  set: (own: OwnFault) => void
}

export function ownFaultForm({ kind, hasCodes, chooseKind, set }: OwnFaultParts): TemplateResult {
  const onSubmit = (event: Event) => {
    event.preventDefault()
    set(ownFault(kind, new FormData(event.target as HTMLFormElement)))
  }
  return html`<details class="own">
    <summary>${say('own')}</summary>
    <form class="stack" @submit=${onSubmit}>
      <div class="columns">
        <label class="field">
          ${say('kind')}
          <select @change=${({ target }: Event) => chooseKind((target as HTMLSelectElement).value as FaultKind)}>
            ${KINDS.map(
              name => html`<option value=${name} .selected=${live(name === kind)} ?disabled=${name === 'code' && !hasCodes}>
                ${KIND_NAMES[name][language()]}
              </option>`,
            )}
          </select>
        </label>
        ${FIELDS[kind].map(name => field(name, kind))}
        <label class="field">
          ${say(kind === 'delay' ? 'delay' : 'delayBefore')}
          <input type="number" name="delay" min="0" max="3600" step="0.001" ?required=${kind === 'delay'} />
        </label>
        <label class="field">
          ${say('label')}
          <input name="label" maxlength="200" autocomplete="off" />
        </label>
      </div>
      <div class="row"><wa-button type="submit" variant="brand">${say('setOwn')}</wa-button></div>
    </form>
  </details>`
}

function field(name: Field, kind: FaultKind): TemplateResult {
  if (name === 'head')
    return html`<label class="choice"><input type="checkbox" name="head" /> ${say('head')}</label>`
  return html`<label class="field">${say(name)} ${input(name, kind)}</label>`
}

function input(name: Exclude<Field, 'head'>, kind: FaultKind): TemplateResult {
  switch (name) {
    case 'status':
      return html`<input
        type="number"
        name="status"
        required
        min="200"
        max="599"
        .defaultValue=${USUAL_STATUS[kind] ?? ''}
      />`
    case 'bytesPerSecond':
      return html`<input type="number" name="bytesPerSecond" required min="1" max="10000000" .defaultValue=${'100'} />`
    case 'code':
      return html`<input name="code" required maxlength="40" autocomplete="off" placeholder="D20001" />`
    case 'type':
      return html`<input name="type" required maxlength="200" pattern=${PLAIN} autocomplete="off" placeholder="text/plain" />`
    case 'message':
      return html`<input name="message" maxlength="1000" autocomplete="off" />`
    case 'retryAfter':
      return html`<input name="retryAfter" maxlength="200" pattern=${PLAIN} autocomplete="off" />
        <span class="hint">${say('retryHint')}</span>`
    default:
      return name satisfies never
  }
}

/** What a header can hold. */
const PLAIN = '[\\x20-\\x7e]+'

function ownFault(kind: FaultKind, form: FormData): OwnFault {
  const given: Record<string, unknown> = { kind }
  for (const [name, value] of form) {
    const text = String(value)
    if (text === '' || name === 'label') continue
    if (name === 'delay') given.delayMs = Math.round(Number(text) * 1000)
    else if (name === 'head') given.head = true
    else
      given[name] = NUMBERS.has(name) || (name === 'retryAfter' && /^\d+$/.test(text)) ? Number(text) : text
  }
  const label = String(form.get('label') ?? '').trim()
  return { fault: given as Fault, ...(label !== '' && { label }) }
}

const NUMBERS: ReadonlySet<string> = new Set(['status', 'bytesPerSecond'])
