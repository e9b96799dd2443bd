/** Sessions in a table: whose, where, how long; each can be ended. Never their tokens. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { SessionList } from '../../../api/sessions.ts'
import type { ActingPage, Undone } from '../../acting-page.ts'
import { countText, language, timeText } from '../../language.ts'
import { personLine } from '../../parts/person-line.ts'
import { ENVIRONMENT_NAMES, nameIn, word } from '../../parts/words.ts'
import { COUNTS, say } from './strings.ts'

export type SessionRow = SessionList['sessions'][number]

export interface SessionsParts {
  now: string
  sessions: readonly SessionRow[]
  /** Whether the person is said: not where all are one person's. */
  who: boolean
  end(session: SessionRow): void
}

export function sessionsTable({ now, sessions, who, end }: SessionsParts): TemplateResult {
  const lang = language()
  const time = (text: string) => html`<time datetime=${text}>${timeText(text)}</time>`
  return html`<table class="list">
    <thead>
      <tr>
        ${who ? html`<th scope="col">${say('who')}</th>` : nothing}
        <th scope="col">${say('environment')}</th>
        <th scope="col">${say('created')}</th>
        <th scope="col">${say('expires')}</th>
        <th scope="col">${say('state')}</th>
        <th scope="col"><span class="visually-hidden">${word('actions')}</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(sessions, idOf, session => {
        const { environment, createdAt, expireAt, sample, person } = session
        const isLive = Date.parse(expireAt) > Date.parse(now)
        return html`<tr>
          ${who ? html`<td class="title">${person ? personLine(person, `people/${person.userId}`) : nothing}</td>` : nothing}
          <td data-label=${say('environment')}>
            <span class="badge ${environment === 'production' ? 'brand' : ''}">${ENVIRONMENT_NAMES[environment][lang]}</span>
          </td>
          <td data-label=${say('created')}>${time(createdAt)}</td>
          <td data-label=${say('expires')}>${time(expireAt)}</td>
          <td data-label=${say('state')}>
            <span><span class="badge ${isLive ? 'good' : ''}">${say(isLive ? 'live' : 'expired')}</span>
            ${sample ? html`<span class="badge warn">${say('sample')}</span>` : nothing}</span>
          </td>
          <td class="actions">
            <wa-button size="s" appearance="outlined" @click=${() => end(session)}>
              ${say(isLive ? 'end' : 'remove')}
              ${person ? html`<span class="visually-hidden">${nameIn(person)}, ${ENVIRONMENT_NAMES[environment][lang]}</span>` : nothing}
            </wa-button>
          </td>
        </tr>`
      })}
    </tbody>
  </table>`
}

/** A row stays its session's while others come before it: what is pressed there ends that one. */
const idOf = ({ environment, sessionId }: SessionRow) => `${environment}/${sessionId}`

export async function endSession(page: ActingPage, { environment, sessionId }: SessionRow): Promise<void> {
  const ended = await page.act(() => page.api.delete<Undone>(`/sessions/${environment}/${sessionId}`))
  if (!ended) return
  page.done(say('ended'), ended)
  page.reload()
}

export async function endSessions(
  page: ActingPage,
  which: { userId: number } | { expired: true },
  said: keyof typeof COUNTS,
): Promise<void> {
  const ended = await page.act(() => page.api.post<Undone & { count: number }>('/sessions/end', which))
  if (!ended) return
  page.done(countText(COUNTS[said], ended.count), ended)
  page.reload()
}
