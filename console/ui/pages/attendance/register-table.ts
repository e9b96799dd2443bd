/**
 * The register itself: a row for each student, five statuses, a note, and what became of saving.
 *
 * One button has the tab stop; arrows move between students and statuses, a status's key marks the student and goes on to
 * the next, N goes to the note and Enter back.
 */
import { html, type PropertyValues, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { DayRegister } from '../../../api/attendance.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { timeText, withColon } from '../../language.ts'
import { personLine } from '../../parts/person-line.ts'
import { nameIn, STATUS_NAMES } from '../../parts/words.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus, mark, markStyles, statusOfKey } from './marks.ts'
import type { Mark, Sending } from './pending.ts'
import { registerStyles } from './register-table.styles.ts'
import { say } from './strings.ts'

export type Student = DayRegister['students'][number]

export interface RegisterRow {
  student: Student
  /** What the student has, or is to have before it is saved. */
  shown: Mark | undefined
  sending: Sending | undefined
}

/** What one does in it. */
export interface RegisterActs {
  setStatus(student: Student, status: AttendanceStatus): void
  /** @param isDone its writer has left it */
  setNote(student: Student, note: string, isDone: boolean): void
  clear(student: Student): void
  /** Of all that was not saved. */
  retry(): void
}

export class RegisterTable extends ConsoleElement {
  static override styles = [markStyles, registerStyles]
  static override properties = {
    rows: { attribute: false },
    acts: { attribute: false },
    at: { state: true },
  }

  declare rows: readonly RegisterRow[]
  declare acts: RegisterActs
  /** Row and status that have the tab stop. */
  declare private at: { row: number; status: number }

  constructor() {
    super()
    this.rows = []
    this.at = { row: 0, status: 0 }
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('rows') && this.at.row >= this.rows.length)
      this.at = { ...this.at, row: Math.max(0, this.rows.length - 1) }
  }

  override render() {
    return html`<ul @keydown=${this.#onKey}>
      ${repeat(
        this.rows,
        ({ student }) => student.userId,
        (row, at) => this.#row(row, at),
      )}
    </ul>`
  }

  #row(row: RegisterRow, at: number): TemplateResult {
    const { student, shown } = row
    const name = nameIn(student)
    return html`<li class=${shown ? '' : 'unmarked'}>
      ${personLine(student)}
      <div class="statuses" role="group" aria-label="${say('statusOf')} ${name}">
        ${ATTENDANCE_STATUSES.map((status, place) => this.#status(row, at, place, status))}
      </div>
      <span class="said" aria-hidden="true">${shown ? STATUS_NAMES[shown.status][this.lang] : ''}</span>
      <input
        class="note-field"
        title=${shown?.note ?? ''}
        maxlength="1000"
        aria-label="${say('noteOf')} ${name}"
        placeholder=${say('notePlace')}
        autocomplete="off"
        tabindex=${at === this.at.row ? 0 : -1}
        ?disabled=${!shown}
        .value=${shown?.note ?? ''}
        @focus=${() => (this.at = { ...this.at, row: at })}
        @input=${(event: Event) => this.acts.setNote(student, noteIn(event), false)}
        @change=${(event: Event) => this.acts.setNote(student, noteIn(event), true)}
      />
      <div class="row state">${this.#state(row)}</div>
    </li>`
  }

  #status(row: RegisterRow, at: number, place: number, status: AttendanceStatus): TemplateResult {
    const hasTabStop = at === this.at.row && place === this.at.status
    return html`<button
      type="button"
      class="status"
      data-at="${at} ${place}"
      aria-pressed=${row.shown?.status === status ? 'true' : 'false'}
      tabindex=${hasTabStop ? 0 : -1}
      title=${STATUS_NAMES[status][this.lang]}
      @focus=${() => (this.at = { row: at, status: place })}
      @click=${() => this.acts.setStatus(row.student, status)}
    >
      ${mark(status, true)}<span class="word">${STATUS_NAMES[status][this.lang]}</span>
    </button>`
  }

  #state({ student: { entry }, sending }: RegisterRow): TemplateResult {
    if (sending === 'failed')
      return html`<span class="badge bad">${icon('exclamation')} ${say('notSaved')}</span>
        <button type="button" class="retry" @click=${() => this.acts.retry()}>${say('retry')}</button>`
    if (sending === 'saving') return html`<span class="quiet small">${say('saving')}</span>`
    if (entry?.approvedBy) {
      const { firstName, lastName } = entry.approvedBy
      const between = this.lang === 'zh-HK' ? '，' : ', '
      const when = entry.approvedAt === undefined ? '' : between + timeText(entry.approvedAt)
      const by = `${firstName} ${lastName}${when}`
      return html`<span class="badge good" title=${by}>
        ${icon('check')} ${say('approved')}<span class="visually-hidden">${withColon('', by)}</span>
      </span>`
    }
    if (sending === 'saved')
      return html`<span class="quiet small saved">${icon('check')} ${say('saved')}</span>`
    return entry ? html`` : html`<span class="quiet small">${say('unmarked')}</span>`
  }

  focusStudent(userId: number): void {
    const row = this.rows.findIndex(({ student }) => student.userId === userId)
    void this.#focusAt(row, this.at.status)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.target instanceof HTMLInputElement) return void this.#onNoteKey(event)
    const { row, status } = this.at
    const student = this.rows[row]?.student
    const given = statusOfKey(event.key)
    if (given && student) {
      this.acts.setStatus(student, given)
      this.#focusAt(Math.min(row + 1, this.rows.length - 1), ATTENDANCE_STATUSES.indexOf(given))
    } else if (event.key === 'ArrowDown') this.#focusAt(row + 1, status)
    else if (event.key === 'ArrowUp') this.#focusAt(row - 1, status)
    else if (event.key === 'ArrowRight') this.#focusAt(row, status + 1)
    else if (event.key === 'ArrowLeft') this.#focusAt(row, status - 1)
    else if (event.key === 'Home') this.#focusAt(0, status)
    else if (event.key === 'End') this.#focusAt(this.rows.length - 1, status)
    else if (event.key.toLowerCase() === 'n') this.#noteField(row)?.focus()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && student) this.acts.clear(student)
    else return
    event.preventDefault()
  }

  /** In a note letters are letters; Enter and the arrows up and down leave it. */
  #onNoteKey(event: KeyboardEvent): void {
    const { row, status } = this.at
    const to = { Enter: 0, Escape: 0, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.#focusAt(row + to, status)
  }

  async #focusAt(row: number, status: number): Promise<void> {
    if (row < 0 || row >= this.rows.length) return
    if (status < 0 || status >= ATTENDANCE_STATUSES.length) return
    this.at = { row, status }
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`[data-at="${row} ${status}"]`)?.focus()
  }

  #noteField(row: number): HTMLInputElement | null | undefined {
    return this.renderRoot.querySelectorAll('li')[row]?.querySelector('input')
  }
}

const noteIn = (event: Event): string => (event.target as HTMLInputElement).value

customElements.define('register-table', RegisterTable)
