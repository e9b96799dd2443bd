/** Attendance: choose a group and a day, mark, note, approve; or look at the group's month. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../../icons.ts'
import { keep, kept } from '../../kept.ts'
import { countText } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-empty.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { controls } from '../../parts/controls.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { nameIn, STATUS_NAMES, WORDS } from '../../parts/words.ts'
import { look } from '../../styles.ts'
import { attendanceStyles } from './attendance-page.styles.ts'
import { daysAfter, dayText, isDayText, isMonthText, monthsAfter, monthText } from './days.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus, MARKS, mark, markStyles } from './marks.ts'
import { legend, type MonthRow, monthStyles, monthTable } from './month-table.ts'
import { Pending } from './pending.ts'
import type { RegisterEntry, RegisterRow } from './register-table.ts'
import './register-table.ts'
import { COUNTS, STRINGS } from './strings.ts'

interface Place {
  units: { unitId: number; name: string }[]
  years: { yearId: number; name: string }[]
  groups: Group[]
}
interface Group {
  groupId: number
  unitId: number
  yearId: number
  groupName: string
}
interface Day {
  group: Group
  date: string
  today: string
  students: RegisterRow[]
}
interface Month {
  group: Group
  month: string
  today: string
  students: MonthRow[]
}
type Shown = { kind: 'day'; day: Day } | { kind: 'month'; month: Month } | { kind: 'none' }

/** A writer's pause, after which a note is sent. */
const NOTE_PAUSE_MS = 700

class AttendancePage extends ActingPage {
  static override styles = [look, controls, markStyles, monthStyles, attendanceStyles]
  static override properties = {
    place: { state: true },
    shown: { state: true },
    staff: { state: true },
    approver: { state: true },
    version: { state: true },
  }

  declare private place: Place | undefined
  declare private shown: Shown
  declare private staff: PersonLine[]
  declare private approver: number
  declare private version: number

  #pending: Pending | undefined

  constructor() {
    super()
    this.shown = { kind: 'none' }
    this.staff = []
    this.approver = Number(kept('approver') ?? 0)
    this.version = 0
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('attendance', 'structures', 'people')
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pending?.end()
  }

  protected override arrive(): void {
    void this.load(async signal => {
      const place = await this.api.get<Place>('/structures', { signal })
      if (this.staff.length === 0) {
        const found = await this.api.get<{ people: PersonLine[] }>('/people?role=Staff', { signal })
        this.staff = found.people
      }
      this.place = place
      this.shown = await this.#read(place, signal)
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
      return { kind: 'month', month: await this.api.get<Month>(`${base}/months/${asked}`, { signal }) }
    }
    const date = isDayText(what) ? what : await this.#today(signal)
    const day = await this.api.get<Day>(`${base}/days/${date}`, { signal })
    this.#sendFor(day)
    return { kind: 'day', day }
  }

  async #today(signal: AbortSignal): Promise<string> {
    return (await this.api.get<{ today: string }>('/attendance/today', { signal })).today
  }

  #sendFor({ group: { groupId }, date }: Day): void {
    const before = this.shown.kind === 'day' ? this.shown.day : undefined
    if (this.#pending && before?.group.groupId === groupId && before.date === date) return
    this.#pending?.end()
    this.#pending = new Pending({
      api: this.api,
      groupId,
      date,
      changed: () => {
        this.version += 1
      },
      saved: (userId, { undo: _undo, ...entry }) => this.#setEntry(userId, entry),
      refused: (_userId, problem) => this.say(problemText(problem, this.lang)),
    })
  }

  #setEntry(userId: number, entry: RegisterEntry | undefined): void {
    if (this.shown.kind !== 'day') return
    const { day } = this.shown
    const students = day.students.map(row => {
      if (row.userId !== userId) return row
      const { entry: _before, ...student } = row
      return entry ? { ...student, entry } : student
    })
    this.shown = { kind: 'day', day: { ...day, students } }
  }

  override render() {
    return html`
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}></console-page-header>
      ${this.whenLoaded(() => this.#content())}
    `
  }

  #content(): TemplateResult {
    const { shown } = this
    if (shown.kind === 'none')
      return html`<div class="card"><console-empty
        icon="people"
        heading=${this.#t('noGroups')}
        text=${this.#t('noGroupsText')}
      ><wa-button variant="brand" href="/console/structures">${this.#t('toStructures')}</wa-button></console-empty></div>`
    const group = shown.kind === 'day' ? shown.day.group : shown.month.group
    const when = shown.kind === 'day' ? shown.day.date : shown.month.month
    const today = shown.kind === 'day' ? shown.day.today : shown.month.today
    return html`<div class="stack">
      <div class="card choice">
        ${this.#choice(group, shown.kind, when)}
        <nav class="views" aria-label=${this.#t('views')}>
          ${this.#view('day', shown.kind, `attendance/${group.groupId}/${shown.kind === 'day' ? when : dayIn(when, today)}`)}
          ${this.#view('month', shown.kind, `attendance/${group.groupId}/month/${when.slice(0, 7)}`)}
        </nav>
      </div>
      ${shown.kind === 'day' ? this.#day(shown.day) : this.#month(shown.month)}
    </div>`
  }

  #view(kind: 'day' | 'month', now: 'day' | 'month', path: string): TemplateResult {
    return html`<a href="/console/${path}" aria-current=${kind === now ? 'page' : 'false'}>
      ${this.#t(kind === 'day' ? 'dayView' : 'monthView')}
    </a>`
  }

  /** Unit and year narrow the groups down: choosing one goes to its first group. */
  #choice(group: Group, kind: 'day' | 'month', when: string): TemplateResult {
    const { units, years, groups } = this.place ?? { units: [], years: [], groups: [] }
    const there = groups.filter(({ unitId, yearId }) => unitId === group.unitId && yearId === group.yearId)
    const goTo = (find: (one: Group) => boolean) => {
      const found = groups.filter(find)
      const same = found.find(({ yearId }) => yearId === group.yearId) ?? found[0]
      if (same) this.#goTo(same.groupId, kind, when)
    }
    const select = <Item>(
      label: string,
      items: readonly Item[],
      of: (item: Item) => { id: number; name: string; off?: boolean },
      selected: number,
      choose: (id: number) => void,
    ) => html`<label class="field">
      ${label}
      <select @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
        ${items.map(of).map(({ id, name, off }) => html`<option value=${id} ?selected=${id === selected} ?disabled=${off ?? false}>${name}</option>`)}
      </select>
    </label>`
    return html`
      ${select(
        WORDS.unit[this.lang],
        units,
        ({ unitId, name }) => ({ id: unitId, name, off: !groups.some(one => one.unitId === unitId) }),
        group.unitId,
        id => goTo(one => one.unitId === id),
      )}
      ${select(
        WORDS.year[this.lang],
        years,
        ({ yearId, name }) => ({
          id: yearId,
          name,
          off: !groups.some(one => one.unitId === group.unitId && one.yearId === yearId),
        }),
        group.yearId,
        id => goTo(one => one.unitId === group.unitId && one.yearId === id),
      )}
      ${select(
        WORDS.group[this.lang],
        there,
        ({ groupId, groupName }) => ({ id: groupId, name: groupName }),
        group.groupId,
        id => this.#goTo(id, kind, when),
      )}
    `
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
        ${icon(name)}<span class="visually-hidden">${this.#t(label)}</span>
      </wa-button>`
    return [step(-1, labels[0], 'arrow-left'), step(1, labels[1], 'arrow-right')]
  }

  #day(day: Day): TemplateResult {
    const { group, date, today, students } = day
    const [before, after] = this.#steps(
      by => `attendance/${group.groupId}/${daysAfter(date, by)}`,
      ['before', 'after'],
    )
    const failures = this.#pending?.failures ?? 0
    return html`
      <section class="stack tight" aria-labelledby="day">
        <div class="when">
          ${before}
          <h2 id="day">${dayText(date, this.lang)}</h2>
          ${after}
          <label class="date">
            <span class="visually-hidden">${this.#t('date')}</span>
            <input type="date" required .value=${date} @change=${this.#onDate} />
          </label>
          ${date === today ? nothing : html`<wa-button appearance="outlined" href="/console/attendance/${group.groupId}/${today}">${this.#t('today')}</wa-button>`}
        </div>
        <div role="status">
          ${
            failures === 0
              ? nothing
              : html`<p class="note warn">${icon('wifi-off')}
                  <span class="grow">${countText(COUNTS.waiting, failures, this.lang)}</span></p>`
          }
        </div>
        ${students.length === 0 ? this.#nobody() : this.#register(day)}
      </section>
    `
  }

  #nobody(): TemplateResult {
    return html`<div class="card"><console-empty
      icon="people"
      heading=${this.#t('noStudents')}
      text=${this.#t('noStudentsText')}
    ><wa-button href="/console/structures">${this.#t('toStructures')}</wa-button></console-empty></div>`
  }

  #register(day: Day): TemplateResult {
    const { students } = day
    const wanted = (userId: number) => this.#pending?.of(userId)
    const unmarked = students.filter(row => !row.entry && !wanted(row.userId)).length
    return html`
      ${this.#sums(students)}
      <div class="card flush">
        <register-table
          .lang=${this.lang}
          .rows=${students}
          .wanted=${wanted}
          .states=${this.#pending?.states ?? new Map()}
          .version=${this.version}
          @register-mark=${this.#onMark}
          @register-note=${this.#onNote}
          @register-clear=${this.#onClear}
          @register-retry=${() => this.#pending?.retry()}
        ></register-table>
        <div class="foot">
          <wa-button appearance="outlined" ?disabled=${unmarked === 0} @click=${() => this.#fill(day)}>
            ${icon('check', 'start')} ${this.#t('rest')}${unmarked === 0 ? nothing : html` (${unmarked})`}
          </wa-button>
          ${this.#approval(day)}
        </div>
      </div>
      ${this.#keys()}
    `
  }

  #sums(students: readonly RegisterRow[]): TemplateResult {
    const count = (status: AttendanceStatus) =>
      students.filter(row => (this.#pending?.of(row.userId) ?? row.entry)?.status === status).length
    return html`<ul class="sums" aria-label=${this.#t('sums')}>
      ${ATTENDANCE_STATUSES.map(
        status =>
          html`<li>${mark(this.lang, status, true)} ${STATUS_NAMES[status][this.lang]} <strong>${count(status)}</strong></li>`,
      )}
    </ul>`
  }

  #approval(day: Day): TemplateResult {
    const open = day.students.filter(({ entry }) => entry && !entry.approvedBy).length
    const approved = day.students.filter(({ entry }) => entry?.approvedBy).length
    return html`<div class="approval">
      <label class="field">
        <span class="visually-hidden">${this.#t('approver')}</span>
        <select @change=${this.#onApprover}>
          <option value="0" ?selected=${this.approver === 0}>${this.#t('chooseApprover')}</option>
          ${this.staff.map(
            one =>
              html`<option value=${one.userId} ?selected=${one.userId === this.approver}>${nameIn(this.lang, one)}</option>`,
          )}
        </select>
      </label>
      <wa-button variant="brand" ?disabled=${open === 0 || this.approver === 0} @click=${() => this.#approve(day)}>
        ${this.#t('approve')}${open === 0 ? nothing : html` (${open})`}
      </wa-button>
      ${
        approved === 0
          ? nothing
          : html`<wa-button appearance="outlined" @click=${() => this.#takeBack(day)}>${this.#t('takeBack')} (${approved})</wa-button>`
      }
    </div>`
  }

  #keys(): TemplateResult {
    return html`<details class="keys" open>
      <summary>${this.#t('keysTitle')}</summary>
      <ul>
        ${ATTENDANCE_STATUSES.map(
          (status, at) =>
            html`<li><kbd>${at + 1}</kbd> <kbd>${MARKS[status].key.toUpperCase()}</kbd> ${STATUS_NAMES[status][this.lang]}</li>`,
        )}
        <li><kbd>↑</kbd> <kbd>↓</kbd> ${this.#t('keyMove')}</li>
        <li><kbd>N</kbd> ${this.#t('keyNote')}</li>
        <li><kbd>Del</kbd> ${this.#t('keyClear')}</li>
      </ul>
    </details>`
  }

  #month({ group, month, today, students }: Month): TemplateResult {
    const [before, after] = this.#steps(
      by => `attendance/${group.groupId}/month/${monthsAfter(month, by)}`,
      ['monthBefore', 'monthAfter'],
    )
    return html`<section class="stack tight" aria-labelledby="month">
      <div class="when">
        ${before}
        <h2 id="month">${monthText(month, this.lang)}</h2>
        ${after}
        ${
          month === today.slice(0, 7)
            ? nothing
            : html`<wa-button appearance="outlined" href="/console/attendance/${group.groupId}/month/${today.slice(0, 7)}">${this.#t('today')}</wa-button>`
        }
      </div>
      ${
        students.length === 0
          ? this.#nobody()
          : html`<div class="card flush">
              ${monthTable({ lang: this.lang, groupId: group.groupId, month, today, rows: students })} ${legend(this.lang)}
            </div>`
      }
    </section>`
  }

  #onDate = (event: Event): void => {
    const { value } = event.target as HTMLInputElement
    if (isDayText(value) && this.shown.kind === 'day')
      this.go(`attendance/${this.shown.day.group.groupId}/${value}`)
  }

  #onApprover = (event: Event): void => {
    this.approver = Number((event.target as HTMLSelectElement).value)
    keep('approver', `${this.approver}`)
  }

  #rowOf(userId: number): RegisterRow | undefined {
    return this.shown.kind === 'day' ? this.shown.day.students.find(row => row.userId === userId) : undefined
  }

  #onMark = (event: CustomEvent<{ userId: number; status: AttendanceStatus }>): void => {
    const { userId, status } = event.detail
    const row = this.#rowOf(userId)
    const before = this.#pending?.of(userId) ?? row?.entry
    if (!row || before?.status === status) return
    this.#pending?.put(userId, { status, note: before?.note ?? '' })
    if (!before) return
    // What stood there comes back by the same way, so that it is saved however often one changes one's mind.
    this.offerUndo(
      `${this.#t('changed')}: ${nameIn(this.lang, row)} – ${STATUS_NAMES[status][this.lang]}`,
      () => this.#pending?.put(userId, { status: before.status, note: before.note }),
    )
  }

  #onNote = (event: CustomEvent<{ userId: number; note: string; done: boolean }>): void => {
    const { userId, note, done } = event.detail
    const before = this.#pending?.of(userId) ?? this.#rowOf(userId)?.entry
    if (!before) return
    if (note !== before.note) this.#pending?.put(userId, { status: before.status, note }, NOTE_PAUSE_MS)
    if (done) this.#pending?.flush(userId)
  }

  #onClear = async (event: CustomEvent<{ userId: number }>): Promise<void> => {
    const { userId } = event.detail
    const row = this.#rowOf(userId)
    if (!row?.entry || this.shown.kind !== 'day') return
    this.#pending?.drop(userId)
    const cleared = await this.act(() => this.api.delete<Undone>(this.#entryPath(userId)))
    if (!cleared) return
    this.#setEntry(userId, undefined)
    this.done(`${this.#t('cleared')}: ${nameIn(this.lang, row)}`, 'attendance', cleared)
  }

  #entryPath(userId: number): string {
    return this.shown.kind === 'day' ? `/attendance/students/${userId}/days/${this.shown.day.date}` : ''
  }

  #fill = (day: Day): Promise<void> => this.#all(day, 'fill', { status: 'Present' }, 'restDone')
  #approve = (day: Day): Promise<void> =>
    this.#all(day, 'approval', { approvedBy: this.approver }, 'approvedDone')
  #takeBack = (day: Day): Promise<void> => this.#all(day, 'approval/take-back', {}, 'takenBack')

  async #all({ group, date }: Day, what: string, body: object, said: keyof typeof COUNTS): Promise<void> {
    const path = `/attendance/groups/${group.groupId}/days/${date}/${what}`
    const made = await this.act(() => this.api.post<Undone & { count: number }>(path, body))
    if (!made) return
    this.done(countText(COUNTS[said], made.count, this.lang), 'attendance', made)
    this.reload()
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

/** The day that a month is left for: today when it is in it. */
function dayIn(month: string, today: string): string {
  return today.startsWith(month) ? today : `${month}-01`
}

customElements.define('attendance-page', AttendancePage)
export default 'attendance-page'
