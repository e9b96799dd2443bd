/** Below the form of a person: where they belong, their sessions, and the end of their record. */
import { html, nothing, type TemplateResult } from 'lit'
import type { PersonInFull } from '../../../api/people.ts'
import type { SessionList } from '../../../api/sessions.ts'
import type { Api } from '../../api.ts'
import { icon } from '../../icons.ts'
import { inBrackets } from '../../language.ts'
import { nameIn } from '../../parts/words.ts'
import './issue-session.ts'
import { type SessionRow, sessionsTable } from './sessions-table.ts'
import { say } from './strings.ts'

export interface PersonParts {
  api: Api
  person: PersonInFull
  list: SessionList
  onIssued(): void
  end(session: SessionRow): void
  endAll(): void
  remove(): void
}

export function personView(parts: PersonParts): TemplateResult {
  const { api, person, onIssued, end, endAll, remove } = parts
  const { now, sessions } = parts.list
  const { guardians, groups, role, userId } = person
  return html`
    ${
      role !== 'Student'
        ? nothing
        : html`<section class="card">
            <dl>
              <dt>${say('groupsOf')}</dt>
              <dd>
                ${groups.map(({ groupId, groupName, yearId }) => html`<a href="/console/structures/groups/${groupId}">${groupName} (${yearId})</a>`)}
                ${groups.length === 0 ? html`<span class="quiet">${say('none')}</span>` : nothing}
              </dd>
              <dt>${say('guardiansOf')}</dt>
              <dd>
                ${guardians.map(one => html`<a href="/console/people/${one.userId}">${nameIn(one)}</a>`)}
                ${guardians.length === 0 ? html`<span class="quiet">${say('none')}</span>` : nothing}
              </dd>
            </dl>
          </section>`
    }
    <section class="card">
      <issue-session .api=${api} .userId=${userId} @session-issued=${onIssued}></issue-session>
    </section>
    <section class="card flush" aria-labelledby="sessions">
      <div class="head">
        <h2 id="sessions">${say('sessionsTitle')}</h2>
        ${
          sessions.length < 2
            ? nothing
            : html`<wa-button appearance="outlined" @click=${endAll}>${say('endAll')}${inBrackets(sessions.length)}</wa-button>`
        }
      </div>
      ${
        sessions.length === 0
          ? html`<p class="quiet foot">${say('noSessionsHere')}</p>`
          : sessionsTable({ now, sessions, who: false, end })
      }
    </section>
    <section class="card stack tight">
      <p class="quiet">${say(person.approvedEntries > 0 ? 'approvedText' : 'deleteText')}</p>
      <div class="row">
        <wa-button variant="danger" appearance="outlined" ?disabled=${person.approvedEntries > 0} @click=${remove}>
          ${icon('trash', 'start')} ${say('delete')}
        </wa-button>
      </div>
    </section>`
}
