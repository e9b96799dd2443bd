/** One group: its name and place, who is in it and in which order. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Person } from '../../../api/schemas.ts'
import type { GroupInFull, Structures } from '../../../api/structures.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { API_BASE, type FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { inBrackets, withColon } from '../../language.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-empty.ts'
import '../../parts/person-picker.ts'
import { personLine } from '../../parts/person-line.ts'
import { nameIn, word } from '../../parts/words.ts'
import { groupIn, placeFields } from './group-fields.ts'
import { faultText, say } from './strings.ts'

class GroupPage extends ActingPage {
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
      padding: 0.5rem var(--inset);
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
    structures: { state: true },
    group: { state: true },
    errors: { state: true },
  }

  declare private structures: Structures | undefined
  declare private group: GroupInFull | undefined
  declare private errors: readonly FieldError[]

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('structures', 'people')
  }

  protected override arrive(): void {
    const [, id = ''] = this.rest
    this.errors = []
    void this.load(
      signal =>
        Promise.all([
          this.api.get<Structures>('/structures', { signal }),
          this.api.get<GroupInFull>(`/structures/groups/${encodeURIComponent(id)}`, { signal }),
        ]),
      ([structures, group]) => {
        this.structures = structures
        this.group = group
      },
    )
  }

  override render() {
    const { group, structures } = this
    return html`
      <console-page-header heading=${group?.groupName ?? say('title')} back="structures" back-text=${say('back')}>
        ${
          group
            ? html`<wa-button variant="brand" href="/console/attendance/${group.groupId}">
                ${icon('calendar-check', 'start')} ${say('register')}
              </wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() => (group && structures ? this.#content(group, structures) : html``))}
    `
  }

  #content(group: GroupInFull, structures: Structures): TemplateResult {
    const path = `/units/${group.unitId}/years/${group.yearId}/groups/${encodeURIComponent(group.groupName)}/attendance-lists/YYYY-MM-DD`
    return html`<div class="stack">
      <form class="card stack" novalidate @submit=${(event: SubmitEvent) => this.#save(event, group)}>
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
              fault =>
                html`<span class="hint" role="alert">${icon('exclamation')} ${faultText(fault)}</span>`,
            )}
          </label>
          ${placeFields(structures, group)}
        </div>
        <div>
          <strong>${say('address')}</strong>
          <console-copy .text=${path} .label=${say('address')}></console-copy>
        </div>
        <div class="row"><wa-button type="submit" variant="brand">${word('save')}</wa-button></div>
      </form>
      ${this.#students(group)}
      <section class="card stack tight">
        <p class="quiet">${say('deleteGroupText')}</p>
        <div class="row">
          <wa-button variant="danger" appearance="outlined" @click=${() => this.#delete(group)}>
            ${icon('trash', 'start')} ${say('deleteGroup')}
          </wa-button>
        </div>
      </section>
    </div>`
  }

  #students(group: GroupInFull): TemplateResult {
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
                <wa-button size="s" appearance="outlined" @click=${() => this.#sort(group, one => nameIn(one))}>${say('sortByName')}</wa-button>
                <wa-button size="s" appearance="outlined" @click=${() => this.#sort(group, one => one.refNo)}>${say('sortByRefNo')}</wa-button>
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
                (student, at) => this.#student(group, student, at),
              )}
            </ol>`
      }
      <div class="foot stack tight">
        <person-picker
          .api=${this.api}
          .ofRole=${'Student'}
          .label=${say('addStudent')}
          .without=${students.map(({ userId }) => userId)}
          @person-picked=${(event: CustomEvent<Person>) => this.#put(group, [...students, event.detail], withColon(say('putIn'), nameIn(event.detail)))}
        ></person-picker>
        <div class="row">
          <a href="${API_BASE}/student-lists?groupId=${group.groupId}&lang=${this.lang}" download>${icon('download')} ${say('exportGroup')}</a>
        </div>
      </div>
    </section>`
  }

  #student(group: GroupInFull, student: Person, at: number): TemplateResult {
    const { students } = group
    const name = nameIn(student)
    return html`<li>
      ${personLine(student, `people/${student.userId}`)}
      <span class="buttons">
        <wa-button class="up" size="s" appearance="plain" ?disabled=${at === 0} @click=${(event: Event) => this.#move(event, group, at, -1)}>
          <span aria-hidden="true">↑</span><span class="visually-hidden">${say('up')} ${name}</span>
        </wa-button>
        <wa-button class="down" size="s" appearance="plain" ?disabled=${at === students.length - 1} @click=${(event: Event) => this.#move(event, group, at, 1)}>
          <span aria-hidden="true">↓</span><span class="visually-hidden">${say('down')} ${name}</span>
        </wa-button>
        <wa-button size="s" appearance="plain" @click=${() => this.#takeOut(group, student)}>
          ${icon('x')}<span class="visually-hidden">${word('remove')} ${name}</span>
        </wa-button>
      </span>
    </li>`
  }

  #move(event: Event, group: GroupInFull, at: number, by: number): void {
    const students = [...group.students]
    const [moved] = students.splice(at, 1)
    if (!moved) return
    students.splice(at + by, 0, moved)
    // The button moves with its student; one that ends at the edge hands the focus to the other.
    const button = event.currentTarget as HTMLElement
    void this.#put(group, students, withColon(say('moved'), nameIn(moved)))
    void this.updateComplete.then(() => button.focus())
  }

  #sort(group: GroupInFull, by: (student: Person) => string): void {
    const { compare } = new Intl.Collator(this.lang, { numeric: true })
    const sorted = group.students.toSorted((a, b) => compare(by(a), by(b)))
    void this.#put(group, sorted, say('moved'))
  }

  #takeOut(group: GroupInFull, student: Person): void {
    const others = group.students.filter(({ userId }) => userId !== student.userId)
    void this.#put(group, others, withColon(say('removed'), nameIn(student)))
  }

  async #put(group: GroupInFull, students: Person[], said: string): Promise<void> {
    // Shown at once; what the service refuses is shown as it is there.
    this.group = { ...group, students }
    const body = { students: students.map(({ userId }) => userId), stamp: group.stamp }
    const saved = await this.act(() =>
      this.api.put<Undone>(`/structures/groups/${group.groupId}/students`, body),
    )
    if (saved) this.done(said, saved)
    this.reload()
  }

  async #save(event: SubmitEvent, { groupId, stamp }: GroupInFull): Promise<void> {
    event.preventDefault()
    const draft = groupIn(event.target as HTMLFormElement)
    const saved = await this.act(
      () => this.api.put<Undone>(`/structures/groups/${groupId}`, { ...draft, stamp }),
      errors => (this.errors = errors),
    )
    if (!saved) return
    this.done(withColon(say('saved'), draft.groupName), saved)
    this.reload()
  }

  async #delete({ groupId, groupName }: GroupInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/structures/groups/${groupId}`))
    if (!deleted) return
    this.done(withColon(say('deleted'), groupName), deleted)
    this.go('structures')
  }
}

customElements.define('group-page', GroupPage)
