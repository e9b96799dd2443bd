/**
 * A group's register of one day: its table, the sums above it, the approval below it, and marks on their way.
 *
 * An element is for one group and day alone, so that whatever arrives late or is taken back goes to the day it was made
 * for.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { repeat } from 'lit/directives/repeat.js'
import type { DayRegister as Day } from '../../../api/attendance.ts'
import type { ActingPage, Undone } from '../../acting-page.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { keep, kept } from '../../kept.ts'
import { countText, inBrackets, language, withColon } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { nameIn, STATUS_NAMES } from '../../parts/words.ts'
import { dayStyles } from './day-register.styles.ts'
import { keyHelp } from './key-help.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus, mark, markStyles } from './marks.ts'
import { type Mark, type Pending, pendingOf } from './pending.ts'
import type { RegisterActs, RegisterRow, RegisterTable, Student } from './register-table.ts'
import './register-files.ts'
import './register-table.ts'
import { COUNTS, say } from './strings.ts'

/** A writer's pause, after which a note is sent. */
const NOTE_PAUSE_MS = 700

export class DayRegister extends ConsoleElement implements RegisterActs {
  static override styles = [markStyles, dayStyles]
  static override properties = {
    page: { attribute: false },
    day: { attribute: false },
    staff: { attribute: false },
    saved: { attribute: false },
    approver: { state: true },
  }

  declare page: ActingPage
  declare day: Day
  /** Who can approve. */
  declare staff: readonly PersonLine[]
  /** Told of each entry that was saved, or cleared, while the day is shown. */
  declare saved: (userId: number, entry: Student['entry']) => void
  declare private approver: number

  #pending: Pending | undefined

  constructor() {
    super()
    this.approver = Number(kept('approver') ?? 0)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { day, page } = this
    this.#pending = pendingOf({
      api: page.api,
      groupId: day.group.groupId,
      date: day.date,
      changed: () => this.requestUpdate(),
      saved: (userId, entry, undo) => {
        this.#saved(userId, entry)
        const done = `${this.#nameOf(userId)} – ${STATUS_NAMES[entry.status][this.lang]}`
        if (undo !== undefined) page.done(withColon(say('changed'), done), { undo })
      },
      stampOf: userId => this.#student(userId)?.entry?.stamp,
      conflict: (userId, wanted, current) => {
        this.#saved(userId, current)
        if (!this.isConnected) page.say(this.#conflictText(userId, wanted, current))
      },
      refused: problem => {
        page.say(problemText(problem))
        // It may be another one than was shown.
        page.reload()
      },
    })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pending?.leave()
  }

  #student(userId: number): Student | undefined {
    return this.day.students.find(student => student.userId === userId)
  }

  #nameOf(userId: number): string {
    const student = this.#student(userId)
    return student ? nameIn(student) : `${userId}`
  }

  /** A mark can be saved after one has gone on to another day. */
  #saved(userId: number, entry: Student['entry']): void {
    if (this.isConnected) this.saved(userId, entry)
  }

  override render() {
    const { day } = this
    const failures = this.#pending?.failures ?? 0
    const rows = day.students.map(student => ({
      student,
      shown: this.#shown(student),
      sending: this.#pending?.states.get(student.userId),
    }))
    const unmarked = rows.filter(({ shown }) => !shown).length
    return html`<div class="stack tight">
      <div role="status">
        ${
          failures === 0
            ? nothing
            : html`<p class="note warn">${icon('wifi-off')}
                <span class="grow">${countText(COUNTS.waiting, failures)}</span></p>`
        }
      </div>
      ${this.#conflicts()} ${this.#sums(rows)}
      <div class="card flush">
        <register-table .rows=${rows} .acts=${this}></register-table>
        <div class="foot">
          <wa-button appearance="outlined" ?disabled=${unmarked === 0} @click=${this.#fill}>
            ${icon('check', 'start')} ${say('rest')}${unmarked === 0 ? nothing : inBrackets(unmarked)}
          </wa-button>
          ${this.#approval(day.students)}
        </div>
      </div>
      ${keyHelp()}
      <register-files .groupId=${day.group.groupId} .first=${day.date} .last=${day.date}></register-files>
    </div>`
  }

  /** What a student has, or is to have before it is saved. A note that is being typed is here before it is drawn. */
  #shown({ userId, entry }: Student): Mark | undefined {
    return this.#pending?.of(userId) ?? entry
  }

  /** Marks in place of which somebody else's stand: each waits for an answer. */
  #conflicts(): TemplateResult {
    const answered = (userId: number, answer: () => void) => () => {
      answer()
      // The button is gone.
      this.renderRoot.querySelector<RegisterTable>('register-table')?.focusStudent(userId)
    }
    const button = (userId: number, what: 'setAnyway' | 'leaveIt', answer: () => void) => html`<wa-button
      size="s"
      appearance="outlined"
      @click=${answered(userId, answer)}
    >${say(what)}<span class="visually-hidden">${withColon('', this.#nameOf(userId))}</span></wa-button>`
    return html`<div role="status" aria-atomic="false" class="stack tight">
      ${repeat(
        this.#pending?.conflicts ?? [],
        ([userId]) => userId,
        ([userId, wanted]) => html`<div class="note warn">
          ${icon('exclamation')}
          <span class="grow">${this.#conflictText(userId, wanted, this.#student(userId)?.entry)}</span>
          ${button(userId, 'setAnyway', () => this.#pending?.setAnyway(userId))}
          ${button(userId, 'leaveIt', () => this.#pending?.drop(userId))}
        </div>`,
      )}
    </div>`
  }

  #conflictText(userId: number, wanted: Mark, current: Student['entry']): string {
    const name = this.#nameOf(userId)
    return say('conflict', { name, now: inWords(current), wanted: inWords(wanted) })
  }

  #sums(rows: readonly RegisterRow[]): TemplateResult {
    const count = (status: AttendanceStatus) => rows.filter(({ shown }) => shown?.status === status).length
    return html`<ul class="row sums" aria-label=${say('sums')}>
      ${ATTENDANCE_STATUSES.map(
        status =>
          html`<li class="row">${mark(status, true)} ${STATUS_NAMES[status][this.lang]} <strong>${count(status)}</strong></li>`,
      )}
    </ul>`
  }

  #approval(students: readonly Student[]): TemplateResult {
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

  setStatus(student: Student, status: AttendanceStatus): void {
    const before = this.#shown(student)
    if (before?.status === status) return
    const offersUndo = before !== undefined
    this.#pending?.put(student.userId, { status, note: before?.note ?? '', offersUndo })
  }

  setNote(student: Student, note: string, isDone: boolean): void {
    const { userId } = student
    const before = this.#shown(student)
    if (!before) return
    if (note !== before.note) this.#pending?.put(userId, { status: before.status, note }, NOTE_PAUSE_MS)
    if (isDone) this.#pending?.flush(userId)
  }

  async clear(student: Student): Promise<void> {
    const { userId, entry } = student
    if (!entry) return
    this.#pending?.drop(userId)
    const path = `/attendance/students/${userId}/days/${this.day.date}?stamp=${entry.stamp}`
    const cleared = await this.page.act(() => this.page.api.delete<Undone>(path))
    if (!cleared) return this.page.reload()
    this.#saved(userId, undefined)
    this.page.done(withColon(say('cleared'), nameIn(student)), cleared)
  }

  retry(): void {
    this.#pending?.retry()
  }

  #fill = (): Promise<void> => this.#all('fill', { status: 'Present' }, 'restDone')
  #approve = (): Promise<void> =>
    this.#all('approval', { approvedBy: this.approver, stamps: this.#stamps() }, 'approvedDone')
  #takeBack = (): Promise<void> => this.#all('approval/take-back', { stamps: this.#stamps() }, 'takenBack')

  /** Of what is shown: nobody approves what somebody else has set meanwhile. */
  #stamps = () =>
    Object.fromEntries(
      this.day.students.flatMap(({ userId, entry }) => (entry ? [[userId, entry.stamp]] : [])),
    )

  async #all(what: string, body: object, said: keyof typeof COUNTS): Promise<void> {
    const { group, date } = this.day
    const path = `/attendance/groups/${group.groupId}/days/${date}/${what}`
    const made = await this.page.act(() => this.page.api.post<Undone & { count: number }>(path, body))
    if (made) this.page.done(countText(COUNTS[said], made.count), made)
    this.page.reload()
  }
}

function inWords(mark: Student['entry'] | Mark): string {
  if (!mark) return say('unmarked')
  const more = [mark.note, 'approvedBy' in mark ? say('approvedMark') : ''].filter(Boolean)
  return STATUS_NAMES[mark.status][language()] + more.map(one => inBrackets(one)).join('')
}

customElements.define('day-register', DayRegister)
