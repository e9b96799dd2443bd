/** Which calls are listed: by a text, the interface, how they ended, and who called. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { RETURN_CODES } from '../../../../shared/contract/return-code.ts'
import { language } from '../../language.ts'
import { STRINGS as CALLS, LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { searchField, selection } from '../../parts/list-frame.ts'
import type { CallList } from './call-list.ts'
import { say } from './strings.ts'

const STATUSES = ['200', '304', '400', '401', '404', '405', '429', '500', '502', '503', 'none']

export function callFilters(calls: CallList): TemplateResult {
  const { query, answer } = calls
  const lang = language()
  // One that is chosen may have gone from the log.
  const callers = [...new Set([...(answer?.callers ?? []), ...(query.caller ? [query.caller] : [])])]
  return html`<div class="filters" role="search">
    ${searchField(calls, 'text', say('search'), say('searchHint'))} ${codes(calls)}
    ${selection(
      calls,
      'endpoint',
      say('endpoint'),
      say('allEndpoints'),
      Object.entries(LOGGED_NAMES).map(([name, words]) => [name, words[lang]]),
    )}
    ${selection(
      calls,
      'caller',
      say('caller'),
      say('allCallers'),
      callers.map(name => [name, name === 'browser' ? say('browser') : name]),
    )}
  </div>`
}

/** One list for both: a number is an HTTP status, a D and a number a return code. */
function codes(calls: CallList): TemplateResult {
  const chosen = calls.query.code || calls.query.status
  const onCode = ({ target }: Event) => {
    const code = (target as HTMLSelectElement).value
    calls.choose(code.startsWith('D') ? { code, status: '' } : { code: '', status: code })
  }
  const option = (value: string, name = value) =>
    html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`
  return html`<select aria-label=${say('status')} @change=${onCode}>
    ${option('', say('allCodes'))}
    <optgroup label=${say('codes')}>${Object.keys(RETURN_CODES).map(code => option(code))}</optgroup>
    <optgroup label="HTTP">
      ${STATUSES.map(status => option(status, status === 'none' ? CALLS.none[language()] : status))}
    </optgroup>
  </select>`
}
