/** A group's month: students by days, a mark for each, sums, and the way to each day. */
import { css, html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ref } from 'lit/directives/ref.js'
import type { MonthRegister } from '../../../api/attendance.ts'
import { language } from '../../language.ts'
import { nameIn, STATUS_NAMES } from '../../parts/words.ts'
import { daysOf, dayText, weekdayOf, weekdayText } from './days.ts'
import { ATTENDANCE_STATUSES, mark } from './marks.ts'
import { say } from './strings.ts'

type MonthRow = MonthRegister['students'][number]

export interface MonthParts {
  groupId: number
  month: string
  today: string
  rows: readonly MonthRow[]
}

export function monthTable({ groupId, month, today, rows }: MonthParts): TemplateResult {
  const lang = language()
  const days = daysOf(month)
  const dayHead = (date: string) => html`<th scope="col" class=${dayClass(date, today)}>
    <a href="/console/attendance/${groupId}/${date}">
      <span class="weekday">${weekdayText(date)}</span>
      <span>${Number(date.slice(-2))}</span>
      <span class="visually-hidden">${say('openDay')} ${dayText(date)}</span>
    </a>
  </th>`
  const cell = (row: MonthRow, date: string) => {
    const day = row.days[Number(date.slice(-2))]
    if (!day) return html`<td class=${dayClass(date, today)}></td>`
    const title = [STATUS_NAMES[day.status][lang], day.note, day.approved ? say('approvedMark') : '']
    return html`<td class=${dayClass(date, today)} title=${title.filter(Boolean).join(' · ')}>
      ${mark(day.status)}
    </td>`
  }
  const table = html`<div class="scroll" role="region" aria-label=${say('monthOf')} tabindex="0" ${ref(showToday)}>
    <table class="month">
      <thead>
        <tr>
          <th scope="col" class="who">${say('student')}</th>
          ${days.map(dayHead)}
          ${ATTENDANCE_STATUSES.map(status => html`<th scope="col" class="sum">${mark(status)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row => html`<tr>
            <th scope="row" class="who">${nameIn(row)}</th>
            ${days.map(date => cell(row, date))}
            ${ATTENDANCE_STATUSES.map(status => html`<td class="sum">${row.sums[status] || ''}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
  // Each month is opened with an element of its own; read again, it stays where its reader has scrolled to.
  return html`${keyed(month, table)}`
}

function showToday(scroll: Element | undefined): void {
  // It is in the document when all of the page is drawn.
  queueMicrotask(() => {
    const today = scroll?.querySelector<HTMLElement>('th.today')
    if (scroll && today) scroll.scrollLeft = today.offsetLeft + today.offsetWidth - scroll.clientWidth
  })
}

/** What each mark means. */
export function legend(): TemplateResult {
  const lang = language()
  return html`<ul class="foot legend">
    ${ATTENDANCE_STATUSES.map(status => html`<li class="row">${mark(status, true)} ${STATUS_NAMES[status][lang]}</li>`)}
  </ul>`
}

function dayClass(date: string, today: string): string {
  const isWeekend = [0, 6].includes(weekdayOf(date))
  return [isWeekend ? 'weekend' : '', date === today ? 'today' : ''].filter(Boolean).join(' ')
}

export const monthStyles = css`
  /* What is said and not seen stands within, or the page would scroll as far as it. */
  .scroll {
    position: relative;
    overflow-x: auto;
    /* A shadow where there are more days, which the end of the month covers. */
    background:
      linear-gradient(to left, var(--console-card) 30%, transparent) right / 60px 100% no-repeat local,
      linear-gradient(to left, color-mix(in srgb, var(--wa-color-text-normal) 30%, transparent), transparent) right / 20px 100% no-repeat;
  }
  .month {
    border-collapse: separate;
    border-spacing: 0;
    width: 100%;
  }
  .month :is(th, td) {
    padding: 0.2rem 0.1rem;
    min-width: 2.1rem;
    height: 2.4rem;
    text-align: center;
    border-block-end: 1px solid var(--wa-color-surface-border);
    font-variant-numeric: tabular-nums;
  }
  .month tbody tr:last-child > * {
    border-block-end: 0;
  }
  .month .who {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    min-width: 9.5rem;
    max-width: 13rem;
    padding-inline: 1rem 0.5rem;
    text-align: start;
    font-weight: 600;
    background: var(--console-card);
    border-inline-end: 1px solid var(--wa-color-surface-border);
  }
  .month a {
    display: grid;
    place-content: center;
    min-height: 2.75rem;
    color: inherit;
    text-decoration: none;
    border-radius: var(--wa-border-radius-m);
    line-height: 1.2;
  }
  .month a:hover {
    background: var(--wa-color-brand-fill-quiet);
  }
  .weekday {
    font-size: 0.75rem;
    font-weight: 400;
    color: var(--wa-color-text-quiet);
  }
  /* Shades that the shadow is seen through. */
  .weekend,
  .month .sum {
    background: color-mix(in srgb, var(--wa-color-text-normal) 5%, transparent);
  }
  .today a {
    background: var(--wa-color-brand-fill-loud);
    color: var(--wa-color-brand-on-loud);
  }
  .today .weekday {
    color: inherit;
  }
  .month .sum {
    min-width: 2.4rem;
    font-weight: 600;
  }
  .legend {
    gap: 0.5rem 1.25rem;
  }
`
