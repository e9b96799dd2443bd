/** All sessions, or those of one environment. */
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { ENVIRONMENTS } from '../../../../shared/contract/session.ts'
import type { SessionList } from '../../../api/sessions.ts'
import { language } from '../../language.ts'
import '../../parts/console-empty.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { type SessionRow, sessionsTable } from './sessions-table.ts'
import { say } from './strings.ts'

export interface SessionsParts {
  list: SessionList
  /** Empty: all. */
  environment: string
  onEnvironment(event: Event): void
  clearExpired(): void
  end(session: SessionRow): void
}

export function sessionsList(parts: SessionsParts): TemplateResult {
  const { environment, onEnvironment, clearExpired, end } = parts
  const lang = language()
  const { now, more, sessions } = parts.list
  const hasExpired = sessions.some(({ expireAt }) => Date.parse(expireAt) <= Date.parse(now))
  return html`<div class="card flush">
    <div class="head">
      <label class="field">
        <span class="visually-hidden">${say('environment')}</span>
        <select @change=${onEnvironment}>
          <option value="" .selected=${live(environment === '')}>${say('allEnvironments')}</option>
          ${ENVIRONMENTS.map(
            name =>
              html`<option value=${name} .selected=${live(environment === name)}>${ENVIRONMENT_NAMES[name][lang]}</option>`,
          )}
        </select>
      </label>
      ${hasExpired ? html`<wa-button appearance="outlined" @click=${clearExpired}>${say('clearExpired')}</wa-button>` : nothing}
    </div>
    ${
      sessions.length === 0
        ? html`<console-empty icon="key" heading=${say('noSessions')} text=${say('noSessionsText')}></console-empty>`
        : sessionsTable({ now, sessions, who: true, end })
    }
    ${more ? html`<p class="foot quiet">${say('moreSessions')}</p>` : nothing}
  </div>`
}
