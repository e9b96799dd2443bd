/**
 * One group: its name and place, who is in it and in which order.
 *
 * Fires `group-change` {unitId, yearId, groupName}, `group-students` {students, said}, `group-delete`.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Person } from '../../../api/schemas.ts'
import type { GroupInFull } from '../../../api/structures.ts'
import { API_BASE, type Api, type FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { inBrackets, withColon } from '../../language.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-empty.ts'
import '../../parts/person-picker.ts'
import { personLine } from '../../parts/person-line.ts'
import { nameIn, word } from '../../parts/words.ts'
import { FAULTS, say } from './strings.ts'

export class GroupView extends ConsoleElement {
  static override styles = css`
    .columns {
      --column: 14rem;
    }
    .head {
      border-block-end: 1px solid var(--wa-color-surface-border);
    }
    ol {
      counter-reset: place;
    }
    li {
      counter-increment: place;
      display: grid;
      grid-template-columns: 2rem minmax(0, 1fr) auto;
      gap: 0.5rem;
      align-items: center;
      padding: 0.5rem 1rem;
      border-block-end: 1px solid var(--wa-color-surface-border);
    }
    li::before {
      content: counter(place);
      color: var(--wa-color-text-quiet);
      font-variant-numeric: tabular-nums;
    }
    .foot {
      display: grid;
      border: 0;
    }
    @media (max-width: 50rem) {
      li {
        grid-template-columns: 1.5rem minmax(0, 1fr);
      }
      .buttons {
        grid-column: 2;
      }
    }
  `
  static override properties = {
    api: { attribute: false },
    group: { attribute: false },
    units: { attribute: false },
    years: { attribute: false },
    errors: { attribute: false },
  }

  declare api: Api
  declare group: GroupInFull
  declare units: readonly { unitId: number; name: string }[]
  declare years: readonly { yearId: number; name: string }[]
  declare errors: readonly FieldError[]

  constructor() {
    super()
    this.errors = []
  }

  override render() {
    const { group, lang } = this
    const path = `/units/${group.unitId}/years/${group.yearId}/groups/${encodeURIComponent(group.groupName)}/attendance-lists/YYYY-MM-DD`
    return html`<div class="stack">
      <form class="card stack" novalidate @submit=${this.#save}>
        <h2>${say('details')}</h2>
        <div class="columns">
          <label class="field">
            ${say('groupName')}
            <input
              name="groupName"
              maxlength="200"
              autocomplete="off"
              .value=${group.groupName}
              aria-invalid=${this.errors.length > 0 ? 'true' : 'false'}
            />
            ${this.errors.map(
              ({ path, reason }) =>
                html`<span class="hint" role="alert">${icon('exclamation')} ${FAULTS[path]?.[lang] ?? reason}</span>`,
            )}
          </label>
          <label class="field">
            ${word('unit')}
            <select name="unitId">
              ${this.units.map(({ unitId, name }) => html`<option value=${unitId} ?selected=${unitId === group.unitId}>${name}</option>`)}
            </select>
          </label>
          <label class="field">
            ${word('year')}
            <select name="yearId">
              ${this.years.map(({ yearId, name }) => html`<option value=${yearId} ?selected=${yearId === group.yearId}>${name}</option>`)}
            </select>
          </label>
        </div>
        <div>
          <strong>${say('address')}</strong>
          <console-copy .text=${path} .label=${say('address')}></console-copy>
        </div>
        <div class="row"><wa-button type="submit" variant="brand">${word('save')}</wa-button></div>
      </form>
      ${this.#students()}
      <section class="card stack tight">
        <p class="quiet">${say('deleteGroupText')}</p>
        <div class="row">
          <wa-button variant="danger" appearance="outlined" @click=${() => this.#fire('group-delete', {})}>
            ${icon('trash', 'start')} ${say('deleteGroup')}
          </wa-button>
        </div>
      </section>
    </div>`
  }

  #students(): TemplateResult {
    const { group, lang } = this
    const { students } = group
    return html`<section class="card flush" aria-labelledby="students">
      <div class="head">
        <div>
          <h2 id="students">${say('students')}${inBrackets(students.length)}</h2>
          <p class="quiet small">${say('order')}</p>
        </div>
        ${
          students.length < 2
            ? nothing
            : html`<div class="row">
                <wa-button size="s" appearance="outlined" @click=${() => this.#sort(one => nameIn(one))}>${say('sortByName')}</wa-button>
                <wa-button size="s" appearance="outlined" @click=${() => this.#sort(one => one.refNo)}>${say('sortByRefNo')}</wa-button>
              </div>`
        }
      </div>
      ${
        students.length === 0
          ? html`<console-empty icon="people" heading=${say('noStudents')} text=${say('noStudentsText')}></console-empty>`
          : html`<ol>
              ${repeat(
                students,
                ({ userId }) => userId,
                (student, at) => this.#student(student, at),
              )}
            </ol>`
      }
      <div class="foot stack tight">
        <person-picker
          .api=${this.api}
          .ofRole=${'Student'}
          .label=${say('addStudent')}
          .without=${students.map(({ userId }) => userId)}
          @person-picked=${(event: CustomEvent<Person>) => this.#set([...students, event.detail], withColon(say('putIn'), nameIn(event.detail)))}
        ></person-picker>
        <div class="row">
          <a href="${API_BASE}/student-lists?groupId=${group.groupId}&lang=${lang}" download>${icon('download')} ${say('exportGroup')}</a>
        </div>
      </div>
    </section>`
  }

  #student(student: Person, at: number): TemplateResult {
    const { students } = this.group
    const name = nameIn(student)
    return html`<li>
      ${personLine(student, `people/${student.userId}`)}
      <span class="buttons">
        <wa-button class="up" size="s" appearance="plain" ?disabled=${at === 0} @click=${(event: Event) => this.#move(event, at, -1)}>
          <span aria-hidden="true">↑</span><span class="visually-hidden">${say('up')} ${name}</span>
        </wa-button>
        <wa-button class="down" size="s" appearance="plain" ?disabled=${at === students.length - 1} @click=${(event: Event) => this.#move(event, at, 1)}>
          <span aria-hidden="true">↓</span><span class="visually-hidden">${say('down')} ${name}</span>
        </wa-button>
        <wa-button size="s" appearance="plain" @click=${() => this.#remove(student)}>
          ${icon('x')}<span class="visually-hidden">${word('remove')} ${name}</span>
        </wa-button>
      </span>
    </li>`
  }

  #move(event: Event, at: number, by: number): void {
    const students = [...this.group.students]
    const [moved] = students.splice(at, 1)
    if (!moved) return
    students.splice(at + by, 0, moved)
    // The button moves with its student; one that ends at the edge hands the focus to the other.
    const button = event.currentTarget as HTMLElement
    this.#set(students, withColon(say('moved'), nameIn(moved)))
    void this.updateComplete.then(() => button.focus())
  }

  #sort(by: (student: Person) => string): void {
    const { compare } = new Intl.Collator(this.lang, { numeric: true })
    const sorted = this.group.students.toSorted((a, b) => compare(by(a), by(b)))
    this.#set(sorted, say('moved'))
  }

  #remove(student: Person): void {
    const others = this.group.students.filter(({ userId }) => userId !== student.userId)
    this.#set(others, withColon(say('removed'), nameIn(student)))
  }

  #set(students: Person[], said: string): void {
    this.#fire('group-students', { students, said })
  }

  #save = (event: Event): void => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    this.#fire('group-change', {
      groupName: String(form.get('groupName')),
      unitId: Number(form.get('unitId')),
      yearId: Number(form.get('yearId')),
    })
  }

  #fire(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('group-view', GroupView)
