/** Attendance: choose a group, and its register of a day or its month. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { DayRegister, MonthRegister } from '../../../api/attendance.ts'
import type { PeoplePage } from '../../../api/people.ts'
import { ActingPage } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { keep, kept } from '../../kept.ts'
import '../../parts/console-empty.ts'
import { readAtLeast } from '../../parts/list.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { attendanceStyles } from './attendance-page.styles.ts'

import './day-register.ts'
import './register-files.ts'
import { daysAfter, daysOf, dayText, isDayText, isMonthText, monthsAfter, monthText } from './days.ts'
import { groupChoice, type Place } from './group-choice.ts'
import { markStyles } from './marks.ts'
import { legend, monthStyles, monthTable } from './month-table.ts'
import type { RegisterRow } from './register-table.ts'
import { say } from './strings.ts'

type Shown = { kind: 'day'; day: DayRegister } | { kind: 'month'; month: MonthRegister } | { kind: 'none' }

class AttendancePage extends ActingPage {
  static override styles = [markStyles, monthStyles, attendanceStyles]
  static override properties = {
    place: { state: true },
    shown: { state: true },
    staff: { state: true },
  }

  declare private place: Place | undefined
  declare private shown: Shown
  declare private staff: PersonLine[]
  #knowsStaff = false

  constructor() {
    super()
    this.shown = { kind: 'none' }
    this.staff = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('people', () => {
      this.#knowsStaff = false
    })
    this.reloadOn('attendance', 'structures', 'people')
  }

  protected override arrive(): void {
    void this.load(async signal => {
      const place = await this.api.get<Place>('/structures', { signal })
      if (!this.#knowsStaff) {
        const { people } = await readAtLeast('people', Infinity, more =>
          this.api.get<PeoplePage>(`/people?${new URLSearchParams({ role: 'Staff', ...more })}`, { signal }),
        )
        this.staff = people
        this.#knowsStaff = true
      }
      const shown = await this.#read(place, signal)
      this.place = place
      this.shown = shown
    })
  }

  /** What the address asks for; without one, the group of last time today. */
  async #read({ groups }: Place, signal: AbortSignal): Promise<Shown> {
    const [groupText, what, monthAsked] = this.rest
    const group =
      groups.find(({ groupId }) => `${groupId}` === (groupText ?? kept('register-group'))) ?? groups[0]
    if (!group) return { kind: 'none' }
    keep('register-group', `${group.groupId}`)
    const base = `/attendance/groups/${group.groupId}`
    if (what === 'month') {
      const asked = isMonthText(monthAsked) ? monthAsked : (await this.#today(signal)).slice(0, 7)
      return {
        kind: 'month',
        month: await this.api.get<MonthRegister>(`${base}/months/${asked}`, { signal }),
      }
    }
    const date = isDayText(what) ? what : await this.#today(signal)
    return { kind: 'day', day: await this.api.get<DayRegister>(`${base}/days/${date}`, { signal }) }
  }

  async #today(signal: AbortSignal): Promise<string> {
    return (await this.api.get<{ today: string }>('/attendance/today', { signal })).today
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => this.#content())}
    `
  }

  #content(): TemplateResult {
    const { shown, place } = this
    if (shown.kind === 'none' || !place)
      return html`<div class="card"><console-empty
        icon="people"
        heading=${say('noGroups')}
        text=${say('noGroupsText')}
      ><wa-button variant="brand" href="/console/structures">${say('toStructures')}</wa-button></console-empty></div>`
    const group = shown.kind === 'day' ? shown.day.group : shown.month.group
    const when = shown.kind === 'day' ? shown.day.date : shown.month.month
    const today = shown.kind === 'day' ? shown.day.today : shown.month.today
    return html`<div class="stack">
      <div class="card columns">
        ${groupChoice({ place, chosen: group, goTo: id => this.#goTo(id, shown.kind, when) })}
        <nav class="segments" aria-label=${say('views')}>
          ${this.#view('day', shown.kind, `attendance/${group.groupId}/${shown.kind === 'day' ? when : dayIn(when, today)}`)}
          ${this.#view('month', shown.kind, `attendance/${group.groupId}/month/${when.slice(0, 7)}`)}
        </nav>
      </div>
      ${shown.kind === 'day' ? this.#day(shown.day) : this.#month(shown.month)}
    </div>`
  }

  #view(kind: 'day' | 'month', now: 'day' | 'month', path: string): TemplateResult {
    return html`<a href="/console/${path}" aria-current=${kind === now ? 'page' : 'false'}>
      ${say(kind === 'day' ? 'dayView' : 'monthView')}
    </a>`
  }

  #goTo(groupId: number, kind: 'day' | 'month', when: string): void {
    this.go(`attendance/${groupId}/${kind === 'month' ? `month/${when}` : when}`)
  }

  #steps(
    path: (by: number) => string,
    labels: ['before' | 'monthBefore', 'after' | 'monthAfter'],
  ): [TemplateResult, TemplateResult] {
    const step = (by: number, label: (typeof labels)[number], name: 'arrow-left' | 'arrow-right') =>
      html`<wa-button appearance="outlined" href="/console/${path(by)}">
        ${icon(name)}<span class="visually-hidden">${say(label)}</span>
      </wa-button>`
    return [step(-1, labels[0], 'arrow-left'), step(1, labels[1], 'arrow-right')]
  }

  #day(day: DayRegister): TemplateResult {
    const { group, date, today, students } = day
    const [before, after] = this.#steps(
      by => `attendance/${group.groupId}/${daysAfter(date, by)}`,
      ['before', 'after'],
    )
    return html`
      <section class="stack tight" aria-labelledby="day">
        <div class="row when">
          ${before}
          <h2 id="day">${dayText(date)}</h2>
          ${after}
          <label class="date">
            <span class="visually-hidden">${say('date')}</span>
            <input type="date" required .value=${date} @change=${this.#onDate} />
          </label>
          ${date === today ? nothing : html`<wa-button appearance="outlined" href="/console/attendance/${group.groupId}/${today}">${say('today')}</wa-button>`}
        </div>
        ${
          students.length === 0
            ? this.#nobody()
            : keyed(
                `${group.groupId}/${date}`,
                html`<day-register
                  .parts=${this.parts}
                  .day=${day}
                  .staff=${this.staff}
                  @register-stale=${() => this.reload()}
                  @register-saved=${this.#onSaved}
                ></day-register>`,
              )
        }
      </section>
    `
  }

  #nobody(): TemplateResult {
    return html`<div class="card"><console-empty
      icon="people"
      heading=${say('noStudents')}
      text=${say('noStudentsText')}
    ><wa-button href="/console/structures">${say('toStructures')}</wa-button></console-empty></div>`
  }

  #month({ group, month, today, students }: MonthRegister): TemplateResult {
    const days = daysOf(month)
    const [before, after] = this.#steps(
      by => `attendance/${group.groupId}/month/${monthsAfter(month, by)}`,
      ['monthBefore', 'monthAfter'],
    )
    return html`<section class="stack tight" aria-labelledby="month">
      <div class="row when">
        ${before}
        <h2 id="month">${monthText(month)}</h2>
        ${after}
        ${
          month === today.slice(0, 7)
            ? nothing
            : html`<wa-button appearance="outlined" href="/console/attendance/${group.groupId}/month/${today.slice(0, 7)}">${say('today')}</wa-button>`
        }
      </div>
      ${
        students.length === 0
          ? this.#nobody()
          : html`<div class="card flush">
              ${monthTable({ groupId: group.groupId, month, today, rows: students })} ${legend()}
            </div>
            <register-files
              .groupId=${group.groupId}
              .first=${days[0]}
              .last=${days.at(-1)}
            ></register-files>`
      }
    </section>`
  }

  /** The day that is shown, with what was saved since; one that is being read may be older than that. */
  #onSaved = (event: CustomEvent<{ userId: number; entry?: RegisterRow['entry'] }>): void => {
    if (this.shown.kind !== 'day') return
    const { userId, entry } = event.detail
    const students = this.shown.day.students.map(row => {
      if (row.userId !== userId) return row
      const { entry: _before, ...student } = row
      return entry ? { ...student, entry } : student
    })
    this.shown = { kind: 'day', day: { ...this.shown.day, students } }
    this.reloadIfUnderWay()
  }

  #onDate = (event: Event): void => {
    const { value } = event.target as HTMLInputElement
    if (isDayText(value) && this.shown.kind === 'day')
      this.go(`attendance/${this.shown.day.group.groupId}/${value}`)
  }
}

/** The day that a month is left for: today when it is in it. */
function dayIn(month: string, today: string): string {
  return today.startsWith(month) ? today : `${month}-01`
}

customElements.define('attendance-page', AttendancePage)
export default 'attendance-page'
