/** Which calls are listed: by a text, the interface, how they ended, and who called. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { RETURN_CODES } from '../../../../shared/contract/return-code.ts'
import { icon } from '../../icons.ts'
import { language } from '../../language.ts'
import type { CallFilter, CallList } from '../../parts/calls/call-list.ts'
import { STRINGS as CALLS, LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { say } from './strings.ts'

const STATUSES = ['200', '304', '400', '401', '404', '405', '429', '500', '502', '503', 'none']
/** From the last key to the search. */
const TYPING_MS = 250

let typing: ReturnType<typeof setTimeout> | undefined

export function callFilters(
  { filter, callers }: CallList,
  choose: (change: Partial<CallFilter>) => void,
): TemplateResult {
  const lang = language()
  const option = (value: string, chosen: string, name = value) =>
    html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`
  const onText = (event: Event) => {
    const text = chosenIn(event)
    clearTimeout(typing)
    typing = setTimeout(() => choose({ text }), TYPING_MS)
  }
  // One list for both: a number is an HTTP status, a D and a number a return code.
  const onCode = (event: Event) => {
    const code = chosenIn(event)
    choose(code.startsWith('D') ? { code, status: '' } : { code: '', status: code })
  }
  const chosenCode = filter.code || filter.status
  // One that is chosen may have gone from the log.
  const names = [...new Set([...callers, ...(filter.caller ? [filter.caller] : [])])]
  return html`<div class="filters" role="search">
    <div class="search">
      ${icon('search')}
      <input type="search" aria-label=${say('search')} .value=${filter.text} placeholder=${say('searchHint')} @input=${onText} />
    </div>
    <select aria-label=${say('status')} @change=${onCode}>
      ${option('', chosenCode, say('allCodes'))}
      <optgroup label=${say('codes')}>${Object.keys(RETURN_CODES).map(code => option(code, chosenCode))}</optgroup>
      <optgroup label="HTTP">
        ${STATUSES.map(status => option(status, chosenCode, status === 'none' ? CALLS.none[lang] : status))}
      </optgroup>
    </select>
    <select aria-label=${say('endpoint')} @change=${(event: Event) => choose({ endpoint: chosenIn(event) })}>
      ${option('', filter.endpoint, say('allEndpoints'))}
      ${Object.entries(LOGGED_NAMES).map(([name, words]) => option(name, filter.endpoint, words[lang]))}
    </select>
    <select aria-label=${say('caller')} @change=${(event: Event) => choose({ caller: chosenIn(event) })}>
      ${option('', filter.caller, say('allCallers'))}
      ${names.map(name => option(name, filter.caller, name === 'browser' ? say('browser') : name))}
    </select>
  </div>`
}

const chosenIn = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value
