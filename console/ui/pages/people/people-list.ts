/** Everybody: a search, roles to choose from, and a table that goes on. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, type TemplateResult } from 'lit'
import { ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PeoplePage } from '../../../api/people.ts'
import { ActingPage } from '../../acting-page.ts'
import { type KeptList, List } from '../../parts/list.ts'
import { listFrame, searchField, segments } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { personLine } from '../../parts/person-line.ts'
import { ROLE_NAMES, word } from '../../parts/words.ts'
import { say } from './strings.ts'
import { views, viewsHeader } from './views.ts'

type Asked = 'role' | 'search'
const kept: KeptList<Asked> = { query: { role: '', search: '' }, shown: 0 }

/** Of those that are listed. */
export const chosenRole = (): Role | undefined => ROLES.find(role => role === kept.query.role)

const ROLE_VIEWS = { Student: 'students', Guardian: 'guardians', Staff: 'staff' } as const

class PeopleListPage extends ActingPage {
  readonly #list = new List<PeoplePage, 'people', Asked>(this, {
    path: '/people',
    rows: 'people',
    topics: ['people'],
    kept,
  })

  override render() {
    return html`${viewsHeader()}
      ${this.whenLoaded(
        () => html`<div class="stack">
          ${views('people')}
          <div class="filters" role="search">
            ${searchField(this.#list, 'search', say('search'), word('personHint'))}
            ${segments(this.#list, 'role', word('role'), [
              ['', say('everybody')],
              ...ROLES.map(role => [role, say(ROLE_VIEWS[role])] as const),
            ])}
          </div>
          ${listFrame(this.#list, {
            empty: { icon: 'people', heading: say('empty'), text: say('emptyText') },
            none: { heading: word('nobody'), text: say('nobodyText') },
            table: () => this.#table(),
          })}
        </div>`,
      )}`
  }

  #table(): TemplateResult {
    return listTable(this.#list.rows, ({ userId }) => userId, [
      {
        label: word('personName'),
        kind: 'title',
        cell: person => personLine(person, `people/${person.userId}`),
      },
      {
        label: word('role'),
        cell: ({ role }) =>
          html`<span class="badge ${role === 'Student' ? 'brand' : ''}">${ROLE_NAMES[role][this.lang]}</span>`,
      },
      { label: say('userId'), cell: ({ userId }) => userId },
      { label: say('email'), kind: 'email', cell: ({ email }) => emailText(email) },
    ])
  }
}

/** An address that is too long for its place breaks before what stands behind its name. */
function emailText(email: string): TemplateResult {
  const at = email.lastIndexOf('@')
  return at < 1 ? html`${email}` : html`<span>${email.slice(0, at)}<wbr />${email.slice(at)}</span>`
}

customElements.define('people-list', PeopleListPage)
