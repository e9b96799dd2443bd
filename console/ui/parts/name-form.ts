/**
 * A form of one line, under which something is made at once: what is typed is kept in this tab until then, and asked for
 * when it is missing.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, type LitElement, type TemplateResult } from 'lit'
import { draft } from '../drafts.ts'

export interface NameWords {
  label: string
  hint: string
  missing: string
  button: TemplateResult
}

/** @param make false when it was refused */
export function nameForm(host: LitElement, key: string, make: (name: string) => Promise<boolean>) {
  const kept = draft<string>(key)
  let isMissing = false

  function type({ target }: Event): void {
    kept.keep((target as HTMLInputElement).value)
    isMissing = false
    host.requestUpdate()
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const name = kept.value?.trim() ?? ''
    isMissing = name === ''
    if (isMissing) (event.target as HTMLFormElement).querySelector('input')?.focus()
    else if (await make(name)) kept.clear()
    host.requestUpdate()
  }

  return ({ label, hint, missing, button }: NameWords): TemplateResult =>
    html`<form class="inline" novalidate @submit=${submit}>
      <label class="field">
        ${label}
        <input maxlength="100" autocomplete="off" .value=${kept.value ?? ''}
          aria-invalid=${isMissing ? 'true' : 'false'} aria-describedby="name-hint" @input=${type} />
      </label>
      <wa-button type="submit" variant="brand">${button}</wa-button>
      <span class="hint" id="name-hint" aria-live="polite">${isMissing ? missing : hint}</span>
    </form>`
}
