/** All sessions, or those of one environment. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { ENVIRONMENTS } from '../../../../shared/contract/session.ts'
import type { SessionList } from '../../../api/sessions.ts'
import { ActingPage } from '../../acting-page.ts'
import { type KeptList, List } from '../../parts/list.ts'
import { listFrame, selection } from '../../parts/list-frame.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { endSession, endSessions, sessionsTable } from './sessions-table.ts'
import { say } from './strings.ts'
import { views, viewsHeader } from './views.ts'

const kept: KeptList<'environment'> = { query: { environment: '' }, shown: 0 }

class SessionsListPage extends ActingPage {
  readonly #list = new List<SessionList, 'sessions', 'environment'>(this, {
    path: '/sessions',
    rows: 'sessions',
    topics: ['sessions', 'people'],
    kept,
  })

  override render() {
    return html`${viewsHeader()}
      ${this.whenLoaded(() => {
        const { answer, rows } = this.#list
        return html`<div class="stack">
          ${views('sessions')}
          ${listFrame(this.#list, {
            head: this.#head(),
            empty: { icon: 'key', heading: say('noSessions'), text: say('noSessionsText') },
            table: () =>
              sessionsTable({
                now: answer?.now ?? '',
                sessions: rows,
                who: true,
                end: session => void endSession(this, session),
              }),
            foot: answer?.more ? say('moreSessions') : undefined,
          })}
        </div>`
      })}`
  }

  #head(): TemplateResult {
    const { answer, rows } = this.#list
    const isExpired = (expireAt: string) => Date.parse(expireAt) <= Date.parse(answer?.now ?? '')
    return html`<div class="head">
      ${selection(
        this.#list,
        'environment',
        say('environment'),
        say('allEnvironments'),
        ENVIRONMENTS.map(name => [name, ENVIRONMENT_NAMES[name][this.lang]]),
      )}
      ${
        rows.some(({ expireAt }) => isExpired(expireAt))
          ? html`<wa-button appearance="outlined" @click=${() => endSessions(this, { expired: true }, 'clearedExpired')}>${say('clearExpired')}</wa-button>`
          : nothing
      }
    </div>`
  }
}

customElements.define('sessions-list', SessionsListPage)
