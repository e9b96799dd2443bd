/**
 * A group's register of one day: its table, the sums above it, the approval below it, and marks on their way.
 *
 * An element is for one group and day alone, so that whatever arrives late or is taken back goes to the day it was made
 * for. Fires `register-stale` when the day is to be read again, and `register-saved` {userId, entry} when an entry was saved
 * or, without an entry, cleared.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { DayRegister as Day } from '../../../api/attendance.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { keep, kept } from '../../kept.ts'
import { countText, inBrackets, withColon } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { nameIn, STATUS_NAMES } from '../../parts/words.ts'
import { dayStyles } from './day-register.styles.ts'
import { keyHelp } from './key-help.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus, mark, markStyles } from './marks.ts'
import { Pending } from './pending.ts'
import type { RegisterRow } from './register-table.ts'
import './register-files.ts'
import './register-table.ts'
import { COUNTS, say } from './strings.ts'

/** A writer's pause, after which a note is sent. */
const NOTE_PAUSE_MS = 700

export class DayRegister extends ActingPage {
  static override styles = [markStyles, dayStyles]
  static override properties = {
    day: { attribute: false },
    staff: { attribute: false },
    approver: { state: true },
    version: { state: true },
  }

  declare day: Day
  /** Who can approve. */
  declare staff: readonly PersonLine[]
  declare private approver: number
  declare private version: number

  #pending: Pending | undefined

  constructor() {
    super()
    this.staff = []
    this.approver = Number(kept('approver') ?? 0)
    this.version = 0
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pending?.end()
  }

  /** There is a place and a day to send marks to, from its first update on. */
  protected override arrive(): void {
    const { group, date } = this.day
    this.#pending ??= new Pending({
      api: this.api,
      groupId: group.groupId,
      date,
      changed: () => {
        this.version += 1
      },
      saved: (userId, { undo: _undo, ...entry }) => this.#saved(userId, entry),
      stampOf: userId => this.#rowOf(userId)?.entry?.stamp,
      refused: (_userId, problem) => {
        this.say(problemText(problem))
        // It may be another one than was shown.
        this.reload()
      },
    })
  }

  override reload(): void {
    this.dispatchEvent(new Event('register-stale'))
  }

  #saved(userId: number, entry?: RegisterRow['entry']): void {
    // A mark can be saved after one has gone on to another day.
    if (this.isConnected) this.dispatchEvent(new CustomEvent('register-saved', { detail: { userId, entry } }))
  }

  override render() {
    const { students } = this.day
    const failures = this.#pending?.failures ?? 0
    const wanted = (userId: number) => this.#pending?.of(userId)
    const unmarked = students.filter(row => !row.entry && !wanted(row.userId)).length
    const { day } = this
    return html`<div class="stack tight">
      <div role="status">
        ${
          failures === 0
            ? nothing
            : html`<p class="note warn">${icon('wifi-off')}
                <span class="grow">${countText(COUNTS.waiting, failures)}</span></p>`
        }
      </div>
      ${this.#sums(students)}
      <div class="card flush">
        <register-table
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
          <wa-button appearance="outlined" ?disabled=${unmarked === 0} @click=${this.#fill}>
            ${icon('check', 'start')} ${say('rest')}${unmarked === 0 ? nothing : inBrackets(unmarked)}
          </wa-button>
          ${this.#approval(students)}
        </div>
      </div>
      ${keyHelp()}
      <register-files .groupId=${day.group.groupId} .first=${day.date} .last=${day.date}></register-files>
    </div>`
  }

  #sums(students: readonly RegisterRow[]): TemplateResult {
    const count = (status: AttendanceStatus) =>
      students.filter(row => (this.#pending?.of(row.userId) ?? row.entry)?.status === status).length
    return html`<ul class="row sums" aria-label=${say('sums')}>
      ${ATTENDANCE_STATUSES.map(
        status =>
          html`<li class="row">${mark(status, true)} ${STATUS_NAMES[status][this.lang]} <strong>${count(status)}</strong></li>`,
      )}
    </ul>`
  }

  #approval(students: readonly RegisterRow[]): TemplateResult {
    const open = students.filter(({ entry }) => entry && !entry.approvedBy).length
    const approved = students.filter(({ entry }) => entry?.approvedBy).length
    return html`<div class="inline">
      <label class="field">
        <span class="visually-hidden">${say('approver')}</span>
        <select @change=${this.#onApprover}>
          <option value="0" .selected=${live(this.approver === 0)}>${say('chooseApprover')}</option>
          ${this.staff.map(
            one =>
              html`<option value=${one.userId} .selected=${live(one.userId === this.approver)}>${nameIn(one)}</option>`,
          )}
        </select>
      </label>
      <wa-button variant="brand" ?disabled=${open === 0 || this.approver === 0} @click=${this.#approve}>
        ${say('approve')}${open === 0 ? nothing : inBrackets(open)}
      </wa-button>
      ${
        approved === 0
          ? nothing
          : html`<wa-button appearance="outlined" @click=${this.#takeBack}>${say('takeBack')}${inBrackets(approved)}</wa-button>`
      }
    </div>`
  }

  #onApprover = (event: Event): void => {
    this.approver = Number((event.target as HTMLSelectElement).value)
    keep('approver', `${this.approver}`)
  }

  #rowOf(userId: number): RegisterRow | undefined {
    return this.day.students.find(row => row.userId === userId)
  }

  #onMark = (event: CustomEvent<{ userId: number; status: AttendanceStatus }>): void => {
    const { userId, status } = event.detail
    const row = this.#rowOf(userId)
    const before = this.#pending?.of(userId) ?? row?.entry
    if (!row || before?.status === status) return
    this.#pending?.put(userId, { status, note: before?.note ?? '' })
    if (!before) return
    // What stood there comes back by the same way, so that it is saved however often one changes one's mind.
    this.offerUndo(withColon(say('changed'), `${nameIn(row)} – ${STATUS_NAMES[status][this.lang]}`), () =>
      this.#pending?.put(userId, { status: before.status, note: before.note }),
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
    if (!row?.entry) return
    this.#pending?.drop(userId)
    const path = `/attendance/students/${userId}/days/${this.day.date}`
    const cleared = await this.act(() => this.api.delete<Undone>(path))
    if (!cleared) return
    this.#saved(userId)
    this.done(withColon(say('cleared'), nameIn(row)), cleared)
  }

  #fill = (): Promise<void> => this.#all('fill', { status: 'Present' }, 'restDone')
  #approve = (): Promise<void> => this.#all('approval', { approvedBy: this.approver }, 'approvedDone')
  #takeBack = (): Promise<void> => this.#all('approval/take-back', {}, 'takenBack')

  async #all(what: string, body: object, said: keyof typeof COUNTS): Promise<void> {
    const { group, date } = this.day
    const path = `/attendance/groups/${group.groupId}/days/${date}/${what}`
    const made = await this.act(() => this.api.post<Undone & { count: number }>(path, body))
    if (!made) return
    this.done(countText(COUNTS[said], made.count), made)
    this.reload()
  }
}

customElements.define('day-register', DayRegister)
