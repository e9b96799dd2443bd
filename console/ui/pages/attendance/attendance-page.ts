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
import type { Student } from './register-table.ts'
import { say } from './strings.ts'

class AttendancePage extends ActingPage {
  static override styles = [markStyles, monthStyles, attendanceStyles]
  static override properties = {
    place: { state: true },
    shown: { state: true },
    staff: { state: true },
  }

  declare private place: Place | undefined
  /** Absent: there is no group. */
  declare private shown: DayRegister | MonthRegister | undefined
  declare private staff: PersonLine[]
  #knowsStaff = false

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

  /** One at a time: more of them would cover the rows that are marked next. */
  override offerUndo(text: string, undo: () => unknown): void {
    this.parts.offerUndo(text, undo, 'attendance')
  }

  /** What the address asks for; without one, the group of last time today. */
  async #read({ groups }: Place, signal: AbortSignal): Promise<DayRegister | MonthRegister | undefined> {
    const [groupText, what, monthAsked] = this.rest
    const group =
      groups.find(({ groupId }) => `${groupId}` === (groupText ?? kept('register-group'))) ?? groups[0]
    if (!group) return undefined
    keep('register-group', `${group.groupId}`)
    const base = `/attendance/groups/${group.groupId}`
    if (what === 'month') {
      const month = isMonthText(monthAsked) ? monthAsked : (await this.#today(signal)).slice(0, 7)
      return this.api.get<MonthRegister>(`${base}/months/${month}`, { signal })
    }
    const date = isDayText(what) ? what : await this.#today(signal)
    return this.api.get<DayRegister>(`${base}/days/${date}`, { signal })
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
    if (!shown || !place)
      return html`<div class="card"><console-empty
        icon="people"
        heading=${say('noGroups')}
        text=${say('noGroupsText')}
      ><wa-button variant="brand" href="/console/structures">${say('toStructures')}</wa-button></console-empty></div>`
    const { group } = shown
    const isDay = 'date' in shown
    const dayPath = isDay ? shown.date : dayIn(shown)
    const monthPath = `month/${isDay ? shown.date.slice(0, 7) : shown.month}`
    const view = (words: 'dayView' | 'monthView', path: string, isNow: boolean) => html`<a
      href=${addressOf(group.groupId, path)}
      aria-current=${isNow ? 'page' : 'false'}
    >${say(words)}</a>`
    const goTo = (groupId: number) => this.go(`attendance/${groupId}/${isDay ? dayPath : monthPath}`)
    return html`<div class="stack">
      <div class="card columns">
        ${groupChoice({ place, chosen: group, goTo })}
        <nav class="segments" aria-label=${say('views')}>
          ${view('dayView', dayPath, isDay)} ${view('monthView', monthPath, !isDay)}
        </nav>
      </div>
      <section class="stack tight" aria-labelledby="when">
        ${isDay ? this.#day(shown) : this.#month(shown)}
      </section>
    </div>`
  }

  #day(day: DayRegister): TemplateResult {
    const { group, date, today, students } = day
    const addressOn = (other: string) => addressOf(group.groupId, other)
    return html`
      <div class="row when">
        ${step('before', addressOn(daysAfter(date, -1)))}
        <h2 id="when">${dayText(date)}</h2>
        ${step('after', addressOn(daysAfter(date, 1)))}
        <label class="date">
          <span class="visually-hidden">${say('date')}</span>
          <input type="date" required .value=${date} @change=${this.#onDate} />
        </label>
        ${date === today ? nothing : toToday(addressOn(today))}
      </div>
      ${
        students.length === 0
          ? nobody()
          : keyed(
              `${group.groupId}/${date}`,
              html`<day-register .page=${this} .day=${day} .staff=${this.staff} .saved=${this.#onSaved}></day-register>`,
            )
      }
    `
  }

  #month({ group, month, today, students }: MonthRegister): TemplateResult {
    const { groupId } = group
    const addressIn = (other: string) => addressOf(groupId, `month/${other}`)
    const days = daysOf(month)
    const now = today.slice(0, 7)
    return html`
      <div class="row when">
        ${step('monthBefore', addressIn(monthsAfter(month, -1)))}
        <h2 id="when">${monthText(month)}</h2>
        ${step('monthAfter', addressIn(monthsAfter(month, 1)))}
        ${month === now ? nothing : toToday(addressIn(now))}
      </div>
      ${
        students.length === 0
          ? nobody()
          : html`<div class="card flush">
              ${monthTable({ groupId, month, today, rows: students })} ${legend()}
            </div>
            <register-files .groupId=${groupId} .first=${days[0]} .last=${days.at(-1)}></register-files>`
      }
    `
  }

  /** The day that is shown, with what was saved since; one that is being read may be older than that. */
  #onSaved = (userId: number, entry: Student['entry']): void => {
    if (!this.shown || !('date' in this.shown)) return
    const students = this.shown.students.map(row => {
      if (row.userId !== userId) return row
      const { entry: _before, ...student } = row
      return entry ? { ...student, entry } : student
    })
    this.shown = { ...this.shown, students }
    this.reloadIfUnderWay()
  }

  #onDate = (event: Event): void => {
    const { value } = event.target as HTMLInputElement
    if (isDayText(value) && this.shown) this.go(`attendance/${this.shown.group.groupId}/${value}`)
  }
}

/** @param path a day, or `month/` and a month */
const addressOf = (groupId: number, path: string): string => `/console/attendance/${groupId}/${path}`

const step = (label: 'before' | 'after' | 'monthBefore' | 'monthAfter', address: string) => html`<wa-button
  appearance="outlined"
  href=${address}
>
  ${icon(label === 'before' || label === 'monthBefore' ? 'arrow-left' : 'arrow-right')}
  <span class="visually-hidden">${say(label)}</span>
</wa-button>`

const toToday = (address: string) =>
  html`<wa-button appearance="outlined" href=${address}>${say('today')}</wa-button>`

const nobody = () => html`<div class="card"><console-empty
  icon="people"
  heading=${say('noStudents')}
  text=${say('noStudentsText')}
><wa-button href="/console/structures">${say('toStructures')}</wa-button></console-empty></div>`

/** The day that a month is left for: today when it is in it. */
const dayIn = ({ month, today }: MonthRegister): string => (today.startsWith(month) ? today : `${month}-01`)

customElements.define('attendance-page', AttendancePage)
export default 'attendance-page'
