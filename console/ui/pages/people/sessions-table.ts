/** Sessions in a table: whose, where, how long; each can be ended. Never their tokens. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { SessionList } from '../../../api/sessions.ts'
import { type Language, timeText } from '../../language.ts'
import { personLine } from '../../parts/person-line.ts'
import { ENVIRONMENT_NAMES, nameIn, WORDS } from '../../parts/words.ts'
import { STRINGS } from './strings.ts'

export type SessionRow = SessionList['sessions'][number]

export interface SessionsParts {
  lang: Language
  now: string
  sessions: readonly SessionRow[]
  /** Whether the person is said: not where all are one person's. */
  who: boolean
  end(session: SessionRow): void
}

export function sessionsTable({ lang, now, sessions, who, end }: SessionsParts): TemplateResult {
  const t = (name: keyof typeof STRINGS) => STRINGS[name][lang]
  const time = (text: string) => html`<time datetime=${text}>${timeText(text, lang)}</time>`
  return html`<table class="list">
    <thead>
      <tr>
        ${who ? html`<th scope="col">${t('who')}</th>` : nothing}
        <th scope="col">${t('environment')}</th>
        <th scope="col">${t('created')}</th>
        <th scope="col">${t('expires')}</th>
        <th scope="col">${t('state')}</th>
        <th scope="col"><span class="visually-hidden">${WORDS.actions[lang]}</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(sessions, idOf, session => {
        const { environment, createdAt, expireAt, sample, person } = session
        const isLive = Date.parse(expireAt) > Date.parse(now)
        return html`<tr>
          ${who ? html`<td class="title">${person ? personLine(lang, person, `people/${person.userId}`) : nothing}</td>` : nothing}
          <td data-label=${t('environment')}>
            <span class="badge ${environment === 'production' ? 'brand' : ''}">${ENVIRONMENT_NAMES[environment][lang]}</span>
          </td>
          <td data-label=${t('created')}>${time(createdAt)}</td>
          <td data-label=${t('expires')}>${time(expireAt)}</td>
          <td data-label=${t('state')}>
            <span><span class="badge ${isLive ? 'good' : ''}">${t(isLive ? 'live' : 'expired')}</span>
            ${sample ? html`<span class="badge warn">${t('sample')}</span>` : nothing}</span>
          </td>
          <td class="actions">
            <wa-button size="s" appearance="outlined" @click=${() => end(session)}>
              ${t(isLive ? 'end' : 'remove')}
              ${person ? html`<span class="visually-hidden">${nameIn(lang, person)}, ${ENVIRONMENT_NAMES[environment][lang]}</span>` : nothing}
            </wa-button>
          </td>
        </tr>`
      })}
    </tbody>
  </table>`
}

/** A row stays its session's while others come before it: what is pressed there ends that one. */
const idOf = ({ environment, sessionId }: SessionRow) => `${environment}/${sessionId}`
