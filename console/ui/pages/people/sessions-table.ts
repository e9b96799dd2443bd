/** Sessions in a table: whose, where, how long; each can be ended. Never their tokens. */
import { html, nothing, type TemplateResult } from 'lit'
import type { SessionList } from '../../../api/sessions.ts'
import type { ActingPage, Undone } from '../../acting-page.ts'
import { countText, language, timeText } from '../../language.ts'
import { type Column, listTable } from '../../parts/list-table.ts'
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
  const isLive = ({ expireAt }: SessionRow) => Date.parse(expireAt) > Date.parse(now)
  const whose: Column<SessionRow> = {
    label: say('who'),
    kind: 'title',
    cell: ({ person }) => (person ? personLine(person, `people/${person.userId}`) : nothing),
  }
  return listTable(sessions, idOf, [
    ...(who ? [whose] : []),
    {
      label: say('environment'),
      cell: ({ environment }) =>
        html`<span class="badge ${environment === 'production' ? 'brand' : ''}">${ENVIRONMENT_NAMES[environment][lang]}</span>`,
    },
    { label: say('created'), cell: ({ createdAt }) => time(createdAt) },
    { label: say('expires'), cell: ({ expireAt }) => time(expireAt) },
    {
      label: say('state'),
      cell: session =>
        html`<span><span class="badge ${isLive(session) ? 'good' : ''}">${say(isLive(session) ? 'live' : 'expired')}</span>
          ${session.sample ? html`<span class="badge warn">${say('sample')}</span>` : nothing}</span>`,
    },
    {
      label: word('actions'),
      kind: 'actions',
      cell: session => {
        const { person, environment } = session
        return html`<wa-button size="s" appearance="outlined" @click=${() => end(session)}>
          ${say(isLive(session) ? 'end' : 'remove')}
          ${person ? html`<span class="visually-hidden">${nameIn(person)}, ${ENVIRONMENT_NAMES[environment][lang]}</span>` : nothing}
        </wa-button>`
      },
    },
  ])
}

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
